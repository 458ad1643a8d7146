import { publicId, type TransferAccount } from '@ezdash/contracts';
import type { PaymentFacts } from '../payments';
import type { DocumentContent, DocumentLocale } from './content';
import { grouped, longDate, money } from './format';
import type { OwnContent, Wish } from './issue';
import type { Say } from './words';

type Fact = DocumentContent['facts'][number];

const text = (micros: bigint) => micros.toString();
const known = (facts: readonly (Fact | null)[]): Fact[] => facts.filter((fact) => fact !== null);
const factOf = (label: string, value: string | null): Fact | null =>
  value === null ? null : { label, value };

/** What a deposit is of: the prepaid balance, and the fee on top of it. */
function depositLines(
  say: Say,
  { amountMicros, feeMicros, gatewayName }: PaymentFacts,
): DocumentContent['lines'] {
  const deposit = { text: say('advertising'), note: say('advertisingNote'), amount: text(amountMicros) };
  if (feeMicros === 0n) return [deposit];
  return [deposit, { text: say('fee', { method: gatewayName }), note: null, amount: text(feeMicros) }];
}

const chargedOf = ({ amountMicros, feeMicros }: PaymentFacts) => amountMicros + feeMicros;
const wayOf = ({ methodLabel, gatewayName }: PaymentFacts) =>
  methodLabel === null ? gatewayName : `${methodLabel} (${gatewayName})`;

const wishFor = (payment: PaymentFacts) => ({
  userId: payment.userId,
  subject: `payment:${payment.id}`,
  paymentId: payment.id,
  currency: payment.currency,
});

/** Of a deposit whose money is booked. */
export function invoiceOf(payment: PaymentFacts, bonusMicros: bigint, at: Date): Wish {
  const charged = chargedOf(payment);
  const write = (say: Say, locale: DocumentLocale): OwnContent => ({
    status: { text: say('paid'), tone: 'settled' },
    facts: known([
      factOf(say('date'), longDate(locale, at)),
      factOf(say('paidOn'), longDate(locale, at)),
      factOf(say('paidWith'), wayOf(payment)),
      factOf(say('payment'), publicId('payment', payment.id)),
      factOf(say('reference'), payment.reference),
      factOf(say('transaction'), payment.externalTransactionId),
    ]),
    lines: depositLines(say, payment),
    totals: [
      { label: say('total'), amount: text(charged), strong: false },
      { label: say('totalPaid'), amount: text(charged), strong: true },
    ],
    box: null,
    notes:
      bonusMicros > 0n
        ? [
            say('bonus', {
              amount: money(locale, bonusMicros, payment.currency),
              code: payment.promoCode ?? '–',
            }),
          ]
        : [],
  });
  return { ...wishFor(payment), kind: 'invoice', totalMicros: charged, issuedAt: at, write };
}

/** Of a bank transfer that is waited for: where it goes, with which reference, until when. */
export function proformaOf(
  payment: PaymentFacts,
  account: TransferAccount,
  { at, due }: { at: Date; due: Date },
): Wish {
  const charged = chargedOf(payment);
  const write = (say: Say, locale: DocumentLocale): OwnContent => ({
    status: { text: say('open'), tone: 'open' },
    facts: known([
      factOf(say('date'), longDate(locale, at)),
      factOf(say('payBy'), longDate(locale, due)),
      factOf(say('payment'), publicId('payment', payment.id)),
      factOf(say('reference'), payment.reference),
    ]),
    lines: depositLines(say, payment),
    totals: [{ label: say('totalDue'), amount: text(charged), strong: true }],
    box: {
      title: say('transferTitle'),
      rows: known([
        factOf(say('holder'), account.holder),
        factOf('IBAN', grouped(account.iban)),
        factOf('BIC', account.bic),
        factOf(say('bank'), account.bank),
        factOf(say('reference'), payment.reference),
        factOf(say('amount'), money(locale, charged, payment.currency)),
      ]),
    },
    notes: [say('transferNote'), say('proformaNote')],
  });
  return { ...wishFor(payment), kind: 'proforma', totalMicros: charged, issuedAt: at, write };
}

/** Of what went back; names the invoice of the deposit where there is one. */
export function creditNoteOf(
  payment: PaymentFacts,
  deposit: PaymentFacts,
  invoice: string | null,
  at: Date,
): Wish {
  const back = chargedOf(payment);
  const write = (say: Say, locale: DocumentLocale): OwnContent => ({
    status: { text: say('credited'), tone: 'settled' },
    facts: known([
      factOf(say('date'), longDate(locale, at)),
      factOf(say('corrects'), invoice),
      factOf(say('paidTo'), wayOf(deposit)),
      factOf(say('payment'), publicId('payment', payment.id)),
      factOf(say('transaction'), payment.externalTransactionId),
    ]),
    lines: [
      {
        text: say(payment.type === 'chargeback' ? 'chargeback' : 'refund'),
        note: null,
        amount: text(back),
      },
    ],
    totals: [{ label: say('totalCredited'), amount: text(back), strong: true }],
    box: null,
    notes: [],
  });
  return { ...wishFor(payment), kind: 'credit_note', totalMicros: back, issuedAt: at, write };
}
