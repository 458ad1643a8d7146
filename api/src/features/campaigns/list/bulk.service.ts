import {
  type Campaign,
  type CampaignBids,
  type CampaignBidsAnswer,
  type CampaignBidsUndo,
  type CampaignBudgets,
  type CampaignBudgetsAnswer,
  type CampaignBudgetsUndo,
  type CampaignClone,
  changedAmount,
  type ManyAmount,
  publicId,
} from '@ezdash/contracts';
import { inCall, type Trx, toNumber } from '../../../platform/db';
import { AppError, NotFoundError } from '../../../platform/errors';
import { publicRowId, singleDay } from '../../figures';
import { requireRoom } from '../campaignRoom';
import * as repo from '../campaigns.repo';
import type { CampaignDeps, CampaignService } from '../campaigns.service';
import { byPerson, type ChangedBy, recordCreated } from '../history';
import { copyCampaign } from './cloneCampaign';
import { onceByKey } from './onceByKey';

export interface CampaignBulkService {
  /**
   * Daily budgets of many: a refused campaign says why, and the others still go through. With a key the same call again
   * answers the same and changes nothing: a share of a share would be another amount.
   */
  setBudgets(
    advertiserId: number,
    budgets: CampaignBudgets,
    by?: ChangedBy,
    key?: string,
  ): Promise<CampaignBudgetsAnswer>;
  /**
   * Takes a change of budgets back where it still stands; answers what it made of what. What is as before already counts
   * as taken back, with the same amount before and after.
   */
  undoBudgets(
    advertiserId: number,
    undo: CampaignBudgetsUndo,
    by?: ChangedBy,
  ): Promise<CampaignBudgetsAnswer>;
  /** Bids of many, as `setBudgets`: each campaign refuses what its own pricing and budget do not allow. */
  setBids(
    advertiserId: number,
    bids: CampaignBids,
    by?: ChangedBy,
    key?: string,
  ): Promise<CampaignBidsAnswer>;
  /** Takes a change of bids back where it still stands. */
  undoBids(advertiserId: number, undo: CampaignBidsUndo, by?: ChangedBy): Promise<CampaignBidsAnswer>;
  /**
   * A draft with everything the campaign has; another advertiser's does not exist (404). With a key the same call again
   * answers the same draft.
   */
  clone(
    advertiserId: number,
    id: string,
    input: CampaignClone,
    options?: { key?: string; by?: ChangedBy },
  ): Promise<Campaign>;
}

interface AmountOfMany {
  field: 'daily_budget_micros' | 'bid_micros';
  /** What its requests are called beside their keys: stored with these for days, so it stays. */
  request: string;
  /** Why an undo leaves one as it is. */
  changedSince: string;
}
const AMOUNTS: Readonly<Record<ManyAmount, AmountOfMany>> = {
  daily_budget: {
    field: 'daily_budget_micros',
    request: 'budgets',
    changedSince: 'The budget was changed again since',
  },
  bid: { field: 'bid_micros', request: 'bids', changedSince: 'The bid was changed again since' },
};
const MOST_NAME = 120;
const COPY_MARK = ' (copy)';

/** What an error says of one of many: the field's own sentence, or the whole's. Others are ours and end the call. */
export function sentenceOf(error: unknown): string {
  if (!(error instanceof AppError) || error.status >= 500) throw error;
  return Object.values(error.errors ?? {}).flat()[0] ?? error.message;
}

const copyName = (name: string) => `${[...name].slice(0, MOST_NAME - COPY_MARK.length).join('')}${COPY_MARK}`;

export function createCampaignBulk(
  deps: Pick<CampaignDeps, 'db' | 'clock' | 'mostCampaigns'>,
  campaigns: Pick<CampaignService, 'changeIn' | 'get'>,
): CampaignBulkService {
  const { db, clock } = deps;
  /**
   * Sets this field of each named campaign to what `wanted` makes of it, in micros, or says why not. Null: it is done
   * already, and nothing is written.
   */
  async function setEach(
    trx: Trx,
    {
      advertiserId,
      ids,
      by,
      field,
    }: Pick<AmountOfMany, 'field'> & {
      advertiserId: number;
      ids: readonly string[];
      by: ChangedBy;
    },
    wanted: (id: string, nowMicros: number) => number | string | null,
  ): Promise<CampaignBudgetsAnswer> {
    const rowNumbers = ids.flatMap((id) => publicRowId('campaign', id) ?? []);
    // All of them first, in the order of their ids: two such calls never wait for each other in a circle.
    const locked = await repo.lockCampaigns(trx, { advertiserId, ids: rowNumbers });
    const byId = new Map(locked.map((row) => [publicId('campaign', row.id), row]));
    const answer: CampaignBudgetsAnswer = { changed: [], refused: [] };
    for (const id of new Set(ids)) {
      const row = byId.get(id);
      const before = row ? toNumber(row[field]) : 0;
      const after = row ? wanted(id, before) : 'No such campaign';
      if (typeof after === 'string') {
        answer.refused.push({ id, message: after });
        continue;
      }
      if (after === null) {
        answer.changed.push({ id, before_micros: before, after_micros: before });
        continue;
      }
      try {
        await campaigns.changeIn(trx, advertiserId, id, { [field]: after }, by);
        answer.changed.push({ id, before_micros: before, after_micros: after });
      } catch (error) {
        answer.refused.push({ id, message: sentenceOf(error) });
      }
    }
    return answer;
  }

  async function copy(trx: Trx, advertiserId: number, id: string, name: string | undefined, by: ChangedBy) {
    await requireRoom(trx, deps, advertiserId);
    const row = publicRowId('campaign', id);
    const [original] = row === null ? [] : await repo.lockCampaigns(trx, { advertiserId, ids: [row] });
    const now = clock.now();
    const draft =
      original &&
      (await copyCampaign(trx, {
        id: original.id,
        advertiserId,
        name: name ?? copyName(original.name),
        now,
      }));
    if (draft === undefined) throw new NotFoundError('No such campaign');
    await recordCreated(trx, { by, at: now }, [draft]);
    return { id: publicId('campaign', draft) };
  }

  /** Under a key once, however often it is sent. */
  const setMany =
    (amount: ManyAmount): CampaignBulkService['setBudgets'] =>
    (advertiserId, { ids, change }, by = byPerson(advertiserId), key) =>
      inCall(db, (trx) => {
        const { field, request: name } = AMOUNTS[amount];
        const work = () =>
          setEach(trx, { advertiserId, ids, by, field }, (_id, micros) =>
            changedAmount(amount, micros, change),
          );
        if (key === undefined) return work();
        const request = JSON.stringify([name, ids, change]);
        return onceByKey(trx, { advertiserId, key, request, now: clock.now() }, work);
      });

  const undoMany =
    (amount: ManyAmount): CampaignBulkService['undoBudgets'] =>
    (advertiserId, { changed }, by = byPerson(advertiserId)) => {
      const { field, changedSince } = AMOUNTS[amount];
      const made = new Map(changed.map((change) => [change.id, change]));
      const ids = [...made.keys()];
      return inCall(db, (trx) =>
        setEach(trx, { advertiserId, ids, by, field }, (id, micros) => {
          const change = made.get(id);
          if (!change) return changedSince;
          // Taken back before: the answer to that was lost, and it is asked for again.
          if (change.before_micros === micros) return null;
          return change.after_micros === micros ? change.before_micros : changedSince;
        }),
      );
    };

  return {
    setBudgets: setMany('daily_budget'),
    undoBudgets: undoMany('daily_budget'),
    setBids: setMany('bid'),
    undoBids: undoMany('bid'),

    async clone(advertiserId, id, { name }, { key, by = byPerson(advertiserId) } = {}) {
      const made = await inCall(db, (trx) => {
        const work = () => copy(trx, advertiserId, id, name, by);
        if (key === undefined) return work();
        const request = JSON.stringify(['clone', id, name ?? null]);
        return onceByKey(trx, { advertiserId, key, request, now: clock.now() }, work);
      });
      return campaigns.get(advertiserId, made.id, singleDay(clock.now()));
    },
  };
}
