import type { Earnings, EarningsDeductionList, Payout } from '@ezdash/contracts';

const UNIT = 1_000_000;

/** A publisher with a month of each state and something to ask for, on 16 November. */
export function makeEarnings(change: Partial<Earnings> = {}): Earnings {
  return {
    now: '2026-11-16T12:00:00Z',
    currency: 'USD',
    estimated_micros: 64_120_400,
    validating_micros: 210 * UNIT,
    payable_micros: 120_001_234,
    debt_micros: 0,
    on_the_way_micros: 0,
    paid_micros: 1_240 * UNIT,
    last_paid_at: '2026-11-05T09:00:00Z',
    terms_days: 30,
    threshold_micros: 50 * UNIT,
    deducted_micros: 18 * UNIT,
    next_release: { at: '2026-12-01T00:00:00Z', micros: 210 * UNIT },
    method: { id: 'm1', label: 'Test bank Germany 3000', locked_until: null },
    request: { ok: true, amount_micros: 120 * UNIT },
    months: [
      {
        period: '2026-11-01',
        state: 'estimated',
        earned_micros: 64_120_400,
        deducted_micros: 0,
        released_micros: null,
        release_at: '2026-12-31T00:00:00Z',
      },
      {
        period: '2026-10-01',
        state: 'validating',
        earned_micros: 228 * UNIT,
        deducted_micros: 18 * UNIT,
        released_micros: null,
        release_at: '2026-12-01T00:00:00Z',
      },
      {
        period: '2026-09-01',
        state: 'released',
        earned_micros: 120_001_234,
        deducted_micros: 0,
        released_micros: 120_001_234,
        release_at: '2026-10-31T00:02:00Z',
      },
    ],
    ...change,
  };
}

export function makePayout(change: Partial<Payout> = {}): Payout {
  return {
    id: 'po_1000',
    state: 'paid',
    amount_micros: 1_240 * UNIT,
    currency: 'USD',
    method: 'Test bank Germany 3000',
    requested_at: '2026-11-02T10:00:00Z',
    due_at: '2026-11-07T10:00:00Z',
    sent_at: '2026-11-03T08:00:00Z',
    ended_at: '2026-11-05T09:00:00Z',
    reason: '',
    reference: 'T-17',
    documents: [{ id: 'doc_1000', number: 'PAY-2026-000001', kind: 'payout_statement' }],
    made_of: {
      from: '2026-09-01',
      to: '2026-10-01',
      earnings_micros: 1_236 * UNIT,
      referral_micros: 4 * UNIT,
    },
    ...change,
  };
}

/** What comes to the months' 18.00, with more behind it. */
export function makeDeductions(): EarningsDeductionList {
  return {
    deductions: [
      {
        id: 'traffic-7',
        cause: 'invalid_traffic',
        reason: 'data-centre',
        booked_from: '2026-11-10',
        booked_to: '2026-11-11',
        traffic: { from: '2026-10-02', to: '2026-10-03', events: 42 },
        amount_micros: 17_500_000,
      },
      {
        id: 'conversion-2026-11',
        cause: 'conversion',
        reason: null,
        booked_from: '2026-11-04',
        booked_to: '2026-11-04',
        traffic: null,
        amount_micros: 500_000,
      },
    ],
    next: 'conversion-2026-11',
    total_micros: 18 * UNIT,
  };
}
