import { DEMO_CAMPAIGNS, type DemoCampaign } from './demoCampaigns';
import { DEMO_PAYMENTS, DEMO_PEOPLE, type DemoPayment } from './demoPeople';
import { DEMO_PROPERTIES, type DemoProperty } from './demoProperties';

/** What the demo's past is made from; days count back from today. */
export interface DemoPlan {
  campaigns: readonly DemoCampaign[];
  payments: readonly DemoPayment[];
  properties: readonly DemoProperty[];
  /** How long the first account has been there. */
  accountAgeDays: number;
  /** How many page views a day has, in those of a day of the last weeks. */
  busyness(daysAgo: number): number;
}

/** The plan is written for pasts of up to two months; of longer ones, what began early began earlier. */
const PLAN_DAYS = 60;
/** Since when the eldest campaign with open end has run, but for one that ran before the past. */
const ELDEST_DAYS = 44;
const ACCOUNT_AGE_DAYS = 240;
/** Accounts were there so long before the first of their campaigns. */
const ACCOUNT_LEAD_DAYS = 60;
/** And places before the first of their visits. */
const PLACE_LEAD_DAYS = 5;
/** The network has grown: a third of the visitors came before the last weeks, and they are quicker to make. */
const LATE_DAYS = 30;
const EARLY_BUSYNESS = 0.35;
const USD = 1_000_000n;
const EARLIER_EVERY_DAYS = 30;
/** What advertisers paid in every thirty days before the plan's own payments. */
const EARLIER_PAYMENTS: readonly [email: string, dollars: bigint][] = [
  ['advertiser@demo.test', 95n],
  ['ads@morrow.test', 50n],
  ['media@tideline.test', 20n],
];

/** Whether a campaign may have begun earlier: one that waits, ends or is to spend a sum keeps its days. */
function isOpen({ email, ...campaign }: DemoCampaign): boolean {
  return (
    campaign.approvedDaysAgo !== undefined &&
    campaign.endsDaysAgo === undefined &&
    campaign.startsInDays === undefined &&
    campaign.totalBudgetMicros === undefined &&
    DEMO_PEOPLE.find((person) => person.email === email)?.joinedDaysAgo === undefined
  );
}

function earlierPayments(days: number): DemoPayment[] {
  const payments: DemoPayment[] = [];
  for (let daysAgo = days; daysAgo > LATE_DAYS; daysAgo -= EARLIER_EVERY_DAYS)
    for (const [email, dollars] of EARLIER_PAYMENTS)
      payments.push({ email, daysAgo, amountMicros: dollars * USD, kind: 'deposit' });
  return payments;
}

/** The plan of a past of so many days: as it is written, or drawn out to them. */
export function planOf(days: number): DemoPlan {
  const busyness = (daysAgo: number) => (daysAgo > LATE_DAYS ? EARLY_BUSYNESS : 1);
  const written = {
    campaigns: DEMO_CAMPAIGNS,
    payments: DEMO_PAYMENTS,
    properties: DEMO_PROPERTIES,
    accountAgeDays: ACCOUNT_AGE_DAYS,
    busyness,
  };
  if (days <= PLAN_DAYS) return written;
  const drawnOut = (daysAgo: number) => Math.min(days, Math.round((daysAgo * days) / ELDEST_DAYS));
  return {
    ...written,
    campaigns: DEMO_CAMPAIGNS.map((campaign) => {
      if (campaign.approvedDaysAgo === undefined || !isOpen(campaign)) return campaign;
      const approvedDaysAgo = drawnOut(campaign.approvedDaysAgo);
      const waited = campaign.createdDaysAgo - campaign.approvedDaysAgo;
      return { ...campaign, approvedDaysAgo, createdDaysAgo: approvedDaysAgo + waited };
    }),
    payments: [...earlierPayments(days), ...DEMO_PAYMENTS],
    properties: DEMO_PROPERTIES.map((property) =>
      property.pages.length === 0
        ? property
        : { ...property, createdDaysAgo: Math.max(property.createdDaysAgo, days + PLACE_LEAD_DAYS) },
    ),
    accountAgeDays: Math.max(ACCOUNT_AGE_DAYS, days + ACCOUNT_LEAD_DAYS),
  };
}

/** Page views of a day of the last weeks, so that a past of up to a month has so many in all. */
export const viewsOfDay = (pageViews: number, days: number): number =>
  pageViews / Math.min(LATE_DAYS, Math.max(1, days));
