import {
  type CreditDetail,
  type CreditLine,
  type CreditLineInput,
  type CreditLineList,
  publicId,
  rowId,
} from '@ezdash/contracts';
import type { Clock } from '../../platform/clock';
import { type Db, inTransaction, toNumber } from '../../platform/db';
import { ConflictError, NotFoundError } from '../../platform/errors';
import { creditStatementSubject, documentsBySubject } from '../documents';
import { holdDebt, noteMoneyAction } from '../ledger';
import type { Publisher } from '../realtime';
import { ageOf } from './ageing';
import * as repo from './credit.repo';
import { creditSummaryOf } from './creditSummary';
import { standingOf } from './standing';
import { findStatements, type StatementRow } from './statements.repo';

export interface CreditServiceDeps {
  db: Db;
  clock: Clock;
  publisher: Pick<Publisher, 'toOperators'>;
}

function stateOf({ settled_at, due_at }: StatementRow, isOpen: boolean, now: Date) {
  if (settled_at !== null || !isOpen) return 'settled';
  return due_at < now ? 'overdue' : 'open';
}

export function createCreditService({ db, clock, publisher }: CreditServiceDeps) {
  async function lines(on: Db, advertiserId?: number): Promise<CreditLine[]> {
    const rows = await repo.listLines(on, advertiserId);
    const open = await repo.findOpenStatements(
      on,
      rows.map((row) => row.advertiser_id),
    );
    const now = clock.now();
    return rows.map((row) => ({
      account: {
        id: publicId('user', row.advertiser_id),
        email: row.email,
        company: row.company ?? '',
        account_type: row.account_type,
      },
      state: row.state,
      limit_micros: toNumber(row.limit_micros),
      owed_micros: toNumber(row.owed_micros),
      terms_days: row.terms_days,
      ageing_micros: ageOf(
        row.owed_micros,
        open.filter((statement) => statement.advertiserId === row.advertiser_id),
        now,
      ),
      note: row.note,
      agreed_at: row.agreed_at.toISOString(),
    }));
  }

  /** What may not be: a line for a type that has none, or opening by hand what payment opens. */
  async function assertAllowed(
    trx: Db,
    customer: repo.Customer,
    {
      before,
      input,
      owedMicros,
    }: { before: repo.LineRow | undefined; input: CreditLineInput; owedMicros: bigint },
  ): Promise<void> {
    // Who lost the type may still owe: such a line can be stopped.
    if (!customer.has_credit && (before === undefined || input.state === 'open'))
      throw new ConflictError('Accounts of this type have no credit line', 'TYPE_HAS_NO_CREDIT');
    if (input.state !== 'open' || before === undefined) return;
    const open = await repo.findOpenStatements(trx, [customer.id]);
    if (standingOf({ state: 'open', owedMicros }, open, clock.now()).state === 'overdue')
      throw new ConflictError(
        'What is overdue has to be paid: then the line opens by itself',
        'LINE_OVERDUE',
      );
  }

  return {
    list: async (): Promise<CreditLineList> => ({ lines: await lines(db) }),

    /** Agrees a line, or changes it. */
    save: (operatorId: number, userId: string, input: CreditLineInput): Promise<CreditLine> =>
      inTransaction(db, async (trx) => {
        const now = clock.now();
        const customer = await repo.findCustomer(trx, rowId('user', userId) ?? 0);
        if (!customer) throw new NotFoundError();
        // The accounts before the line, like the ingestion.
        const { owedMicros } = await holdDebt(trx, customer.id);
        const before = await repo.lockLine(trx, customer.id);
        await assertAllowed(trx, customer, { before, input, owedMicros });
        const terms = {
          limit_micros: BigInt(input.limit_micros),
          terms_days: input.terms_days,
          state: input.state,
        };
        await repo.saveLine(trx, { advertiser_id: customer.id, ...terms, note: input.why }, now);
        const shown = (line: Pick<repo.LineRow, 'limit_micros' | 'terms_days' | 'state'>) => ({
          limit_micros: String(line.limit_micros),
          terms_days: line.terms_days,
          state: line.state,
        });
        await noteMoneyAction(trx, {
          actor: `admin ${operatorId}`,
          action: 'credit_line_changed',
          why: input.why,
          detail: { advertiser: customer.id, before: before ? shown(before) : null, after: shown(terms) },
        });
        await publisher.toOperators(trx, 'money.changed', {});
        const [saved] = await lines(trx, customer.id);
        if (!saved) throw new NotFoundError();
        return saved;
      }),

    /** One's own line with its statements; null without one. */
    detail: async (userId: number): Promise<CreditDetail | null> => {
      const now = clock.now();
      const credit = await creditSummaryOf(db, userId, now);
      if (!credit) return null;
      const statements = await findStatements(db, userId);
      const documents = await documentsBySubject(
        db,
        'credit_statement',
        statements.map(({ id }) => creditStatementSubject(id)),
      );
      const open = await repo.findOpenStatements(db, [userId]);
      const isOpen = (id: number) =>
        credit.owed_micros > 0 && open.some((each) => each.id === id && each.remainingMicros > 0n);
      return {
        credit,
        statements: statements.map((row) => ({
          id: publicId('creditStatement', row.id),
          period: row.period,
          owed_micros: toNumber(row.owed_micros),
          drawn_micros: toNumber(row.drawn_micros),
          repaid_micros: toNumber(row.repaid_micros),
          issued_at: row.issued_at.toISOString(),
          due_at: row.due_at.toISOString(),
          settled_at: row.settled_at?.toISOString() ?? null,
          state: stateOf(row, isOpen(row.id), now),
          document: documents.get(creditStatementSubject(row.id)) ?? null,
        })),
      };
    },
  };
}

export type CreditService = ReturnType<typeof createCreditService>;
