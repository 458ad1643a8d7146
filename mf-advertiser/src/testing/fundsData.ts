import type {
  AutoTopUp,
  DepositWay,
  Funds,
  FundsLine,
  OfferedPromo,
  Payment,
  TransactionList,
} from '@ezdash/contracts';

/** Contract-shaped answers for the tests of the funds page. */
export const METHOD_ID = '0b9f4b0e-6f0c-4f9e-8a53-000000000001';

export function makeWay(change: Partial<DepositWay> = {}): DepositWay {
  return {
    gateway: 'stripe',
    name: 'Stripe',
    way: 'checkout',
    least_micros: 100_000_000,
    most_micros: 100_000_000_000,
    fee_bps: 0,
    fee_micros: 0,
    methods: [],
    ...change,
  };
}

export const kept = {
  id: METHOD_ID,
  kind: 'card' as const,
  label: 'Visa 4242',
  expired: false,
  is_default: true,
};

export function makeFunds(change: Partial<Funds> = {}): Funds {
  return {
    now: '2026-11-21T14:06:00Z',
    currency: 'USD',
    final_until: '2026-11-21T14:00:00Z',
    balance: {
      total_micros: 4_218_400_000,
      cash_micros: 3_802_180_000,
      bonus_micros: 416_220_000,
      held_micros: 100_000_000,
      refunding_micros: 0,
    },
    credit: null,
    per_day_micros: 690_000_000,
    days_left: 6.1,
    ways: [
      makeWay(),
      makeWay({
        gateway: 'bank-transfer',
        name: 'Bank transfer',
        way: 'transfer',
        least_micros: 500_000_000,
      }),
    ],
    open_payments: [],
    auto_top_up: null,
    ...change,
  };
}

export function makePayment(change: Partial<Payment> = {}): Payment {
  return {
    id: 'pay_2s8',
    type: 'deposit',
    state: 'pending',
    origin: 'person',
    currency: 'USD',
    amount_micros: 1_000_000_000,
    fee_micros: 0,
    charged_micros: 1_000_000_000,
    bonus_micros: 0,
    promo_code: null,
    gateway: { id: 'stripe', name: 'Stripe', way: 'checkout' },
    method: null,
    failure: null,
    refunded_micros: 0,
    refunding_micros: 0,
    charged_back_micros: 0,
    next: { kind: 'checkout', url: 'https://pay.stripe.test/c/1' },
    documents: [],
    created_at: '2026-11-21T14:02:00Z',
    ended_at: null,
    expires_at: null,
    ...change,
  };
}

export function makeLine(change: Partial<FundsLine> = {}): FundsLine {
  return {
    id: 'tx_9a1',
    occurred_at: '2026-11-21T14:00:00Z',
    kind: 'ad_spend',
    params: { from: '2026-11-21T13:00:00Z', to: '2026-11-21T14:00:00Z', campaigns: 3, events: 41_206 },
    description: '',
    amount_micros: -86_412_700,
    balance_micros: 4_218_400_000,
    payment: null,
    documents: [],
    ...change,
  };
}

export const depositLine = makeLine({
  id: 'tx_9a0',
  kind: 'deposit',
  occurred_at: '2026-11-20T09:12:00Z',
  params: { method: 'Visa 4242', fee_micros: 0 },
  amount_micros: 2_000_000_000,
  balance_micros: 4_212_720_000,
  payment: { id: 'pay_2s7', state: 'completed' },
  documents: [{ id: 'doc_1aa', number: 'INV-2026-000412', kind: 'invoice' }],
});

export function makeLines(lines: FundsLine[], change: Partial<TransactionList> = {}): TransactionList {
  return { lines, next: null, total: lines.length, ...change };
}

export function makePromo(change: Partial<OfferedPromo> = {}): OfferedPromo {
  return {
    code: 'WINTER10',
    name: 'Winter',
    description: 'For the cold months',
    discount_type: 'percentage',
    discount_value: 10,
    bonus_most_micros: 500_000_000,
    minimum_micros: 100_000_000,
    valid_until: '2026-12-31T00:00:00Z',
    ...change,
  };
}

export function makeTopUp(change: Partial<AutoTopUp> = {}): AutoTopUp {
  return {
    enabled: true,
    below_micros: 100_000_000,
    amount_micros: 500_000_000,
    month_most_micros: 2_000_000_000,
    method_id: METHOD_ID,
    method: 'Visa 4242',
    month_micros: 500_000_000,
    stopped: null,
    last_payment: null,
    ...change,
  };
}
