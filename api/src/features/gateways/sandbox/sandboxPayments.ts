import { randomUUID } from 'node:crypto';
import { DEPOSIT, type PaymentFailure } from '@ezdash/contracts';
import { z } from 'zod';
import type { Clock } from '../../../platform/clock';
import { type Db, inTransaction } from '../../../platform/db';
import { GatewayRefused } from '../Gateway';
import type { ChargeOrder, CheckoutOrder, PaymentGateway, RefundOrder } from '../PaymentGateway';
import { giveBackOf, presentPayment, stateOf } from './paymentState';
import * as repo from './payments.repo';
import { findKept } from './sandbox.repo';
import { tellingsOf } from './scenarios';
import { cardEnding } from './testCards';
import type { SandboxWebhooks } from './webhooks';

export interface SandboxPaymentDeps {
  db: Db;
  clock: Clock;
  /** Where people reach the app, without a slash at the end. */
  appUrl: string;
  webhooks: SandboxWebhooks;
  fee?: PaymentGateway['fee'];
}

const CHECKOUT_MS = 30 * 60_000;
const CENT = 10_000n;
const isId = (text: string) => z.uuid().safeParse(text).success;

function refuseParts(micros: bigint): void {
  if (micros % CENT !== 0n) throw new GatewayRefused('An amount has whole cents');
}

/** A key names one order: with another one it is refused, as gateways do. */
function refuseOther(row: repo.PaymentRow, order: CheckoutOrder | ChargeOrder): repo.PaymentRow {
  const isSame =
    row.payment_id === order.paymentId &&
    row.amount_micros === order.chargedMicros &&
    row.currency === order.currency;
  if (!isSame) throw new GatewayRefused('This key was used for something else');
  return row;
}

type Charged = Pick<repo.PaymentRow, 'state'> & { failure?: PaymentFailure; methodLabel?: string };

export function createSandboxPayments(deps: SandboxPaymentDeps): PaymentGateway {
  const { db, clock, appUrl, webhooks, fee = { bps: 0, fixedMicros: 0n } } = deps;
  const pageOf = (id: string) => `${appUrl}/payment/test?checkout=${id}`;

  const rowOf = (order: CheckoutOrder | ChargeOrder, kind: 'checkout' | 'charge', returnUrl: string) => {
    refuseParts(order.chargedMicros);
    const now = clock.now();
    return {
      id: randomUUID(),
      idempotency_key: order.idempotencyKey,
      kind,
      user_id: order.payer.userId,
      payment_id: order.paymentId,
      amount_micros: order.chargedMicros,
      currency: order.currency,
      description: order.description,
      return_url: returnUrl,
      created_at: now,
      expires_at: new Date(now.getTime() + CHECKOUT_MS),
    };
  };
  const read = async (row: repo.PaymentRow) =>
    presentPayment(row, await repo.findTakenBack(db, row.id), clock.now());

  /** What comes of charging the method that a visit left. */
  async function chargedOf(token: string): Promise<Charged> {
    const kept = await findKept(db, token);
    if (kept?.kind !== 'card') return { state: 'declined', failure: 'method-gone' };
    const methodLabel = `${kept.brand} ${kept.last4}`;
    if (kept.expires !== null && kept.expires < clock.now().toISOString().slice(0, 7))
      return { state: 'declined', failure: 'card-expired', methodLabel };
    const charged = cardEnding(kept.last4 ?? '')?.charged;
    if (charged === 'declined') return { state: 'declined', failure: 'declined', methodLabel };
    return { state: charged === 'confirm' ? 'confirming' : 'paid', methodLabel };
  }

  async function refund(
    { externalId, amountMicros, currency, idempotencyKey }: RefundOrder,
    signal: AbortSignal,
  ) {
    signal.throwIfAborted();
    refuseParts(amountMicros);
    return inTransaction(db, async (trx) => {
      const parent = isId(externalId) ? await repo.lockPayment(trx, externalId) : undefined;
      if (!parent || stateOf(parent, clock.now()) !== 'paid')
        throw new GatewayRefused('There is no payment to give back');
      const before = await repo.findTakenBack(trx, parent.id);
      const same = before.find(({ idempotency_key }) => idempotency_key === idempotencyKey);
      if (same?.amount_micros === amountMicros) return giveBackOf(same);
      const taken = before.reduce((sum, row) => sum + row.amount_micros, 0n);
      if (same || parent.currency !== currency || taken + amountMicros > parent.amount_micros)
        throw new GatewayRefused('More than was paid is not given back');
      const { row, isNew } = await repo.openPayment(trx, {
        id: randomUUID(),
        idempotency_key: idempotencyKey,
        kind: 'refund',
        parent_id: parent.id,
        user_id: parent.user_id,
        payment_id: parent.payment_id,
        amount_micros: amountMicros,
        currency,
        description: parent.description,
        state: 'paid',
        created_at: clock.now(),
      });
      if (!isNew) throw new GatewayRefused('This key was used for something else');
      await webhooks.tell(trx, parent.id, [{ kind: 'payment.refunded', afterMs: 0, times: 1 }]);
      return giveBackOf(row);
    });
  }

  return {
    id: 'sandbox',
    name: 'Sandbox',
    way: 'checkout',
    leastMicros: BigInt(DEPOSIT.leastMicros),
    mostMicros: BigInt(DEPOSIT.mostMicros),
    fee,
    charges: true,

    async beginCheckout(order, signal) {
      signal.throwIfAborted();
      const wanted = { ...rowOf(order, 'checkout', order.returnUrl), state: 'open' as const };
      const row = refuseOther((await repo.openPayment(db, wanted)).row, order);
      return { externalId: row.id, url: pageOf(row.id) };
    },

    async charge(order, signal) {
      signal.throwIfAborted();
      const { state, failure, methodLabel } = await chargedOf(order.token);
      const returnUrl = `${appUrl}/payment/result?payment=${encodeURIComponent(order.paymentId)}`;
      const row = await inTransaction(db, async (trx) => {
        const made = await repo.openPayment(trx, {
          ...rowOf(order, 'charge', returnUrl),
          state,
          failure,
          method_label: methodLabel,
        });
        const tellings =
          state === 'confirming'
            ? tellingsOf('3ds-passed', { lateMs: 0, backMs: 0 }).slice(0, 1)
            : tellingsOf(state === 'paid' ? 'paid' : 'declined', { lateMs: 0, backMs: 0 });
        if (made.isNew) await webhooks.tell(trx, made.row.id, tellings);
        return refuseOther(made.row, order);
      });
      const payment = await read(row);
      return { externalId: row.id, payment, url: payment.state === 'open' ? pageOf(row.id) : null };
    },

    async read(externalId, signal) {
      signal.throwIfAborted();
      const row = isId(externalId) ? await repo.findPayment(db, externalId) : undefined;
      return row ? read(row) : { state: 'expired' };
    },

    async cancel(externalId, signal) {
      signal.throwIfAborted();
      if (!isId(externalId)) return;
      await inTransaction(db, async (trx) => {
        const row = await repo.lockPayment(trx, externalId);
        if (!row || presentPayment(row, [], clock.now()).state !== 'open') return;
        await repo.changePayment(trx, row.id, { state: 'cancelled' });
        await webhooks.tell(trx, row.id, [{ kind: 'payment.cancelled', afterMs: 0, times: 1 }]);
      });
    },

    refund,
    readWebhook: async (body, headers) => webhooks.read(body, headers),
  };
}
