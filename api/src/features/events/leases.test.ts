import { INVALID_REASONS } from '@ezdash/contracts';
import type { BilledEvent } from './billing';
import { leaseUses } from './leases';
import { ingestEvent, moneyOf, OWNERS } from './testEvents';

const overBudget = INVALID_REASONS['over-budget'];
/** Version 7, decided by process 5. */
const DECISION = '01890a5d-ac96-7005-bcce-000000000001';

const billed = (verdict: number, invalidReason = 0): BilledEvent => ({
  event: ingestEvent({ decisionId: DECISION, invalidReason }),
  owners: OWNERS,
  verdict,
  spendMicros: 0,
  payoutMicros: 0,
  bonusMicros: 0,
});
const uses = (...events: BilledEvent[]) => leaseUses(events, moneyOf({ placesLeft: 10 }));

test('what counts, and what did not fit when it was billed, comes off the lease of whoever decided it', () => {
  expect(uses(billed(0), billed(overBudget))).toMatchObject([
    { node: 5, campaignId: 101, micros: 2_000, places: 2, shownMicros: 2_000 },
  ]);
});

test('what came too late for its place took none: it frees nothing that others hold', () => {
  expect(uses(billed(overBudget, overBudget))).toEqual([]);
  expect(uses(billed(0), billed(overBudget, overBudget))).toMatchObject([{ micros: 1_000, places: 1 }]);
  expect(uses(billed(INVALID_REASONS.expired, INVALID_REASONS.expired))).toEqual([]);
});
