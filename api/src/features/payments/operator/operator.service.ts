import {
  type OperatorPayment,
  type OperatorPaymentDetail,
  type OperatorPaymentList,
  publicId,
  type RefundRequest,
} from '@ezdash/contracts';
import { translateMessage } from '../../../locales';
import type { AuthUser } from '../../../platform/auth';
import { type Db, toNumber } from '../../../platform/db';
import { balancesOf, publicRowId } from '../../figures';
import { noPayment, type PaymentsDeps } from '../parts';
import { findEvents, type PaymentRow } from '../payments.repo';
import { presentPayments } from '../present';
import { givenBackOf, NOTHING_BACK } from '../readers';
import { readReference } from '../reference';
import { type Refunds, refundableOf } from '../refunds';
import type { MatchTransfer } from './bankTransfers';
import type { BookTransfer } from './bookTransfer';
import { countAwaited, findPayments, type PaymentFilter, type WithOwner } from './operator.repo';

const PAGE = 50;

export interface OperatorQuery extends Omit<PaymentFilter, 'search' | 'beforeId' | 'ids'> {
  search?: string;
  before?: string;
}

/** Why a person has to look at it, where the operator's own note would stand. */
const TROUBLES: Readonly<Record<NonNullable<PaymentRow['trouble']>, string>> = {
  'amount-differs': 'The gateway moved another amount than was asked for. Nothing was booked.',
  'currency-differs': 'The gateway took another currency than was asked for. Nothing was booked.',
  'came-back':
    'What had been given back came back and was booked again. Look at the promo code and the documents.',
};
const NOBODY_LEFT = 'The account had been deleted when this money came in. Give it back.';

/** Nobody can spend it or ask for it. */
const isLeftLying = ({ type, state, ended_at, owner_deleted_at }: WithOwner, refundableMicros: bigint) =>
  type === 'deposit' &&
  state === 'completed' &&
  refundableMicros > 0n &&
  owner_deleted_at !== null &&
  ended_at !== null &&
  ended_at >= owner_deleted_at;

/** What a person has to look at, in their language; else what the operator wrote. */
function noteOf(row: WithOwner, refundableMicros: bigint, locale: string): string {
  if (row.trouble !== null) return translateMessage(locale, TROUBLES[row.trouble]);
  return isLeftLying(row, refundableMicros) ? translateMessage(locale, NOBODY_LEFT) : row.note;
}

export interface OperatorSteps {
  refunds: Refunds;
  match: MatchTransfer;
  book: BookTransfer;
}

export function createOperatorService(deps: PaymentsDeps, { refunds, match, book }: OperatorSteps) {
  const { db } = deps;

  async function present(on: Db, rows: readonly WithOwner[], locale: string): Promise<OperatorPayment[]> {
    const payments = await presentPayments(on, rows, deps);
    const balances = await balancesOf(on, [...new Set(rows.map(({ user_id }) => user_id))]);
    const back = await givenBackOf(
      on,
      rows.map(({ id }) => id),
    );
    return payments.flatMap((payment, index) => {
      const row = rows[index];
      if (!row) return [];
      const cash = BigInt(balances.get(row.user_id)?.cashMicros ?? 0);
      const refundable = refundableOf(row, back.get(row.id) ?? NOTHING_BACK, cash);
      const account = {
        id: publicId('user', row.user_id),
        email: row.email,
        company: row.company_name ?? '',
      };
      return {
        ...payment,
        account,
        reference: row.reference,
        external_id: row.external_id,
        note: noteOf(row, refundable, locale),
        refundable_micros: toNumber(refundable),
      };
    });
  }

  async function one(id: number, locale: string): Promise<OperatorPayment> {
    const [payment] = await present(db, await findPayments(db, { ids: [id] }, 1), locale);
    if (!payment) throw noPayment();
    return payment;
  }

  const numberOf = (id: string): number => {
    const number = publicRowId('payment', id);
    if (number === null) throw noPayment();
    return number;
  };

  return {
    async list({ search, before, ...filter }: OperatorQuery, locale: string): Promise<OperatorPaymentList> {
      const text = search?.trim() ?? '';
      const rows = await findPayments(
        db,
        {
          ...filter,
          beforeId: before === undefined ? null : publicRowId('payment', before),
          search:
            text === '' ? null : { text, id: publicRowId('payment', text), reference: readReference(text) },
        },
        PAGE + 1,
      );
      const shown = rows.slice(0, PAGE);
      const last = rows.length > PAGE ? shown.at(-1) : undefined;
      const awaited = await countAwaited(db);
      return {
        payments: await present(db, shown, locale),
        next: last ? publicId('payment', last.id) : null,
        awaited: { count: awaited.count, micros: toNumber(awaited.micros) },
      };
    },

    async detail(id: string, locale: string): Promise<OperatorPaymentDetail> {
      const number = numberOf(id);
      return { ...(await one(number, locale)), events: await findEvents(db, number) };
    },

    async match(
      admin: AuthUser,
      given: Parameters<MatchTransfer>[1],
      locale: string,
    ): Promise<OperatorPayment> {
      return one((await match(admin, given)).id, locale);
    },

    /** A transfer that nobody had announced; the same key books it once. */
    async book(
      admin: AuthUser,
      given: Parameters<BookTransfer>[1],
      key: string,
      locale: string,
    ): Promise<{ payment: OperatorPayment; isNew: boolean }> {
      const { row, isNew } = await book(admin, given, key);
      return { payment: await one(row.id, locale), isNew };
    },

    /** Answers the refund. */
    async refund(
      admin: AuthUser,
      id: string,
      request: RefundRequest,
      locale: string,
    ): Promise<{ payment: OperatorPayment; isNew: boolean }> {
      const { row, isNew } = await refunds.ask(admin, numberOf(id), request);
      return { payment: await one(row.id, locale), isNew };
    },
  };
}
export type OperatorService = ReturnType<typeof createOperatorService>;
