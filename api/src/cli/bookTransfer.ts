import { email as emailSchema } from '@ezdash/contracts';
import { findUserByEmail } from '../features/accounts';
import { DepositLimitError, deposit, LedgerError } from '../features/ledger';
import { bankLedgerReference, findBankBooking, lockBankReference } from '../features/payments';
import { type Db, inTransaction } from '../platform/db';
import { amountMicros } from './amount';
import { UsageError } from './withDatabase';

export interface BookTransferArgs {
  email: string;
  /** USD, as `100.00`. */
  amount: string;
  /** The bank's own. */
  reference: string;
}

async function advertiserOf(db: Db, address: string) {
  const email = emailSchema.safeParse(address);
  const user = email.success ? await findUserByEmail(db, email.data) : undefined;
  if (user?.role !== 'advertiser')
    throw new UsageError(`There is no advertiser with the address ${address}.`);
  return user;
}

/** Why a transfer was not booked; what is no fault of the person's goes on. */
function refusal(error: unknown, reference: string): unknown {
  if (error instanceof DepositLimitError) return new UsageError(error.message);
  if (error instanceof LedgerError)
    return new UsageError(`The transfer ${reference} was booked before with another amount or account.`);
  return error;
}

/**
 * Books a bank transfer that has arrived and that nobody had announced. Saying it again changes nothing. Throws UsageError
 * for an amount or account that is none, and for a reference that was booked before as something else.
 */
export async function bookTransfer(
  db: Db,
  { email, amount, reference: given }: BookTransferArgs,
  print: (line: string) => void,
): Promise<number> {
  const reference = given.trim();
  const micros = amountMicros(amount);
  if (micros === null)
    throw new UsageError('--amount: write it as 100.00, with a point and at most six decimals.');
  const user = await advertiserOf(db, email);
  const booked = await inTransaction(db, async (trx) => {
    await lockBankReference(trx, reference);
    const earlier = await findBankBooking(trx, reference);
    // Of those that this command has booked, the ledger knows whether it is the same.
    if (earlier && earlier.paymentId !== null)
      throw new UsageError(`The transfer ${reference} was booked before, for ${earlier.email}.`);
    return deposit(trx, {
      advertiserId: user.id,
      amountMicros: micros,
      reference: bankLedgerReference(reference),
      occurredAt: new Date(),
      description: `Bank transfer ${reference}`,
    });
  }).catch((error: unknown) => {
    throw refusal(error, reference);
  });
  print(
    booked.posted
      ? `Booked ${amount} for ${user.email}.`
      : `The transfer ${reference} was booked before; nothing has changed.`,
  );
  return 0;
}
