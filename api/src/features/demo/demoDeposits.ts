import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { type Db, inTransaction } from '../../platform/db';
import type { PaymentHook } from '../payments';

export interface DemoDepositsDeps {
  db: Db;
  /** Issues the invoice of a completed deposit. */
  hook: PaymentHook;
}

const MINUTE_MS = 60_000;
/** Larger sums come by bank transfer, others by card. */
const TRANSFER_FROM_MICROS = 200_000_000n;

interface Booked {
  id: bigint;
  occurred_at: Date;
  user_id: number;
  amount_micros: bigint;
}

/** Gives the deposits of the demo's past their payments, as people would have made them, and their invoices. */
export async function playDeposits({ db, hook }: DemoDepositsDeps): Promise<void> {
  const { rows } = await sql<Booked>`
    SELECT t.id, t.occurred_at, a.owner_id AS user_id, p.amount_micros
    FROM ledger_transaction t
    JOIN ledger_posting p ON p.transaction_id = t.id
    JOIN ledger_account a ON a.id = p.account_id AND a.kind = 'advertiser_cash'
    WHERE t.kind = 'deposit' AND t.idempotency_key LIKE 'deposit:DEMO-%'
      AND NOT EXISTS (SELECT FROM payment WHERE transaction_id = t.id)
    ORDER BY t.occurred_at, t.id`.execute(db);
  for (const [index, booked] of rows.entries()) await playOne(db, hook, booked, index);
}

async function playOne(db: Db, hook: PaymentHook, booked: Booked, index: number): Promise<void> {
  const at = booked.occurred_at;
  const isTransfer = booked.amount_micros >= TRANSFER_FROM_MICROS;
  const asked = new Date(at.getTime() - (isTransfer ? 2_880 : 2) * MINUTE_MS);
  const reference = isTransfer ? `DEMO-${100_001 + index}` : null;
  await inTransaction(db, async (trx) => {
    const row = await trx
      .insertInto('payment')
      .values({
        user_id: booked.user_id,
        type: 'deposit',
        state: 'completed',
        origin: 'person',
        client_key: randomUUID(),
        amount_micros: booked.amount_micros,
        gateway: isTransfer ? 'bank-transfer' : 'sandbox',
        method_label: isTransfer ? null : 'Visa 4242',
        external_transaction_id: isTransfer ? `TEST BANK ${20_001 + index}` : `sandbox-demo-${index}`,
        reference,
        transaction_id: booked.id,
        created_at: asked,
        pending_at: asked,
        ended_at: at,
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    const lines = await hook.completed?.(
      trx,
      {
        id: row.id,
        userId: row.user_id,
        type: 'deposit',
        parentId: null,
        amountMicros: row.amount_micros,
        feeMicros: 0n,
        currency: row.currency,
        promoCode: null,
        gatewayName: isTransfer ? 'Bank transfer' : 'Sandbox',
        methodLabel: row.method_label,
        externalTransactionId: row.external_transaction_id,
        reference,
        createdAt: asked,
      },
      at,
    );
    const events = [
      { kind: 'created', source: 'person' as const, happened_at: asked, detail: {} },
      {
        kind: isTransfer ? 'transfer-matched' : 'completed',
        source: isTransfer ? ('operator' as const) : ('gateway' as const),
        happened_at: at,
        detail: isTransfer ? { amount_micros: Number(row.amount_micros), reference } : {},
      },
      ...(isTransfer
        ? [{ kind: 'completed', source: 'operator' as const, happened_at: at, detail: {} }]
        : []),
      ...(lines ?? []).map((line) => ({ ...line, source: 'job' as const, happened_at: at })),
    ];
    await trx
      .insertInto('payment_event')
      .values(events.map((event) => ({ ...event, payment_id: row.id })))
      .execute();
  });
}
