import { createHash } from 'node:crypto';
import { MICROS, type operatorDeposit, publicId } from '@ezdash/contracts';
import type { z } from 'zod';
import type { AuthUser } from '../../../platform/auth';
import { inTransaction, type Trx, toNumber } from '../../../platform/db';
import { ConflictError, ValidationError } from '../../../platform/errors';
import { BANK_TRANSFER } from '../../gateways';
import { DepositLimitError, noteMoneyAction } from '../../ledger';
import { isWholeCents } from '../parts';
import { insertEvents, insertPayment, type PaymentRow } from '../payments.repo';
import { makeReference } from '../reference';
import type { StepParts } from '../stepParts';
import { amountOf, complete } from '../takeStep';
import { type BankBooking, bankLedgerReference, findBankBooking, lockBankReference } from './bankReferences';

type Given = z.output<typeof operatorDeposit>;

const DAY_MS = 86_400_000;

/** As long as the column takes, whatever the header had: of one admin's key. */
const clientKeyOf = ({ id }: AuthUser, key: string) =>
  `${id}:${createHash('sha256').update(key).digest('hex')}`;

/** Without a thousands' separator: languages write it in their own way. */
const usd = (micros: bigint) => (Number(micros) / MICROS).toFixed(2);

const alreadyBooked = ({ amountMicros, email, bookedAt }: BankBooking) =>
  new ConflictError(
    `This bank reference was booked before: $${usd(amountMicros)} for ${email} on ${bookedAt.toISOString().slice(0, 10)}`,
    'BANK_REFERENCE_USED',
  );

/** Holds the account. Throws 422 unless it is an advertiser's that is still there. */
async function holdAdvertiser(trx: Trx, id: number): Promise<void> {
  const account = await trx
    .selectFrom('app_user')
    .select(['role', 'deleted_at'])
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst();
  const wrong = (text: string) => new ValidationError({ advertiser_id: [text] });
  if (account?.role !== 'advertiser') throw wrong('There is no advertiser with this number');
  if (account.deleted_at !== null) throw wrong('This account was deleted: send the money back');
}

/** The deposit that a key has booked, for whichever account. */
const findByKey = (trx: Trx, clientKey: string): Promise<PaymentRow | undefined> =>
  trx
    .selectFrom('payment')
    .selectAll()
    .where('client_key', '=', clientKey)
    .where('origin', '=', 'operator')
    .where('type', '=', 'deposit')
    .executeTakeFirst();

const isSame = (row: PaymentRow, { advertiser_id, amount_micros, reference }: Given): boolean =>
  row.user_id === advertiser_id &&
  row.amount_micros === BigInt(amount_micros) &&
  row.external_transaction_id === reference;

/**
 * Books a bank transfer that nobody had announced: a deposit that is completed at once. It has a reference of our own like
 * every transfer, by which refunds and searches know it for one; its payer never sees it.
 */
export function createBookTransfer(parts: StepParts) {
  const { db, clock } = parts;

  async function write(trx: Trx, admin: AuthUser, given: Given, clientKey: string): Promise<PaymentRow> {
    const { advertiser_id, amount_micros, reference, occurred_at } = given;
    const now = clock.now();
    const receivedAt = occurred_at ?? now.toISOString();
    const row = await insertPayment(trx, {
      user_id: advertiser_id,
      type: 'deposit',
      state: 'created',
      origin: 'operator',
      client_key: clientKey,
      amount_micros: BigInt(amount_micros),
      gateway: BANK_TRANSFER,
      reference: makeReference(),
      actor_id: admin.id,
      created_at: now,
    });
    if (!row) throw new Error(`The deposit of ${clientKey} was not written`);
    const matched = { amount_micros, reference, received_at: receivedAt };
    await insertEvents(
      trx,
      row.id,
      'operator',
      [
        { kind: 'created', detail: amountOf(row) },
        { kind: 'transfer-matched', detail: matched },
      ],
      now,
    );
    const paid = {
      transactionId: reference,
      methodLabel: null,
      ledgerReference: bankLedgerReference(reference),
    };
    const done = await complete(parts, trx, row, paid, 'operator');
    await noteMoneyAction(trx, {
      actor: `admin ${admin.id}`,
      action: 'transfer_booked',
      why: `Bank transfer ${reference}, not announced`,
      detail: {
        payment: publicId('payment', row.id),
        account: advertiser_id,
        amount_micros: toNumber(row.amount_micros),
        received_at: receivedAt,
      },
    });
    return done;
  }

  async function book(
    trx: Trx,
    admin: AuthUser,
    given: Given,
    clientKey: string,
  ): Promise<{ row: PaymentRow; isNew: boolean }> {
    // A key before a reference, always: two that wait for one another would wait for ever.
    await lockBankReference(trx, `key ${clientKey}`);
    const known = await findByKey(trx, clientKey);
    if (known && isSame(known, given)) return { row: known, isNew: false };
    if (known)
      throw new ConflictError('This key was sent before with other contents', 'IDEMPOTENCY_KEY_USED');
    await holdAdvertiser(trx, given.advertiser_id);
    await lockBankReference(trx, given.reference);
    const earlier = await findBankBooking(trx, given.reference);
    if (earlier) throw alreadyBooked(earlier);
    return { row: await write(trx, admin, given, clientKey), isNew: true };
  }

  return async (admin: AuthUser, given: Given, key: string): Promise<{ row: PaymentRow; isNew: boolean }> => {
    if (!isWholeCents(BigInt(given.amount_micros)))
      throw new ValidationError({ amount_micros: ['Enter an amount with whole cents'] });
    if (given.occurred_at !== undefined && Date.parse(given.occurred_at) > clock.nowMs() + DAY_MS)
      throw new ValidationError({ occurred_at: ['This day has not come yet'] });
    try {
      return await inTransaction(db, (trx) => book(trx, admin, given, clientKeyOf(admin, key)));
    } catch (error) {
      // More than may be booked at once is for who entered it, not a breakdown.
      if (error instanceof DepositLimitError) throw new ValidationError({ amount_micros: [error.message] });
      throw error;
    }
  };
}
export type BookTransfer = ReturnType<typeof createBookTransfer>;
