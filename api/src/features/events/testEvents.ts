import { type CampaignLimits, emptyPurse, type Money, type Owners, type Purse } from './billing';
import type { IngestEvent } from './journalRecords';

/** 2026-11-18 10:30 UTC. */
export const EVENT_TIME_MS = Date.UTC(2026, 10, 18, 10, 30);

let made = 0;
/** An event for tests: a counted CPM impression of a decision of its own, unless said otherwise. */
export function ingestEvent(fields: Partial<IngestEvent> = {}): IngestEvent {
  made += 1;
  return {
    type: 'event',
    kind: 1,
    invalidReason: 0,
    happenedAtMs: EVENT_TIME_MS + made,
    decisionId: `01890a5d-ac96-774b-bcce-${String(made).padStart(12, '0')}`,
    decidedAtMs: EVENT_TIME_MS,
    pricing: 0,
    zoneId: 401,
    creativeId: 301,
    campaignId: 101,
    country: 'DE',
    device: 1,
    priceMicros: 1_000,
    payoutMicros: 800,
    claimed: true,
    ...fields,
  };
}

export const OWNERS: Owners = { advertiserId: 1001, publisherId: 2001, propertyId: 201 };

export function moneyOf(
  limits: Partial<CampaignLimits> = {},
  purse: Partial<Purse> = { cashMicros: 1_000_000n },
): Money {
  return {
    campaigns: new Map([
      [
        101,
        {
          dailyBudgetMicros: 1_000_000n,
          totalBudgetMicros: null,
          totalSpentMicros: 0n,
          spentByDay: new Map(),
          ...limits,
        },
      ],
    ]),
    purses: new Map([[OWNERS.advertiserId, { ...emptyPurse(), ...purse }]]),
  };
}
