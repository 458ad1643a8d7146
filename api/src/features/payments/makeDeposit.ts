import type { depositRequest } from '@ezdash/contracts';
import type { z } from 'zod';
import { type AuthUser, createLimiter } from '../../platform/auth';
import { type Db, inTransaction, lockOwner, type Trx, toNumber } from '../../platform/db';
import { ConflictError, ValidationError } from '../../platform/errors';
import type { PaymentGateway } from '../gateways';
import { tellPages } from './notify';
import { factsOf, feeOf, findGateway, isWholeCents, type OpenedMethod, type PaymentsDeps } from './parts';
import {
  countOpen,
  findByClientKey,
  insertEvents,
  insertPayment,
  type PaymentRow,
  updatePayment,
} from './payments.repo';
import { makeReference } from './reference';
import type { SendDeposit } from './sendDeposit';

type DepositInput = z.output<typeof depositRequest>;

/** Deposits that were begun and not ended, at a time: more are a mistake, or somebody who fills the books. */
const MOST_OPEN = 20;
const PER_HOUR = 60;
/** Of one that its gateway did not take: each asks the gateway again. */
const AGAIN_PER_HOUR = 300;
const HOUR_SECONDS = 3_600;
const TRANSFER_DAYS = 30;
const DAY_MS = 86_400_000;

/** What a new deposit is made of; the same for a person's and for an automatic one. */
export interface NewDeposit {
  userId: number;
  clientKey: string;
  origin: 'person' | 'top-up';
  gateway: PaymentGateway;
  amountMicros: bigint;
  methodId: string | null;
  method: OpenedMethod | null;
  promoCode: string | null;
}

/** As it is compared: in capitals, without blanks around it. */
const readCode = (code: string | null): string | null => code?.normalize('NFKC').trim().toUpperCase() || null;

const amountText = (micros: bigint) =>
  (Number(micros) / 1_000_000).toLocaleString('en-US', { minimumFractionDigits: 2 });

function refuseAmount(gateway: PaymentGateway, amountMicros: bigint): void {
  const wrong = (text: string) => new ValidationError({ amount_micros: [text] });
  if (!isWholeCents(amountMicros)) throw wrong('Enter an amount with whole cents');
  if (amountMicros < gateway.leastMicros)
    throw wrong(`${gateway.name} takes ${amountText(gateway.leastMicros)} or more`);
  if (amountMicros > gateway.mostMicros)
    throw wrong(`${gateway.name} takes ${amountText(gateway.mostMicros)} or less`);
}

/** Throws unless the method can be charged by this gateway. */
export function refuseMethod(gateway: PaymentGateway, method: OpenedMethod | null): OpenedMethod {
  const wrong = (text: string) => new ValidationError({ method_id: [text] });
  if (!method) throw wrong('This payment method is not there any more');
  if (method.gateway !== gateway.id || !gateway.charges)
    throw wrong('This payment method does not belong to this way to pay');
  if (method.expired) throw wrong('This card has expired. Choose another one');
  return method;
}

/** Writes the deposit and calls the hooks; undefined when its key was used before. */
export async function writeDeposit(
  { clock, gateways, hooks, publisher }: Pick<PaymentsDeps, 'clock' | 'gateways' | 'hooks' | 'publisher'>,
  trx: Trx,
  given: NewDeposit,
): Promise<PaymentRow | undefined> {
  const now = clock.now();
  const isTransfer = given.gateway.way === 'transfer';
  const row = await insertPayment(trx, {
    user_id: given.userId,
    type: 'deposit',
    state: 'created',
    origin: given.origin,
    client_key: given.clientKey,
    amount_micros: given.amountMicros,
    fee_micros: feeOf(given.gateway, given.amountMicros),
    promo_code: given.promoCode,
    gateway: given.gateway.id,
    method_id: given.methodId,
    method_label: given.method?.label ?? null,
    reference: isTransfer ? makeReference() : null,
    expires_at: isTransfer ? new Date(now.getTime() + TRANSFER_DAYS * DAY_MS) : null,
    created_at: now,
  });
  if (!row) return undefined;
  const source = given.origin === 'person' ? 'person' : 'job';
  const detail = { amount_micros: toNumber(row.amount_micros) };
  await insertEvents(trx, row.id, source, [{ kind: 'created', detail }], now);
  let bonusMicros = 0n;
  for (const hook of hooks)
    bonusMicros += (await hook.created?.(trx, factsOf(row, gateways)))?.bonusMicros ?? 0n;
  await tellPages({ publisher }, trx, row);
  return bonusMicros === 0n ? row : updatePayment(trx, row.id, { bonus_micros: bonusMicros });
}

/** The same deposit is the same money, by the same way, with the same code. */
function refuseOther(row: PaymentRow, input: DepositInput): void {
  const same =
    row.type === 'deposit' &&
    row.origin === 'person' &&
    row.amount_micros === BigInt(input.amount_micros) &&
    row.gateway === input.gateway &&
    row.method_id === (input.method_id?.toLowerCase() ?? null) &&
    row.promo_code === readCode(input.promo_code);
  if (!same) throw new ConflictError('This deposit was sent before with other contents', 'DEPOSIT_ID_USED');
}

/** Makes deposits: one for each id, however often it is sent, by however many at once. */
export function createMakeDeposit(deps: PaymentsDeps, sendDeposit: SendDeposit) {
  const { db, gateways, openMethod } = deps;
  const durationSeconds = HOUR_SECONDS;
  const limiter = createLimiter({ name: 'deposit', points: PER_HOUR, durationSeconds });
  const againLimiter = createLimiter({ name: 'deposit-again', points: AGAIN_PER_HOUR, durationSeconds });

  async function check(on: Db, user: AuthUser, input: DepositInput): Promise<NewDeposit> {
    const gateway = findGateway(gateways, input.gateway);
    if (!gateway) throw new ValidationError({ gateway: ['This way to pay is not there'] });
    const amountMicros = BigInt(input.amount_micros);
    refuseAmount(gateway, amountMicros);
    const methodId = input.method_id?.toLowerCase() ?? null;
    const method = methodId === null ? null : refuseMethod(gateway, await openMethod(on, user.id, methodId));
    return {
      userId: user.id,
      clientKey: input.deposit_id.toLowerCase(),
      origin: 'person',
      gateway,
      amountMicros,
      methodId,
      method,
      promoCode: readCode(input.promo_code),
    };
  }

  async function write(user: AuthUser, input: DepositInput): Promise<PaymentRow | undefined> {
    const given = await check(db, user, input);
    return inTransaction(db, async (trx) => {
      await lockOwner(trx, user.id);
      if (await findByClientKey(trx, user.id, given.clientKey)) return undefined;
      if ((await countOpen(trx, user.id)) >= MOST_OPEN)
        throw new ConflictError(
          `You have ${MOST_OPEN} deposits that are not finished. Finish or cancel one first`,
          'TOO_MANY_DEPOSITS',
        );
      return writeDeposit(deps, trx, given);
    });
  }

  return async (user: AuthUser, input: DepositInput): Promise<{ row: PaymentRow; isNew: boolean }> => {
    const key = input.deposit_id.toLowerCase();
    let known = await findByClientKey(db, user.id, key);
    let isNew = false;
    if (!known) {
      await limiter.consume(String(user.id));
      const made = await write(user, input);
      isNew = made !== undefined;
      known = made ?? (await findByClientKey(db, user.id, key));
    }
    if (!known) throw new Error(`The deposit ${key} was made and cannot be read`);
    if (!isNew) refuseOther(known, input);
    if (!isNew && known.external_id === null) await againLimiter.consume(String(user.id));
    return { row: await sendDeposit(known.id, 'person'), isNew };
  };
}
