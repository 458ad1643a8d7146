import { sql } from 'kysely';
import type { Db } from '../../../platform/db';
import type { XeroSandbox } from '../../../testing/xeroSandbox';
import { balances, verify } from '../../ledger';
import type { Bank } from './bank';

export interface Comparison {
  /** Payments that the bank was paid. */
  paid: number;
  /** Of them, those that are completed here. */
  completed: number;
  /** Invoices in Xero, and payments on them. */
  invoices: number;
  invoicePayments: number;
  /** References that more than one invoice has. */
  duplicateInvoices: number;
  /** Paid ones without an invoice in Xero. */
  missingInvoices: number;
  /** Accounts whose cash is not what the bank took for them, less the fees. */
  wrongBalances: number;
  /** Deposits that were booked other than once. */
  doubleCredits: number;
  ledgerDifferences: number;
  /** Exchanges with the local Xero that are against its description. */
  exchanges: number;
  invalidExchanges: number;
  mostAtOnce: number;
  refusedWebhooks: number;
}

/** What the bank took for each account, less what of it were fees: from its own books, not from ours. */
async function expectedCash(db: Db, bank: Bank): Promise<Map<number, bigint>> {
  const charged = new Map(
    [...bank.checkouts.values()].filter(({ state }) => state === 'paid').map((each) => [each.id, each]),
  );
  const rows = await db.selectFrom('payment').select(['user_id', 'external_id', 'fee_micros']).execute();
  const cash = new Map<number, bigint>();
  for (const { user_id, external_id, fee_micros } of rows) {
    const found = charged.get(external_id ?? '');
    if (found) cash.set(user_id, (cash.get(user_id) ?? 0n) + found.chargedMicros - fee_micros);
  }
  return cash;
}

/** Completed payments whose deposits in the ledger are not exactly one. */
async function bookedOtherThanOnce(db: Db): Promise<number> {
  const { rows } = await sql`
    SELECT p.id FROM payment p
    LEFT JOIN ledger_transaction t ON t.kind = 'deposit' AND t.idempotency_key = 'deposit:payment:' || p.id
    GROUP BY p.id, p.state HAVING count(t.id) <> CASE WHEN p.state = 'completed' THEN 1 ELSE 0 END`.execute(
    db,
  );
  return rows.length;
}

export async function compareBooks(world: {
  db: Db;
  bank: Bank;
  sandbox: XeroSandbox;
  users: readonly number[];
}): Promise<Comparison> {
  const { db, bank, sandbox, users } = world;
  const expected = await expectedCash(db, bank);
  let wrongBalances = 0;
  for (const id of users)
    if ((await balances(db, id)).advertiser_cash !== (expected.get(id) ?? 0n)) wrongBalances += 1;
  const paid = [...bank.checkouts.values()].filter(({ state }) => state === 'paid');
  const { count } = await db
    .selectFrom('payment')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('state', '=', 'completed')
    .executeTakeFirstOrThrow();
  const state = sandbox.state();
  const sum = (field: 'invoices' | 'payments') =>
    state.organisations.reduce((all, each) => all + each[field], 0);
  return {
    paid: paid.length,
    completed: Number(count),
    invoices: sum('invoices'),
    invoicePayments: sum('payments'),
    duplicateInvoices: Object.keys(state.duplicates).length,
    missingInvoices: paid.filter(({ paymentId }) => state.invoicesByReference[paymentId] === undefined)
      .length,
    wrongBalances,
    doubleCredits: await bookedOtherThanOnce(db),
    ledgerDifferences: (await verify(db)).differenceCount,
    exchanges: state.exchanges.total,
    invalidExchanges: state.exchanges.invalid,
    mostAtOnce: state.peak.concurrent,
    refusedWebhooks: sandbox.webhooks.deliveries.filter(({ status }) => status === 401 || status === 400)
      .length,
  };
}
