import type { Db } from '../../platform/db';
import { expectedCtrPpm, meanClickRate, rankedCtrPpm } from './hot/learning/clickRates';
import { type Learned, NOTHING_LEARNED } from './hot/learning/creativeWeights';
import { type CreativeSum, readNewSums, readOldSums } from './learning.repo';

const HOUR_MS = 3_600_000;
/** Figures that changed by a smaller part than this count as the same. */
const NEAR = 0.01;

/** What the counted impressions and clicks of the last weeks say. */
export interface Learning {
  /** By creative; those that were not shown are missing. */
  creatives: ReadonlyMap<number, Learned>;
  /** Clicks per million impressions that a campaign ranks by. */
  ctrPpm(campaignId: number): number;
}

export interface Learner {
  /** The sums as they are in the database. Older hours are read once an hour, those since then each time. */
  read(): Promise<Learning>;
}

export interface LearnerOptions {
  db: Db;
  now: () => number;
  /** Whether click rates of young campaigns are sometimes drawn; otherwise they are always the expected ones. */
  explores: boolean;
}

function add(sums: Map<number, Learned>, id: number, { impressions, clicks }: Learned): void {
  const known = sums.get(id) ?? NOTHING_LEARNED;
  sums.set(id, { impressions: known.impressions + impressions, clicks: known.clicks + clicks });
}

/** A change that no choice would show. */
const isNear = (known: number, now: number) => Math.abs(now - known) <= known * NEAR;

/** Nothing known: what everybody is taken for who was never shown. */
export const NO_LEARNING: Learning = {
  creatives: new Map(),
  ctrPpm: () => expectedCtrPpm(NOTHING_LEARNED, meanClickRate(NOTHING_LEARNED)),
};

export function createLearner({ db, now, explores }: LearnerOptions): Learner {
  let boundaryMs = Number.NaN;
  let old: CreativeSum[] = [];
  let kept: ReadonlyMap<number, Learned> = new Map();

  /** The same objects for nearly the same figures: what was made of them stays good. */
  function keep(sums: Map<number, Learned>): ReadonlyMap<number, Learned> {
    for (const [id, sum] of sums) {
      const known = kept.get(id);
      if (known && isNear(known.impressions, sum.impressions) && isNear(known.clicks, sum.clicks))
        sums.set(id, known);
    }
    kept = sums;
    return sums;
  }

  return {
    async read() {
      // The hour that has just ended is still being written.
      const wanted = Math.floor(now() / HOUR_MS) * HOUR_MS - HOUR_MS;
      if (wanted !== boundaryMs) {
        old = await readOldSums(db, now(), new Date(wanted));
        boundaryMs = wanted;
      }
      const rows = [...old, ...(await readNewSums(db, new Date(boundaryMs)))];
      const creatives = new Map<number, Learned>();
      const campaigns = new Map<number, Learned>();
      const all = { impressions: 0, clicks: 0 };
      for (const row of rows) {
        add(creatives, row.creative_id, row);
        if (row.pricing !== 'CPC') continue;
        add(campaigns, row.campaign_id, row);
        all.impressions += row.impressions;
        all.clicks += row.clicks;
      }
      const mean = meanClickRate(all);
      const readAtMs = now();
      return {
        creatives: keep(creatives),
        ctrPpm: (id) => {
          const learned = campaigns.get(id) ?? NOTHING_LEARNED;
          return explores ? rankedCtrPpm(id, learned, mean, readAtMs) : expectedCtrPpm(learned, mean);
        },
      };
    },
  };
}
