import { type bankTransfer, publicId } from '@ezdash/contracts';
import type { z } from 'zod';
import type { AuthUser } from '../../../platform/auth';
import { inTransaction, type Trx, toNumber } from '../../../platform/db';
import { ConflictError, NotFoundError, ValidationError } from '../../../platform/errors';
import { DepositLimitError, noteMoneyAction } from '../../ledger';
import { isWholeCents } from '../parts';
import { findByReference, insertEvents, lockPayment, type PaymentRow, updatePayment } from '../payments.repo';
import { readReference } from '../reference';
import type { StepParts } from '../stepParts';
import { complete } from '../takeStep';
import { findBankBooking, lockBankReference } from './bankReferences';

type Transfer = z.output<typeof bankTransfer>;

const DAY_MS = 86_400_000;

/** What came in becomes the deposit's amount; the fee stays what was agreed. */
function amountOf(row: PaymentRow, { amount_micros, accept_difference }: Transfer): bigint {
  const received = BigInt(amount_micros);
  if (!isWholeCents(received))
    throw new ValidationError({ amount_micros: ['Enter an amount with whole cents'] });
  const expected = row.amount_micros + row.fee_micros;
  if (received === expected) return row.amount_micros;
  if (!accept_difference)
    throw new ConflictError('This is not the amount that the deposit was for', 'AMOUNT_DIFFERS');
  const amount = received - row.fee_micros;
  if (amount <= 0n) throw new ValidationError({ amount_micros: ['This does not cover the fee'] });
  return amount;
}

/** More than may be booked at once is for who entered it, not a breakdown. */
function refuseTooMuch(error: unknown): never {
  if (error instanceof DepositLimitError) throw new ValidationError({ amount_micros: [error.message] });
  throw error;
}

/** Matches money that came in by bank transfer to the deposit that its reference names. */
export function createBankTransfers(parts: StepParts) {
  const { db, clock } = parts;

  async function match(trx: Trx, admin: AuthUser, given: Transfer): Promise<PaymentRow> {
    const reference = readReference(given.reference);
    const found = await findByReference(trx, reference);
    if (!found) throw new NotFoundError('No deposit has this reference', 'NO_SUCH_REFERENCE');
    await lockBankReference(trx, given.bank_reference);
    const known = await findBankBooking(trx, given.bank_reference);
    if (known && known.paymentId !== found.id)
      throw new ConflictError('This transfer was booked before, for another deposit', 'BANK_REFERENCE_USED');
    const row = await lockPayment(trx, found.id);
    if (known && row.state === 'completed') return row;
    if (row.state === 'completed')
      throw new ConflictError('This deposit was matched to another transfer already', 'PAYMENT_ENDED');
    const amount = amountOf(row, given);
    const now = clock.now();
    const detail = {
      amount_micros: given.amount_micros,
      reference: given.bank_reference,
      received_at: given.received_at,
    };
    const changed =
      amount === row.amount_micros ? row : await updatePayment(trx, row.id, { amount_micros: amount });
    await updatePayment(trx, row.id, { actor_id: admin.id });
    await insertEvents(trx, row.id, 'operator', [{ kind: 'transfer-matched', detail }], now);
    const paid = { transactionId: given.bank_reference, methodLabel: null };
    const done = await complete(parts, trx, changed, paid, 'operator').catch(refuseTooMuch);
    await noteMoneyAction(trx, {
      actor: `admin ${admin.id}`,
      action: 'transfer_matched',
      why: `Bank transfer ${given.bank_reference}`,
      detail: {
        payment: publicId('payment', row.id),
        expected_micros: toNumber(row.amount_micros + row.fee_micros),
        received_micros: given.amount_micros,
        received_at: given.received_at,
      },
    });
    return done;
  }

  return async (admin: AuthUser, given: Transfer): Promise<PaymentRow> => {
    if (Date.parse(given.received_at) > clock.nowMs() + DAY_MS)
      throw new ValidationError({ received_at: ['This day has not come yet'] });
    return inTransaction(db, (trx) => match(trx, admin, given));
  };
}
export type MatchTransfer = ReturnType<typeof createBankTransfers>;
