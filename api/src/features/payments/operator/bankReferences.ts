import { sql } from 'kysely';
import type { Db, Trx } from '../../../platform/db';
import { BANK_TRANSFER } from '../../gateways';

/** How the ledger names money that came in by a transfer which nobody had announced; the command line uses the same. */
export const bankLedgerReference = (bankReference: string) => `bank:${bankReference}`;

/** One bank reference is booked once, whoever enters it at the same time. */
export async function lockBankReference(trx: Trx, bankReference: string): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`bank transfer ${bankReference}`}, 0))`.execute(
    trx,
  );
}

export interface BankBooking {
  /** The payment's row; null for one that the command line has booked. */
  paymentId: number | null;
  amountMicros: bigint;
  email: string;
  bookedAt: Date;
}

/** What a bank reference was booked as: matched to a deposit, or booked for itself; null while it was not. */
export async function findBankBooking(db: Db, bankReference: string): Promise<BankBooking | null> {
  const { rows } = await sql<BankBooking>`
    SELECT p.id AS "paymentId", p.amount_micros AS "amountMicros", u.email, p.ended_at AS "bookedAt"
    FROM payment p JOIN app_user u ON u.id = p.user_id
    WHERE p.gateway = ${BANK_TRANSFER} AND p.reference IS NOT NULL AND p.external_transaction_id = ${bankReference}
    UNION ALL
    SELECT NULL, l.amount_micros, u.email, t.occurred_at
    FROM ledger_transaction t
    JOIN ledger_posting l ON l.transaction_id = t.id
    JOIN ledger_account a ON a.id = l.account_id AND a.kind = 'advertiser_cash'
    JOIN app_user u ON u.id = a.owner_id
    WHERE t.idempotency_key = ${`deposit:${bankLedgerReference(bankReference)}`}
      AND NOT EXISTS (SELECT FROM payment p WHERE p.transaction_id = t.id)
    LIMIT 1`.execute(db);
  return rows[0] ?? null;
}
