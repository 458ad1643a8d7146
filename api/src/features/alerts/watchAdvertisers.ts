import { eventMicros, lowestEventMicros, publicId } from '@ezdash/contracts';
import type { Clock } from '../../platform/clock';
import { type Db, inTransaction, type Trx, toNumber } from '../../platform/db';
import { type DerivedState, deriveState, findGoalHalts, findLifeCounts } from '../campaigns';
import { addDays, balancesOf, dayOf, spendableOf, spendOf } from '../figures';
import { daysLeft, paceStart, spendPerDay } from '../reporting';
import type { AlertsService } from './alerts.service';
import { type CampaignNews, campaignNews, type RememberedCampaign, type StoppedBy } from './campaignNews';
import { fundsLevel, fundsNews, type RememberedFunds } from './fundsLevel';
import type { Alert } from './letter';
import * as repo from './watch.repo';

export interface WatchDeps {
  db: Db;
  clock: Clock;
  alerts: Pick<AlertsService, 'tellAll'>;
}

/** Of a part: enough for set-based queries to be worth it, few enough that no request waits while they are compared. */
const AT_A_TIME = { advertisers: 200, campaigns: 500 };
const DAY_MS = 86_400_000;
/** A campaign that ended longer ago has been looked at, or is no news any more. */
const ENDED_DAYS = 2;
const ECHO_MS = 5 * 60_000;
/** Names in the mail about funds; of the others it says how many. */
const MOST_NAMES = 5;

interface Watched {
  row: repo.WatchedRow;
  derived: DerivedState;
  spentTodayMicros: number;
  spentTotalMicros: number;
}

/** What is known of a part of the advertisers: some set-based queries, however many there are. */
async function look(trx: Trx, ids: readonly number[], now: Date) {
  const rows = await repo.findWatched(trx, ids, new Date(now.getTime() - ENDED_DAYS * DAY_MS));
  const spend = await spendOf(
    trx,
    rows.map(({ id }) => id),
    dayOf(now),
  );
  const counts = await findLifeCounts(trx, rows);
  const goalHalts = await findGoalHalts(trx, rows);
  const balances = await balancesOf(trx, ids);
  const balanceMicros = (id: number) => {
    const balance = balances.get(id);
    return balance === undefined ? 0 : spendableOf(balance);
  };
  const watched = new Map<number, Watched[]>(ids.map((id) => [id, []]));
  for (const row of rows) {
    const spent = spend.get(row.id);
    const sums = { spentTodayMicros: spent?.todayMicros ?? 0, spentTotalMicros: spent?.totalMicros ?? 0 };
    const money = {
      ...sums,
      impressions: counts.get(row.id)?.impressions ?? 0,
      clicks: counts.get(row.id)?.clicks ?? 0,
      balanceMicros: balanceMicros(row.advertiser_id),
      // Only accounts that may show ads are looked at.
      halt: goalHalts.get(row.id) ?? null,
    };
    watched.get(row.advertiser_id)?.push({ row, derived: deriveState(subjectOf(row), money, now), ...sums });
  }
  return {
    watched,
    balanceMicros,
    spending: await repo.findSpending(trx, ids, paceStart(now)),
    funds: await repo.rememberedFunds(trx, ids),
    campaigns: await repo.rememberedCampaigns(trx, ids),
  };
}

type Look = Awaited<ReturnType<typeof look>>;

function subjectOf(row: repo.WatchedRow) {
  return {
    state: row.state,
    stateReason: row.state_reason,
    pricing: row.pricing,
    bidMicros: toNumber(row.bid_micros),
    dailyBudgetMicros: toNumber(row.daily_budget_micros),
    totalBudgetMicros: row.total_budget_micros === null ? null : toNumber(row.total_budget_micros),
    impressionLimit: row.impression_limit,
    clickLimit: row.click_limit,
    priority: row.priority,
    startsAt: row.starts_at,
    endsAt: row.ends_at,
  };
}

/** What was spent of the budget that stopped it, and what less than is left of it; nulls when it was none. */
function restOf({ row, spentTodayMicros, spentTotalMicros }: Watched, why: StoppedBy) {
  if (why === 'ended') return { spend_micros: null, lowest_micros: null };
  const event = eventMicros(row.pricing, toNumber(row.bid_micros));
  return {
    spend_micros: why === 'daily-budget' ? spentTodayMicros : spentTotalMicros,
    lowest_micros: lowestEventMicros(row.pricing, row.priority, event),
  };
}

function campaignAlert(watched: Watched, news: CampaignNews, now: Date): Alert {
  const { id, advertiser_id, ...row } = watched.row;
  const whom = { userId: advertiser_id, occurrence: `${id}:${now.getTime()}` };
  const campaign = { campaign_id: publicId('campaign', id), campaign: row.name };
  if (news.event === 'campaign_started') {
    const data = {
      ...campaign,
      daily_budget_micros: toNumber(row.daily_budget_micros),
      started_at: now.toISOString(),
      ends_at: row.ends_at?.toISOString() ?? null,
    };
    return { ...whom, event: news.event, data };
  }
  const { event, why, budgetMicros } = news;
  // The day of budgets begins at 00:00 UTC.
  const resumesAt = why === 'daily-budget' ? `${addDays(dayOf(now), 1)}T00:00:00.000Z` : null;
  return {
    ...whom,
    event,
    data: {
      ...campaign,
      why,
      budget_micros: budgetMicros,
      ...restOf(watched, why),
      stopped_at: now.toISOString(),
      resumes_at: resumesAt,
    },
  };
}

const isSame = (a: RememberedCampaign | null, b: RememberedCampaign) =>
  a?.state === b.state &&
  a.started === b.started &&
  a.stopTold === b.stopTold &&
  a.stopToldAt === b.stopToldAt;

/** What is new of the campaigns of one advertiser, and what to remember of them. */
function compareCampaigns(found: Look, advertiserId: number, now: Date) {
  const isFirst = !found.funds.has(advertiserId);
  const alerts: Alert[] = [];
  const changed: repo.ChangedCampaign[] = [];
  for (const watched of found.watched.get(advertiserId) ?? []) {
    const { row, derived, spentTotalMicros } = watched;
    const before = found.campaigns.get(row.id) ?? null;
    const { dailyBudgetMicros, totalBudgetMicros } = subjectOf(row);
    const current = { ...derived, dailyBudgetMicros, totalBudgetMicros, spentTotalMicros };
    const { news, remembered } = campaignNews(before, current, isFirst, now);
    if (!isSame(before, remembered)) changed.push({ ...remembered, campaignId: row.id, advertiserId });
    if (news) alerts.push(campaignAlert(watched, news, now));
  }
  return { alerts, changed };
}

/** What is new of the money of one advertiser, and what to remember of it; nulls when nothing is. */
function compareFunds(
  found: Look,
  userId: number,
  now: Date,
): { alert: Alert | null; changed: (RememberedFunds & { userId: number }) | null } {
  const watched = found.watched.get(userId) ?? [];
  const unfunded = watched.filter(({ derived }) => derived.state === 'unfunded');
  const funded = watched.filter(({ derived }) => ['running', 'budgetReached'].includes(derived.state));
  const balanceMicros = found.balanceMicros(userId);
  const spending = found.spending.get(userId) ?? { spendMicros: 0, firstHour: null };
  const before = found.funds.get(userId) ?? null;
  const left = daysLeft(balanceMicros, spending, now);
  const counts = { unfunded: unfunded.length, funded: funded.length };
  const level = fundsLevel({ balanceMicros, daysLeft: left, ...counts }, before);
  if (before?.level === level) return { alert: null, changed: null };
  const event = fundsNews(before?.level ?? null, level);
  const shown = Math.max(0, balanceMicros);
  const whom = { userId, occurrence: `${userId}:${now.getTime()}` };
  const names = unfunded.map(({ row }) => row.name);
  let alert: Alert | null = null;
  if (event === 'funds_out' && names.length > 0)
    alert = {
      ...whom,
      event,
      data: {
        balance_micros: shown,
        campaigns: names.slice(0, MOST_NAMES),
        more: Math.max(0, names.length - MOST_NAMES),
      },
    };
  if (event === 'funds_low' && left !== null) {
    const perDayMicros = Math.round(spendPerDay(spending, now) ?? 0);
    const data = { balance_micros: shown, per_day_micros: perDayMicros, days_left: left };
    alert = { ...whom, event, data };
  }
  return { alert, changed: { userId, level, balanceMicros } };
}

/** Without the start of what was approved a moment ago: that it may run now was told with the approval. */
async function withoutEcho(trx: Trx, news: readonly Alert[], now: Date): Promise<Alert[]> {
  const starters = news.filter(({ event }) => event === 'campaign_started').map(({ userId }) => userId);
  if (starters.length === 0) return [...news];
  const approved = await repo.findJustApproved(trx, starters, new Date(now.getTime() - ECHO_MS));
  return news.filter((alert) => alert.event !== 'campaign_started' || !approved.has(alert.data.campaign_id));
}

/** Compares a part of the advertisers with what is remembered of them; → the last of them, null when there are no more. */
async function watchPart(trx: Trx, { alerts }: WatchDeps, after: number, now: Date): Promise<number | null> {
  if (!(await repo.takeTurn(trx))) return null;
  const ids = await repo.findActive(trx, after, AT_A_TIME);
  if (ids.length === 0) return null;
  const found = await look(trx, ids, now);
  const news: Alert[] = [];
  const campaigns: repo.ChangedCampaign[] = [];
  const funds: (RememberedFunds & { userId: number })[] = [];
  for (const id of ids) {
    const ofCampaigns = compareCampaigns(found, id, now);
    const ofFunds = compareFunds(found, id, now);
    news.push(...ofCampaigns.alerts, ...(ofFunds.alert ? [ofFunds.alert] : []));
    campaigns.push(...ofCampaigns.changed);
    if (ofFunds.changed) funds.push(ofFunds.changed);
  }
  await repo.rememberCampaigns(trx, campaigns);
  await repo.rememberFunds(trx, funds, now);
  await alerts.tellAll(trx, await withoutEcho(trx, news, now));
  return ids.at(-1) ?? null;
}

/**
 * Finds campaigns that started or that the network stopped, and money that runs low or out: the present state of every
 * active advertiser against the remembered one. Each part is one transaction that only one process works on at a time,
 * and what it tells is remembered in it: nothing is told twice, and nothing is lost when a process dies.
 */
export async function watchAdvertisers(deps: WatchDeps): Promise<void> {
  const { db, clock } = deps;
  await inTransaction(db, async (trx) => {
    if (await repo.takeTurn(trx)) await repo.forgetInactive(trx);
  });
  let after: number | null = 0;
  while (after !== null) {
    const last: number = after;
    after = await inTransaction(db, (trx) => watchPart(trx, deps, last, clock.now()));
  }
}
