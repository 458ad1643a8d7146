import { type DecisionQuery, type DecisionReplay, publicId, type TracedDecisions } from '@ezdash/contracts';
import type { AuthUser } from '../../platform/auth';
import type { Db } from '../../platform/db';
import { NotFoundError } from '../../platform/errors';
import { publicRowId } from '../figures';
import { type Engine, type Replayed, replay } from '../serving';
import { type Opened, openTrace } from './openTrace';
import {
  deviceName,
  listCampaigns,
  presentEvents,
  presentInputs,
  presentOutcome,
  reasonName,
  type View,
} from './presentDecision';
import * as repo from './traces.repo';

const UUID_V7 = /^([0-9a-f]{8})-([0-9a-f]{4})-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const LISTED = 50;

export type Viewer = Pick<AuthUser, 'id' | 'role'>;

export interface DecisionService {
  /** Throws NotFoundError for what is not known and for what is nobody's business. */
  get(viewer: Viewer, id: string, query: DecisionQuery): Promise<DecisionReplay>;
  /** The last traces of a zone. */
  ofZone(viewer: Viewer, zoneId: string): Promise<TracedDecisions>;
}

/** The time in a decision's id; null for what is none. */
function timeOf(id: string): Date | null {
  const [, high = '', low = ''] = UUID_V7.exec(id) ?? [];
  return high === '' ? null : new Date(Number.parseInt(high + low, 16));
}

const unknown = () => new NotFoundError('This decision is not known, or it is not yours');

const outcomeOf = ({ reason, answer, fates }: Opened): Replayed => ({ reason, ...answer, fates });

/** Whether two answers are one and the same. */
function isSame(a: Replayed, b: Replayed): boolean {
  const textOf = ({ reason, candidates }: Replayed) =>
    JSON.stringify([
      reason,
      candidates.map(({ campaignId, creativeId, priceMicros, payoutMicros }) => [
        campaignId,
        creativeId,
        priceMicros,
        payoutMicros,
      ]),
    ]);
  return textOf(a) === textOf(b);
}

export interface DecisionServiceDeps {
  db: Db;
  /** The ad server of this process; null while there is none. */
  engine: () => Engine | null;
}

export function createDecisionService({ db, engine }: DecisionServiceDeps): DecisionService {
  /** What of the decision the viewer may see; throws when it is nothing. */
  async function viewOf(
    { id, role }: Viewer,
    trace: Opened | null,
    events: readonly repo.StoredEvent[],
  ): Promise<View> {
    if (role === 'admin') return { role };
    if (role === 'publisher') {
      if (trace?.publisherId !== id && !events.some(({ publisher_id }) => publisher_id === id))
        throw unknown();
      return { role };
    }
    const own = await repo.findOwnCampaigns(db, id);
    const isThere =
      own.some((campaign) => (trace?.fates.get(campaign.id) ?? 0) !== 0) ||
      events.some(({ advertiser_id }) => advertiser_id === id);
    if (!isThere) throw unknown();
    return { role, userId: id, own: new Map(own.map((campaign) => [campaign.id, campaign.name])) };
  }

  async function presentTrace(trace: Opened, view: View, query: DecisionQuery) {
    const running = engine();
    const again = running ? replay(running, trace) : null;
    const found = outcomeOf(trace);
    const outcomes = [found, ...(again ? [again.repeated, again.today] : [])];
    const lists = outcomes.map((outcome) => listCampaigns(outcome, view, query));
    const ids = new Set([
      ...lists.flatMap((list) => list.ids),
      ...outcomes.flatMap(({ candidates }) => candidates.map(({ campaignId }) => campaignId)),
    ]);
    const names =
      view.role === 'advertiser'
        ? view.own
        : new Map((await repo.findCampaignNames(db, [...ids])).map(({ id, name }) => [id, name]));
    const ownCreatives =
      view.role === 'advertiser' ? await repo.findOwnCreatives(db, view.userId, trace.inputs.exclude) : [];
    const [first, repeated, today] = outcomes.map((outcome, index) =>
      presentOutcome(outcome, lists[index] ?? { ids: [], count: 0 }, view, names),
    );
    return {
      inputs: presentInputs(trace.inputs, view, ownCreatives),
      outcome: first ?? null,
      repeated: again && repeated ? { ...repeated, same: isSame(found, again.repeated) } : null,
      today: today ?? null,
    };
  }

  return {
    async get(viewer, text, query) {
      const id = text.toLowerCase();
      const decidedAt = timeOf(id);
      if (!decidedAt) throw unknown();
      const [packed, events] = await Promise.all([
        repo.findTrace(db, id),
        repo.findEvents(db, id, decidedAt),
      ]);
      const trace = packed && (await openTrace(packed));
      const view = await viewOf(viewer, trace, events);
      const zoneId = trace?.zoneId ?? events[0]?.zone_id;
      if (zoneId === undefined) throw unknown();
      // What a publisher calls its zone is no business of an advertiser's.
      const zone = view.role === 'advertiser' ? null : await repo.findZone(db, zoneId);
      const parts = trace
        ? await presentTrace(trace, view, query)
        : { inputs: null, outcome: null, repeated: null, today: null };
      return {
        id,
        decided_at: decidedAt.toISOString(),
        zone: { id: publicId('zone', zoneId), name: zone?.name ?? null },
        sampled: trace !== null,
        test: trace?.test ?? false,
        weight: trace?.weight ?? 0,
        ...parts,
        events: presentEvents(events, view),
      };
    },

    async ofZone({ id, role }, zoneId) {
      const row = publicRowId('zone', zoneId);
      const zone = row === null ? null : await repo.findZone(db, row);
      if (!zone || (role !== 'admin' && zone.publisher_id !== id)) throw new NotFoundError('No such zone');
      const traces = await repo.findZoneTraces(db, zone.id, LISTED);
      return {
        decisions: traces.map(({ decision_id, decided_at, test, reason, country, device }) => ({
          id: decision_id,
          decided_at: decided_at.toISOString(),
          test,
          reason: reasonName(reason),
          country,
          device: deviceName(device),
        })),
      };
    },
  };
}
