import { randomUUID } from 'node:crypto';
import {
  type GatewayGiveBack,
  type GatewayPayment,
  GatewayRefused,
  type PaymentGateway,
  WebhookRefused,
} from '../gateways';

const CENT = 10_000n;

/** What the gateway has in its books. */
interface Kept {
  externalId: string;
  chargedMicros: bigint;
  currency: string;
  state: GatewayPayment['state'];
  failure: 'declined' | 'insufficient-funds';
  paidMicros: bigint;
  refunds: GatewayGiveBack[];
  disputes: GatewayGiveBack[];
}

type Call = 'beginCheckout' | 'charge' | 'read' | 'cancel' | 'refund';
/** `before`: it fails and has done nothing; `after`: it has done it, and the answer is lost. */
type Fault = 'before' | 'after' | 'refused';

export interface TestGateway extends PaymentGateway {
  calls: Call[];
  /** By external id. */
  kept: Map<string, Kept>;
  /** The next calls of this kind fail so. */
  fail(call: Call, ...faults: Fault[]): void;
  /** What becomes of charges; paid unless said otherwise. */
  charging: GatewayPayment['state'];
  /** What becomes of refunds at once. */
  refunding: GatewayGiveBack['state'];
  set(externalId: string, change: Partial<Kept>): void;
  /** Something that somebody else took back. */
  takeBack(externalId: string, kind: 'refunds' | 'disputes', amountMicros: bigint): GatewayGiveBack;
}

/** A gateway of the tests' own, which does what it is told: late, twice, wrong or not at all. */
export function createTestGateway({
  id = 'test',
  way = 'checkout' as PaymentGateway['way'],
  fee = { bps: 250, fixedMicros: 300_000n },
} = {}): TestGateway {
  const kept = new Map<string, Kept>();
  const byKey = new Map<string, string>();
  const refundsByKey = new Map<string, GatewayGiveBack>();
  const faults = new Map<Call, Fault[]>();
  const calls: Call[] = [];

  /** Runs a call with the fault that waits for it. */
  async function run<T>(call: Call, work: () => T): Promise<T> {
    calls.push(call);
    const fault = faults.get(call)?.shift();
    if (fault === 'before') throw new Error('The gateway is away');
    if (fault === 'refused') throw new GatewayRefused('No');
    const answer = work();
    // Others get a turn, as they do over a network.
    await new Promise((resolve) => setImmediate(resolve));
    if (fault === 'after') throw new Error('The answer was lost');
    return answer;
  }

  function open(key: string, chargedMicros: bigint, currency: string, state: GatewayPayment['state']): Kept {
    const known = kept.get(byKey.get(key) ?? '');
    if (known) return known;
    if (chargedMicros % CENT !== 0n) throw new GatewayRefused('Whole cents');
    const made: Kept = {
      externalId: `ext_${randomUUID()}`,
      chargedMicros,
      currency,
      state,
      failure: 'declined',
      paidMicros: chargedMicros,
      refunds: [],
      disputes: [],
    };
    kept.set(made.externalId, made);
    byKey.set(key, made.externalId);
    return made;
  }

  function shown(externalId: string): GatewayPayment {
    const found = kept.get(externalId);
    if (!found) return { state: 'expired' };
    if (found.state === 'failed') return { state: 'failed', failure: found.failure };
    if (found.state !== 'paid') return { state: found.state };
    return {
      state: 'paid',
      paidMicros: found.paidMicros,
      currency: found.currency,
      transactionId: `txn_${externalId}`,
      methodLabel: 'Visa 4242',
      refunds: found.refunds.map((each) => ({ ...each })),
      disputes: found.disputes.map((each) => ({ ...each })),
    };
  }

  const find = (externalId: string): Kept => {
    const found = kept.get(externalId);
    if (!found) throw new GatewayRefused(`There is no ${externalId}`);
    return found;
  };

  const gateway: TestGateway = {
    id,
    name: id === 'test' ? 'Test cards' : id,
    way,
    leastMicros: 100_000_000n,
    mostMicros: 50_000_000_000n,
    fee,
    charges: way === 'checkout',
    calls,
    kept,
    charging: 'paid',
    refunding: 'done',
    fail: (call, ...next) => faults.set(call, next),
    set: (externalId, change) => {
      Object.assign(find(externalId), change);
    },
    takeBack: (externalId, kind, amountMicros) => {
      const back: GatewayGiveBack = {
        id: `back_${randomUUID()}`,
        amountMicros,
        state: 'done',
        askedWith: null,
      };
      find(externalId)[kind].push(back);
      return back;
    },
    beginCheckout: ({ idempotencyKey, chargedMicros, currency }) =>
      run('beginCheckout', () => {
        const { externalId } = open(idempotencyKey, chargedMicros, currency, 'open');
        return { externalId, url: way === 'transfer' ? null : `https://pay.test/${externalId}` };
      }),
    charge: ({ idempotencyKey, chargedMicros, currency }) =>
      run('charge', () => {
        const { externalId } = open(idempotencyKey, chargedMicros, currency, gateway.charging);
        const payment = shown(externalId);
        return {
          externalId,
          payment,
          url: payment.state === 'open' ? `https://pay.test/${externalId}` : null,
        };
      }),
    read: (externalId) =>
      run('read', () => (way === 'transfer' ? { state: 'open' as const } : shown(externalId))),
    cancel: (externalId) =>
      run('cancel', () => {
        const found = kept.get(externalId);
        if (found?.state === 'open') found.state = 'cancelled';
      }),
    refund: ({ externalId, amountMicros, idempotencyKey }) =>
      run('refund', () => {
        const known = refundsByKey.get(idempotencyKey);
        if (known) return { ...known };
        const back: GatewayGiveBack = {
          id: `back_${randomUUID()}`,
          amountMicros,
          state: gateway.refunding,
          askedWith: idempotencyKey,
        };
        refundsByKey.set(idempotencyKey, back);
        find(externalId).refunds.push(back);
        return { ...back };
      }),
    readWebhook: async (body, headers) => {
      if (headers['x-test-signature'] !== 'good') throw new WebhookRefused('Not ours');
      return JSON.parse(body.toString('utf8'));
    },
  };
  return gateway;
}
