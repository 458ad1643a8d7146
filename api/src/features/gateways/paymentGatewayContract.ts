import { randomUUID } from 'node:crypto';
import { silentLog } from '../../platform/log';
import { type CallPolicy, callGateway } from './callGateway';
import { GatewayRefused } from './Gateway';
import type {
  ChargeOrder,
  CheckoutOrder,
  GatewayPayment,
  PaymentGateway,
  WebhookHeaders,
} from './PaymentGateway';
import { WebhookRefused } from './PaymentGateway';

export type PageOutcome = 'paid' | 'declined' | 'cancelled' | 'confirming' | '3ds-passed' | '3ds-failed';

/** A webhook as it came over the wire. */
export interface Received {
  body: Buffer;
  headers: WebhookHeaders;
}

/** A gateway that takes payments, with somebody who visits its page. */
export interface PaymentGatewayUnderTest {
  gateway: PaymentGateway;
  payer: CheckoutOrder['payer'];
  /** Does at the gateway's page what leads there. */
  visit(url: string, outcome: PageOutcome): Promise<void>;
  /** Its page lets who was declined, or who left, try again: the checkout is open until it expires. */
  staysOpen?: boolean;
  /** Lets so much time pass that a checkout that is open expires. */
  expire(): Promise<void>;
  /** What was confirming has become known: it is paid. */
  settle(externalId: string): Promise<void>;
  /** Keeps a method that behaves so when it is charged; → its token. */
  keep(behaviour: 'paid' | 'declined' | 'confirm'): Promise<string>;
  /** Pays at the page what the payer's bank takes back then. */
  payAndDispute(url: string): Promise<void>;
  /** The first webhook that has come about the payment. */
  told(externalId: string): Promise<Received>;
  /** What was sent by the gateway that it would sign, too, but that this side has never heard of. */
  unknownWebhook(): Promise<Received>;
  /** Lets minutes pass for who reads webhooks. */
  pass(minutes: number): void;
  close(): Promise<void>;
}

const POLICY: CallPolicy = { timeoutMs: 10_000, tries: 4, firstPauseMs: 1 };
const AMOUNT = 123_450_000n;

/** What every gateway that takes payments must keep to: call it in a test file of the gateway's own. */
export function paymentGatewayContract(name: string, open: () => Promise<PaymentGatewayUnderTest>): void {
  describe(`${name} keeps to the contract of payments`, () => {
    let under: PaymentGatewayUnderTest;
    beforeAll(async () => {
      under = await open();
    });
    afterAll(() => under.close());

    const call = <T>(work: (gateway: PaymentGateway, signal: AbortSignal) => Promise<T>): Promise<T> =>
      callGateway(under.gateway, silentLog, (signal) => work(under.gateway, signal), POLICY);
    const order = (chargedMicros = AMOUNT): CheckoutOrder => ({
      paymentId: `pay_${randomUUID().slice(0, 8)}`,
      chargedMicros,
      currency: 'EUR',
      description: 'Deposit to the advertising account',
      idempotencyKey: randomUUID(),
      payer: under.payer,
      returnUrl: 'https://app.test/payment/result?payment=pay_1',
    });
    const begin = async (made: CheckoutOrder) => {
      const { externalId, url } = await call((gateway, signal) => gateway.beginCheckout(made, signal));
      if (url === null) throw new Error('There is no page to visit');
      return { externalId, url };
    };
    const read = (externalId: string) => call((gateway, signal) => gateway.read(externalId, signal));
    async function visited(outcome: PageOutcome, made = order()) {
      const { externalId, url } = await begin(made);
      await under.visit(url, outcome);
      return externalId;
    }
    const paid = (micros = AMOUNT) => ({
      state: 'paid',
      paidMicros: micros,
      currency: 'EUR',
      transactionId: expect.stringMatching(/^.{4,}$/),
      methodLabel: expect.stringMatching(/ \d{4}$/),
      refunds: [],
      disputes: [],
    });
    const refund = (externalId: string, amountMicros: bigint, idempotencyKey: string = randomUUID()) =>
      call((gateway, signal) =>
        gateway.refund({ externalId, amountMicros, currency: 'EUR', idempotencyKey }, signal),
      );
    async function backs(externalId: string) {
      const payment = await read(externalId);
      if (payment.state !== 'paid') throw new Error(`It is ${payment.state}`);
      return payment;
    }
    /** What callGateway makes of a refusal names it as its cause. */
    const refused = { code: 'GATEWAY_FAILED', cause: expect.any(GatewayRefused) };

    describe('a checkout', () => {
      it('is open until something is done, and the same key is the same one', async () => {
        const made = order();
        const first = await begin(made);
        expect(URL.canParse(first.url)).toBe(true);
        expect(await begin(made)).toEqual(first);
        expect(await read(first.externalId)).toEqual({ state: 'open' });
      });

      it('of many at once with one key is one', async () => {
        const made = order();
        const all = await Promise.all(Array.from({ length: 8 }, () => begin(made)));
        expect(new Set(all.map(({ externalId }) => externalId)).size).toBe(1);
      });

      it('with a key that was used for another order is refused', async () => {
        const made = order();
        await begin(made);
        await expect(begin({ ...made, chargedMicros: AMOUNT + 10_000n })).rejects.toMatchObject(refused);
      });

      it.each([100_000_000n, 100_010_000n, 99_999_990_000n])(
        'takes %d micros to the cent',
        async (micros) => {
          expect(await read(await visited('paid', order(micros)))).toEqual(paid(micros));
        },
      );

      it('with parts of a cent is refused', async () => {
        await expect(begin(order(100_000_001n))).rejects.toMatchObject(refused);
      });

      it('that is paid answers the same every time', async () => {
        const externalId = await visited('paid');
        const first = await read(externalId);
        expect(first).toEqual(paid());
        expect(await read(externalId)).toEqual(first);
      });

      it.each(['declined', 'cancelled'] as const)('that was %s takes nothing', async (outcome) => {
        const payment = await read(await visited(outcome));
        if (under.staysOpen) expect(payment).toEqual({ state: 'open' });
        else if (outcome === 'declined') expect(payment).toEqual({ state: 'failed', failure: 'declined' });
        else expect(payment).toEqual({ state: 'cancelled' });
      });

      it('is confirming until what becomes of it is known', async () => {
        const externalId = await visited('confirming');
        expect(await read(externalId)).toEqual({ state: 'confirming' });
        await under.settle(externalId);
        expect(await read(externalId)).toEqual(paid());
      });

      it('is paid once the payer has proved who they are, and not when they could not', async () => {
        expect(await read(await visited('3ds-passed'))).toEqual(paid());
        const { state } = await read(await visited('3ds-failed'));
        expect(state).toBe(under.staysOpen ? 'open' : 'failed');
      });

      it('that nobody knows has expired', async () => {
        expect(await read(randomUUID())).toEqual({ state: 'expired' });
      });
    });

    describe('cancelling', () => {
      const cancel = (externalId: string) => call((gateway, signal) => gateway.cancel(externalId, signal));

      it('ends what is open, for good, and bears being repeated', async () => {
        const { externalId, url } = await begin(order());
        await cancel(externalId);
        await cancel(externalId);
        expect(['cancelled', 'expired']).toContain((await read(externalId)).state);
        await under.visit(url, 'paid').catch(() => {});
        expect(['cancelled', 'expired']).toContain((await read(externalId)).state);
      });

      it('leaves what is paid', async () => {
        const externalId = await visited('paid');
        await cancel(externalId);
        expect(await read(externalId)).toEqual(paid());
      });

      it('of what is not there is no failure', async () => {
        await cancel(randomUUID());
      });
    });

    describe('a stored method', () => {
      const chargeOf = (token: string): ChargeOrder => {
        const { returnUrl: _, ...rest } = order();
        return { ...rest, token };
      };
      const charge = (made: ChargeOrder) => call((gateway, signal) => gateway.charge(made, signal));

      it('is charged at once, and once for a key', async () => {
        const made = chargeOf(await under.keep('paid'));
        const first = await charge(made);
        expect(first).toEqual({ externalId: expect.any(String), payment: paid(), url: null });
        const all = await Promise.all(Array.from({ length: 5 }, () => charge(made)));
        for (const again of all) expect(again).toEqual(first);
        expect(await read(first.externalId)).toEqual(first.payment);
      });

      it('that is declined takes nothing, the same every time', async () => {
        const made = chargeOf(await under.keep('declined'));
        const first = await charge(made);
        expect(first).toMatchObject({ payment: { state: 'failed', failure: 'declined' }, url: null });
        expect(await charge(made)).toEqual(first);
        expect(await read(first.externalId)).toEqual(first.payment);
      });

      it.each([
        ['passes', true],
        ['fails', false],
      ] as const)('asks the payer, and the proof %s', async (_, passes) => {
        const made = chargeOf(await under.keep('confirm'));
        const { externalId, payment, url } = await charge(made);
        expect(payment).toEqual({ state: 'open' });
        expect(await charge(made)).toEqual({ externalId, payment, url });
        await under.visit(String(url), passes ? '3ds-passed' : '3ds-failed');
        const after: GatewayPayment = await read(externalId);
        if (passes) expect(after).toEqual(paid());
        else expect(after).toEqual({ state: 'failed', failure: 'authentication' });
      });

      it('that was never there, or is gone, takes nothing', async () => {
        const { payment } = await charge(chargeOf('unknown-token'));
        expect(payment).toEqual({ state: 'failed', failure: 'method-gone' });
      });
    });

    describe('giving back', () => {
      it('in full, with the key that it was asked with', async () => {
        const externalId = await visited('paid');
        const key = randomUUID();
        const back = await refund(externalId, AMOUNT, key);
        expect(back).toEqual({
          id: expect.any(String),
          amountMicros: AMOUNT,
          state: expect.stringMatching(/^(pending|done)$/),
          askedWith: key,
        });
        expect((await backs(externalId)).refunds).toEqual([{ ...back, state: 'done' }]);
      });

      it('in parts, never twice for a key, never more than was paid', async () => {
        const externalId = await visited('paid');
        const key = randomUUID();
        const first = await refund(externalId, 23_450_000n, key);
        const again = await Promise.all([
          refund(externalId, 23_450_000n, key),
          refund(externalId, 23_450_000n, key),
        ]);
        expect(new Set([first, ...again].map(({ id }) => id)).size).toBe(1);
        await expect(refund(externalId, 100_010_000n)).rejects.toMatchObject(refused);
        await refund(externalId, 100_000_000n);
        const { refunds, paidMicros } = await backs(externalId);
        expect(refunds.map(({ amountMicros }) => amountMicros).sort()).toEqual([100_000_000n, 23_450_000n]);
        expect(paidMicros).toBe(AMOUNT);
        await expect(refund(externalId, 10_000n)).rejects.toMatchObject(refused);
      });

      it('of what is not paid is refused', async () => {
        const { externalId } = await begin(order());
        await expect(refund(externalId, AMOUNT)).rejects.toMatchObject(refused);
        await expect(refund(randomUUID(), AMOUNT)).rejects.toMatchObject(refused);
      });

      it('by the payer’s bank is seen as a dispute, once', async () => {
        const { externalId, url } = await begin(order());
        await under.payAndDispute(url);
        const { disputes, refunds } = await backs(externalId);
        expect(disputes).toEqual([
          {
            id: expect.any(String),
            amountMicros: AMOUNT,
            state: expect.stringMatching(/^(pending|done)$/),
            askedWith: null,
          },
        ]);
        expect(refunds).toEqual([]);
        expect((await backs(externalId)).disputes).toEqual(disputes);
      });
    });

    describe('webhooks', () => {
      const readWebhook = async ({ body, headers }: Received) => {
        if (!under.gateway.readWebhook) throw new Error('This gateway sends no webhooks');
        return under.gateway.readWebhook(body, headers);
      };
      let externalId: string;
      let received: Received;
      beforeAll(async () => {
        externalId = await visited('paid');
        received = await under.told(externalId);
      });

      it('name the payment to ask for, the same event the same way', async () => {
        const notice = await readWebhook(received);
        expect(notice).toEqual({
          eventId: expect.stringMatching(/^.{8,}$/),
          kind: expect.any(String),
          externalId,
        });
        expect(await readWebhook(received)).toEqual(notice);
      });

      it('with another body, another signature or none are refused', async () => {
        const { body, headers } = received;
        const other = Buffer.from(body);
        other[other.length - 2] = 0x20;
        const changed = Object.entries(headers).map(([header, value]) => [
          header,
          header.includes('signature')
            ? String(value).replace(/.$/, (end) => (end === '0' ? '1' : '0'))
            : value,
        ]);
        for (const forged of [
          { body: other, headers },
          { body: Buffer.concat([body, Buffer.from(' ')]), headers },
          { body, headers: Object.fromEntries(changed) },
          { body, headers: {} },
        ])
          await expect(readWebhook(forged)).rejects.toBeInstanceOf(WebhookRefused);
      });

      it('of kinds that say nothing to us are read, and name no payment', async () => {
        expect((await readWebhook(await under.unknownWebhook())).externalId).toBeNull();
      });

      it('that are too old are refused', async () => {
        under.pass(6);
        await expect(readWebhook(received)).rejects.toBeInstanceOf(WebhookRefused);
      });
    });

    it('stops at its signal', async () => {
      const { gateway } = under;
      const gone = AbortSignal.abort(new Error('too late'));
      const made = order();
      await expect(gateway.beginCheckout(made, gone)).rejects.toThrow();
      await expect(gateway.read(randomUUID(), gone)).rejects.toThrow();
      await expect(gateway.cancel(randomUUID(), gone)).rejects.toThrow();
    });

    it('has a name for storage, one for people, limits and a fee in whole cents', () => {
      const { id, name: shown, leastMicros, mostMicros, fee } = under.gateway;
      expect(id).toMatch(/^[a-z0-9-]{1,40}$/);
      expect(shown.trim()).not.toBe('');
      expect(leastMicros).toBeLessThan(mostMicros);
      for (const micros of [leastMicros, mostMicros, fee.fixedMicros]) expect(micros % 10_000n).toBe(0n);
    });

    it('expires what takes too long', async () => {
      const { externalId } = await begin(order());
      await under.expire();
      expect(await read(externalId)).toEqual({ state: 'expired' });
    });
  });
}
