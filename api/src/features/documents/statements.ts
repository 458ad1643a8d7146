import { publicId } from '@ezdash/contracts';
import type { DocumentLocale } from './content';
import { longDate, monthName } from './format';
import type { OwnContent, Wish } from './issue';
import type { Say } from './words';

const CURRENCY = 'USD';
const text = (micros: bigint) => micros.toString();

/** What was owed of a credit line at a month's end. */
export interface CreditStatementFacts {
  id: number;
  userId: number;
  /** First day of the month, YYYY-MM-DD. */
  period: string;
  /** At its end. */
  owedMicros: bigint;
  drawnMicros: bigint;
  repaidMicros: bigint;
  issuedAt: Date;
  dueAt: Date;
}

export const creditStatementSubject = (id: number): string => `credit-statement:${id}`;

export function creditStatementOf(statement: CreditStatementFacts): Wish {
  const { owedMicros, drawnMicros, repaidMicros, issuedAt, dueAt } = statement;
  const write = (say: Say, locale: DocumentLocale): OwnContent => ({
    status: { text: say('open'), tone: 'open' },
    facts: [
      { label: say('date'), value: longDate(locale, issuedAt) },
      { label: say('month'), value: monthName(locale, statement.period) },
      { label: say('payBy'), value: longDate(locale, dueAt) },
    ],
    lines: [
      { text: say('owedBefore'), note: null, amount: text(owedMicros - drawnMicros + repaidMicros) },
      { text: say('drawn'), note: null, amount: text(drawnMicros) },
      { text: say('repaid'), note: null, amount: text(-repaidMicros) },
    ],
    totals: [{ label: say('owed'), amount: text(owedMicros), strong: true }],
    box: null,
    notes: [say('creditNoteText')],
  });
  return {
    kind: 'credit_statement',
    userId: statement.userId,
    subject: creditStatementSubject(statement.id),
    paymentId: null,
    currency: CURRENCY,
    totalMicros: owedMicros,
    issuedAt,
    write,
  };
}

/** Earnings that have been paid out. */
export interface PayoutFacts {
  id: number;
  /** The publisher. */
  userId: number;
  amountMicros: bigint;
  currency: string;
  /** Where it went, as its owner knows it. */
  methodLabel: string;
  bankReference: string | null;
  requestedAt: Date;
}

export const payoutSubject = (id: number): string => `payout:${id}`;

export function payoutStatementOf(payout: PayoutFacts, paidAt: Date): Wish {
  const { amountMicros, bankReference } = payout;
  const write = (say: Say, locale: DocumentLocale): OwnContent => ({
    status: { text: say('paid'), tone: 'settled' },
    facts: [
      { label: say('date'), value: longDate(locale, paidAt) },
      { label: say('requestedOn'), value: longDate(locale, payout.requestedAt) },
      { label: say('paidTo'), value: payout.methodLabel },
      { label: say('payout'), value: publicId('payout', payout.id) },
      ...(bankReference === null ? [] : [{ label: say('transaction'), value: bankReference }]),
    ],
    lines: [{ text: say('earnings'), note: say('earningsNote'), amount: text(amountMicros) }],
    totals: [{ label: say('totalPaidOut'), amount: text(amountMicros), strong: true }],
    box: null,
    notes: [],
  });
  return {
    kind: 'payout_statement',
    userId: payout.userId,
    subject: payoutSubject(payout.id),
    paymentId: null,
    currency: payout.currency,
    totalMicros: amountMicros,
    issuedAt: paidAt,
    write,
  };
}
