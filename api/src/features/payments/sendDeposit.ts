import { publicId } from '@ezdash/contracts';
import { inTransaction, type Trx } from '../../platform/db';
import { AppError } from '../../platform/errors';
import { callGateway, type GatewayPayment, GatewayRefused, type PaymentGateway } from '../gateways';
import { applyRead } from './learn';
import type { PaymentLine } from './PaymentHooks';
import { factsOf, findGateway, type OpenedMethod, type PaymentsDeps } from './parts';
import {
  type EventSource,
  findPayment,
  insertEvents,
  lockPayment,
  type PaymentRow,
  updatePayment,
} from './payments.repo';
import { isOpen } from './states';
import type { StepParts } from './stepParts';
import { end, pend } from './takeStep';

export type SendParts = StepParts & Pick<PaymentsDeps, 'appName' | 'appUrl' | 'openMethod' | 'bankAccount'>;

/** What the gateway answered to the deposit. */
interface Sent {
  externalId: string;
  url: string | null;
  /** Of a charge: how it stands already. */
  payment: GatewayPayment | null;
}

const GONE = 'A charge cannot be learnt about: its gateway is not set up';

/** The gateway has understood and says no. */
const isRefused = (error: unknown): boolean =>
  error instanceof AppError && error.cause instanceof GatewayRefused;

const chargedOf = (row: PaymentRow): bigint => row.amount_micros + row.fee_micros;

async function payerOf(parts: SendParts, userId: number) {
  const { email, locale } = await parts.db
    .selectFrom('app_user')
    .select(['email', 'locale'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  return { userId, email, locale: locale ?? 'en' };
}

async function call(
  parts: SendParts,
  gateway: PaymentGateway,
  row: PaymentRow,
  method: OpenedMethod | null,
): Promise<Sent> {
  const { log, policy, appName, appUrl } = parts;
  const id = publicId('payment', row.id);
  const order = {
    paymentId: id,
    chargedMicros: chargedOf(row),
    currency: row.currency,
    description: `${appName} deposit ${id}`,
    // Whoever asks again for the same payment, now or after a crash, gets the first one's answer.
    idempotencyKey: `deposit-${id}`,
    payer: await payerOf(parts, row.user_id),
  };
  if (method) {
    const { token } = method;
    return callGateway(gateway, log, (signal) => gateway.charge({ ...order, token }, signal), policy);
  }
  const returnUrl = `${appUrl}/payment/result?payment=${id}`;
  const begun = await callGateway(
    gateway,
    log,
    (signal) => gateway.beginCheckout({ ...order, returnUrl }, signal),
    policy,
  );
  return { ...begun, payment: null };
}

/** A transfer is waited for from now on: its payer gets to know where it goes. */
async function awaitTransfer(parts: SendParts, trx: Trx, row: PaymentRow): Promise<PaymentRow> {
  const { clock, gateways, hooks, mails, bankAccount } = parts;
  const done = await pend(parts, trx, row, 'person');
  const lines: PaymentLine[] = [];
  for (const hook of hooks) lines.push(...((await hook.awaited?.(trx, factsOf(done, gateways))) ?? []));
  await insertEvents(trx, row.id, 'job', lines, clock.now());
  if (bankAccount) await mails.transferInstructions(trx, done, bankAccount, lines);
  return done;
}

/** Notes what the gateway answered, once: of two who asked at the same time the answer is the same. */
async function noteSent(
  parts: SendParts,
  trx: Trx,
  id: number,
  gateway: PaymentGateway,
  sent: Sent,
  source: EventSource,
): Promise<PaymentRow> {
  const now = parts.clock.now();
  const locked = await lockPayment(trx, id);
  if (locked.external_id !== null) return locked;
  let row = await updatePayment(trx, id, {
    external_id: sent.externalId,
    checkout_url: sent.url,
    asked_at: now,
  });
  const lines: PaymentLine[] = [{ kind: 'sent-to-gateway', detail: {} }];
  if (sent.payment?.state === 'open') lines.push({ kind: 'authentication-asked', detail: {} });
  await insertEvents(trx, id, source, lines, now);
  // It may have been ended while the gateway was being asked: what was charged counts all the same, and the number is
  // kept, so that a page can be ended there too.
  if (sent.payment) row = await applyRead(parts, trx, id, sent.payment, { source: 'gateway' });
  else if (gateway.way === 'transfer' && isOpen(row.state)) row = await awaitTransfer(parts, trx, row);
  if (row.origin === 'top-up' && sent.payment?.state === 'open')
    await parts.mails.topUpTrouble(trx, row.user_id, 'confirm', {
      amountMicros: row.amount_micros,
      label: row.method_label,
      occasion: String(row.id),
    });
  return row;
}

/**
 * Sends a deposit to its gateway unless that was done before. The gateway knows it by a key of its own, so a crash between
 * the call and the note of it, or two servers at once, make no second one. In one process only one asks at a time.
 */
export function createSendDeposit(parts: SendParts) {
  const { db, log, gateways } = parts;
  const running = new Map<number, Promise<PaymentRow>>();

  const endNow = (id: number, failure: 'method-gone' | 'gateway-error', source: EventSource) =>
    inTransaction(db, async (trx) => {
      const row = await lockPayment(trx, id);
      if (!isOpen(row.state) || row.external_id !== null) return row;
      return end(parts, trx, row, { state: 'failed', failure }, source);
    });

  async function cancelThere(gateway: PaymentGateway, row: PaymentRow): Promise<void> {
    const { external_id } = row;
    if (row.state !== 'cancelled' || external_id === null) return;
    await callGateway(gateway, log, (signal) => gateway.cancel(external_id, signal), parts.policy);
  }

  async function work(id: number, source: EventSource): Promise<PaymentRow> {
    const row = await findPayment(db, id);
    if (!row) throw new Error(`There is no payment ${id}`);
    if (row.external_id !== null || !isOpen(row.state)) return row;
    const gateway = findGateway(gateways, row.gateway);
    if (!gateway) {
      // A page that was never made can be paid by nobody; of a charge its gateway alone knows whether it was made.
      if (row.method_id === null) return endNow(id, 'gateway-error', source);
      log.error({ event: 'payments.gateway_gone', paymentId: id, gateway: row.gateway }, GONE);
      throw new AppError(502, 'GATEWAY_FAILED', 'This way to pay is not there at present');
    }
    const method = row.method_id === null ? null : await parts.openMethod(db, row.user_id, row.method_id);
    if (row.method_id !== null && !method) return endNow(id, 'method-gone', source);
    let sent: Sent;
    try {
      sent = await call(parts, gateway, row, method);
    } catch (error) {
      if (isRefused(error)) return endNow(id, 'gateway-error', source);
      throw error;
    }
    const noted = await inTransaction(db, (trx) => noteSent(parts, trx, id, gateway, sent, source));
    await cancelThere(gateway, noted);
    return noted;
  }

  return function sendDeposit(id: number, source: EventSource): Promise<PaymentRow> {
    const known = running.get(id);
    if (known) return known;
    const promise = work(id, source).finally(() => running.delete(id));
    running.set(id, promise);
    return promise;
  };
}
export type SendDeposit = ReturnType<typeof createSendDeposit>;
