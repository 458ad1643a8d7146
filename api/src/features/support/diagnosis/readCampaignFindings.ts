import { type Finding, publicId } from '@ezdash/contracts';
import { sql } from 'kysely';
import { type Db, inTransaction } from '../../../platform/db';
import { type CampaignView, readCampaigns } from '../../campaigns';
import { addDays, balanceOf, dayOf, makePeriod, spendableOf } from '../../figures';
import { type CampaignFacts, campaignFinding } from './campaignFinding';
import * as repo from './diagnosis.repo';
import { type Fare, fareOf } from './fareOf';

const DAY_MS = 86_400_000;
/** Days behind what an impression costs. */
const PRICE_DAYS = 7;
/** Beyond, the hour has to do. */
const MOMENT_MS = 400;
/** Exact moments are looked up for no more. */
const MOST_MOMENTS = 4;

/** Its last event says since when it stands still. */
const isSpent = ({ campaign: { state, state_reason } }: CampaignView) =>
  state === 'budgetReached' || state === 'unfunded' || (state === 'completed' && state_reason !== 'ended');

/** When its budget was used up: to the millisecond when the events of that hour are soon read, else its hour. */
async function spentAt(db: Db, view: CampaignView, now: Date): Promise<Date | null> {
  const isDaily = view.campaign.state_reason === 'daily-budget';
  const since = new Date(isDaily ? `${dayOf(now)}T00:00:00Z` : now.getTime() - 90 * DAY_MS);
  const of = { campaignId: view.id, advertiserId: view.advertiserId };
  const hour = await repo.lastSpendHour(db, of, since);
  if (hour === null) return null;
  try {
    return await inTransaction(
      db,
      async (trx) => {
        await sql`SELECT set_config('statement_timeout', ${String(MOMENT_MS)}, true)`.execute(trx);
        return (await repo.lastSpendWithin(trx, view.id, hour)) ?? hour;
      },
      { readOnly: true, retries: 0 },
    );
  } catch {
    // Too many events for the time there is.
    return hour;
  }
}

/** What is the matter with campaigns of an advertiser, and which are well, by their rows' numbers. */
export async function readCampaignFindings(
  db: Db,
  advertiserId: number,
  campaigns: readonly repo.NamedCampaign[],
  now: Date,
): Promise<Finding[]> {
  if (campaigns.length === 0) return [];
  const ids = campaigns.map(({ id }) => id);
  const today = dayOf(now);
  const views = await readCampaigns(
    db,
    { advertiserId, ids },
    makePeriod(addDays(today, 1 - PRICE_DAYS), today),
    now,
  );
  const balanceMicros = spendableOf(await balanceOf(db, advertiserId));
  const counts = await repo.countFates(db, ids, new Date(now.getTime() - DAY_MS));
  const fareOfRow = (id: number): Fare => fareOf(counts.filter(({ campaign_id }) => campaign_id === id));
  const spent = views.filter(isSpent).slice(0, MOST_MOMENTS);
  const known = new Map<number, { at: Date | null; fare: Fare | null }>();
  for (const view of spent) {
    const at = await spentAt(db, view, now);
    const since =
      at && view.campaign.state_reason === 'daily-budget' ? await repo.countFates(db, [view.id], at) : null;
    known.set(view.id, { at, fare: since && fareOf(since) });
  }
  const rows = new Map(campaigns.map((row) => [publicId('campaign', row.id), row]));
  return views.flatMap(({ id, campaign }) => {
    const row = rows.get(campaign.id);
    const facts: CampaignFacts = {
      submittedAt: row?.submitted_at ?? null,
      ahead: row?.ahead ?? 0,
      impressions: row?.impressions ?? 0,
      impressionsToday: row?.impressions_today ?? 0,
      spentMicros: row?.spent_micros ?? 0,
      goalsChangedAt: row?.goals_changed_at ?? null,
      leavingSince: row?.leaving_since ?? null,
      reviewedAt: row?.reviewed_at ?? null,
      balanceMicros,
      lastSpendAt: known.get(id)?.at ?? null,
      fare: fareOfRow(id),
      fareSince: known.get(id)?.fare ?? null,
    };
    return campaignFinding(campaign, facts, now) ?? [];
  });
}
