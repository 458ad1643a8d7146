import {
  type CampaignReasons,
  type Fate,
  type NoFillReason,
  PRICE_FATES,
  PRICE_GAP_PERCENTS,
  type ZoneNoFill,
} from '@ezdash/contracts';
import { type Db, toNumber } from '../../platform/db';
import { NotFoundError } from '../../platform/errors';
import { type Period, publicRowId } from '../figures';
import type { Viewer } from './decisions.service';
import { type FateSum, readCampaignFates, readZoneRequests } from './fates.repo';
import { missedPart } from './missedPart';
import { readOwnEcpm } from './ownEcpm.repo';
import { fateName, reasonName } from './presentDecision';
import { isTold } from './rivals';
import { findCampaignNames, findZone } from './traces.repo';

const MILLION = 1_000_000;
const HALF = 2;

export interface ReasonsService {
  /** Why a campaign was not shown; throws NotFoundError for somebody else's. */
  ofCampaign(viewer: Viewer, id: string, period: Period, timezone: string): Promise<CampaignReasons>;
  /** Why a zone stayed empty; the same. */
  ofZone(viewer: Viewer, id: string, period: Period, timezone: string): Promise<ZoneNoFill>;
}

/** Millionths of a whole that add up to it as nearly as rounding lets them. */
const shareOf = (part: number, whole: number) => (whole === 0 ? 0 : Math.round((part / whole) * MILLION));

/** Sums by a name, the most frequent first. */
function ranked<Name extends string>(rows: readonly { name: Name; count: number }[]): [Name, number][] {
  const sums = new Map<Name, number>();
  for (const { name, count } of rows) sums.set(name, (sums.get(name) ?? 0) + count);
  return [...sums].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1));
}

const isWon = (fate: Fate) => fate === 'won' || fate === 'next';

interface Fared {
  day: string;
  name: Fate;
  gap: number;
  count: number;
  rivals: number;
}

const isPrice = ({ name }: Fared) => PRICE_FATES.includes(name);

function priceGap(lost: readonly Fared[], ecpmMicros: number): CampaignReasons['price_gap'] {
  const missed = PRICE_FATES.flatMap((fate) => {
    const fared = lost.filter(({ name }) => name === fate);
    return isTold(fate, fared, null) ? fared : [];
  });
  const total = missed.reduce((sum, { count }) => sum + count, 0);
  if (total === 0) return null;
  const part = missedPart(missed.map(({ gap, count }) => ({ gap, decisions: count })));
  const bounds = [...PRICE_GAP_PERCENTS, null];
  const steps = bounds.map((up_to_percent, index) => {
    const decisions = missed
      .filter(({ gap }) => gap === index + 1)
      .reduce((sum, { count }) => sum + count, 0);
    return { up_to_percent, decisions, share_ppm: shareOf(decisions, total) };
  });
  let seen = 0;
  const middle = steps.find(({ decisions }) => {
    seen += decisions;
    return seen * HALF >= total;
  });
  return {
    decisions: total,
    mean_missing_micros: Math.round(part * ecpmMicros),
    median_percent: middle?.up_to_percent ?? null,
    steps,
  };
}

const faredOf = ({ day, fate, gap, decisions, rivals }: FateSum): Fared[] => {
  const name = fateName(fate);
  return name ? [{ day, name, gap, count: toNumber(decisions), rivals }] : [];
};

/** `ecpmMicros`: what the campaign bids now. */
function presentCampaign(
  fared: readonly Fared[],
  ecpmMicros: number,
  traces: number,
  period: Period,
  timezone: string,
) {
  const lost = fared.filter(({ name }) => !isWon(name));
  const sumOf = (list: readonly Fared[]) => list.reduce((sum, { count }) => sum + count, 0);
  const answer: CampaignReasons = {
    from: period.from,
    to: period.to,
    timezone,
    traces,
    decisions: sumOf(fared),
    won: sumOf(fared.filter(({ name }) => name === 'won')),
    lost: ranked(lost).map(([fate, decisions]) => ({
      fate,
      decisions,
      share_ppm: shareOf(decisions, sumOf(lost)),
    })),
    price_gap: priceGap(lost, ecpmMicros),
    days: period.days.map((day) => {
      const ofDay = fared.filter((each) => each.day === day);
      return {
        day,
        decisions: sumOf(ofDay),
        won: sumOf(ofDay.filter(({ name }) => name === 'won')),
        main_fate: ranked(ofDay.filter(({ name }) => !isWon(name)))[0]?.[0] ?? null,
      };
    }),
  };
  return answer;
}

interface Asked {
  day: string;
  name: NoFillReason | null;
  count: number;
}

function presentZone(asked: readonly Asked[], period: Period, timezone: string): ZoneNoFill {
  const sumOf = (list: readonly Asked[]) => list.reduce((sum, { count }) => sum + count, 0);
  const empty = (list: readonly Asked[]) =>
    list.flatMap(({ name, count }) => (name === null ? [] : [{ name, count }]));
  const filled = sumOf(asked.filter(({ name }) => name === null));
  const requests = sumOf(asked);
  return {
    from: period.from,
    to: period.to,
    timezone,
    requests,
    filled,
    reasons: ranked(empty(asked)).map(([reason, count]) => ({
      reason,
      requests: count,
      share_ppm: shareOf(count, requests - filled),
    })),
    days: period.days.map((day) => {
      const ofDay = asked.filter((each) => each.day === day);
      return {
        day,
        requests: sumOf(ofDay),
        filled: sumOf(ofDay.filter(({ name }) => name === null)),
        main_reason: ranked(empty(ofDay))[0]?.[0] ?? null,
      };
    }),
  };
}

export function createReasonsService({ db }: { db: Db }): ReasonsService {
  return {
    async ofCampaign({ id: userId, role }, id, period, timezone) {
      const row = publicRowId('campaign', id);
      const [campaign] = row === null ? [] : await findCampaignNames(db, [row]);
      if (!campaign || (role !== 'admin' && campaign.advertiser_id !== userId))
        throw new NotFoundError('No such campaign');
      const { from, to } = period;
      const { rows, traces } = await readCampaignFates(db, campaign.id, { from, to, timezone });
      const fared = rows.flatMap(faredOf);
      const ecpmMicros = fared.some(isPrice) ? await readOwnEcpm(db, campaign.id, { from, to, timezone }) : 0;
      return presentCampaign(fared, ecpmMicros, traces, period, timezone);
    },

    async ofZone({ id: userId, role }, id, period, timezone) {
      const row = publicRowId('zone', id);
      const zone = row === null ? null : await findZone(db, row);
      if (!zone || (role !== 'admin' && zone.publisher_id !== userId))
        throw new NotFoundError('No such zone');
      const { from, to } = period;
      const sums = await readZoneRequests(db, zone.id, { from, to, timezone });
      const asked = sums.map(({ day, reason, requests }) => ({
        day,
        name: reasonName(reason),
        count: toNumber(requests),
      }));
      return presentZone(asked, period, timezone);
    },
  };
}
