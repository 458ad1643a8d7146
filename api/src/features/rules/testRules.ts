import type { RuleInput } from '@ezdash/contracts';
import { sql } from 'kysely';
import type { Jobs } from '../../platform/jobs';
import { silentLog } from '../../platform/log';
import { type AppWorld, fakeClock, openApp } from '../../testing';
import { createCampaignsFeature } from '../campaigns';
import { createRulesFeature, type RuleAlert, type RulesFeature } from '.';

/** 14:20 on a Saturday: the last full hour with time to settle ended at 14:00. */
export const NOW = '2026-11-21T14:20:00.000Z';

export interface RuleWorld extends AppWorld {
  clock: ReturnType<typeof fakeClock>;
  rules: RulesFeature;
  /** Until when figures are said to be there; up to now unless set. */
  applied: { until: Date | null };
  /** What owners were told. */
  told: RuleAlert[];
  /** A second process on the same database. */
  other: RulesFeature;
  /** Counted events of one hour. */
  count(at: string, what: Counted): Promise<void>;
}

export interface Counted {
  advertiser: number;
  campaign: number;
  creative?: number;
  zone?: number;
  impressions?: number;
  clicks?: number;
  conversions?: number;
  spend?: number;
}

/** The rules do not wait for jobs here: `evaluate` is called. */
const noJobs = { queue: (name: string) => ({ name, send: async () => null }) } as unknown as Pick<
  Jobs,
  'queue'
>;

/** The rules with campaigns, on a database of their own, at a fixed time. */
export async function openRules(): Promise<RuleWorld> {
  const clock = fakeClock(NOW);
  const made: RulesFeature[] = [];
  const applied: RuleWorld['applied'] = { until: null };
  const told: RuleAlert[] = [];
  const tell = async (_trx: unknown, alert: RuleAlert) => void told.push(alert);
  const appliedUntil = () => applied.until ?? clock.now();
  const app = await openApp(({ db }) => {
    const campaigns = createCampaignsFeature({ db, clock });
    const deps = { db, clock, log: silentLog, jobs: noJobs, doors: campaigns, appliedUntil, tell };
    made.push(createRulesFeature(deps), createRulesFeature(deps));
    return { clock, mounts: [...campaigns.mounts, ...(made[0]?.mounts ?? [])] };
  });
  const [rules, other] = made;
  if (!rules || !other) throw new Error('The rules were not made');
  return {
    ...app,
    clock,
    rules,
    applied,
    told,
    other,
    async count(at, what) {
      const { creative = 1, zone = 1, impressions = 0, clicks = 0, conversions = 0, spend = 0 } = what;
      await sql`INSERT INTO rollup_hourly (hour, campaign_id, creative_id, zone_id, country, device, advertiser_id,
          publisher_id, property_id, impressions, clicks, conversions, spend_micros)
        VALUES (${at}, ${what.campaign}, ${creative}, ${zone}, 'DE', 1, ${what.advertiser}, 1, 1, ${impressions},
          ${clicks}, ${conversions}, ${spend})`.execute(app.db);
    },
  };
}

/** Pauses a campaign that spent 10 and more in a day without a conversion. */
export const SILENT: RuleInput = {
  name: 'Spends and sells nothing',
  scope: 'campaign',
  campaign_ids: [],
  match: 'all',
  conditions: [
    { metric: 'spend', comparison: 'at-least', value: 10_000_000, hours: 24 },
    { metric: 'conversions', comparison: 'at-most', value: 0, hours: 24 },
  ],
  action: { kind: 'pause' },
  every: 'hour',
  cooldown_hours: 24,
  most_per_day: 10,
};
