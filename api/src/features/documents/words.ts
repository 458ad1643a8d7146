import type { DocumentKind } from '@ezdash/contracts';
import type { DocumentLocale } from './content';

const ENGLISH = {
  invoice: 'Invoice',
  proforma: 'Proforma invoice',
  creditNote: 'Credit note',
  creditStatement: 'Credit statement',
  payoutStatement: 'Payout statement',
  number: 'Number',
  date: 'Date',
  paidOn: 'Paid on',
  payBy: 'Pay by',
  month: 'Month',
  payment: 'Payment',
  payout: 'Payout',
  paidWith: 'Paid with',
  paidTo: 'Paid to',
  transaction: 'Transaction',
  reference: 'Reference',
  corrects: 'For invoice',
  customer: 'Customer',
  requestedOn: 'Requested on',
  paid: 'Paid',
  open: 'To be paid',
  credited: 'Credited',
  from: 'From',
  billedTo: 'Billed to',
  recipient: 'Recipient',
  taxId: 'Tax ID',
  description: 'Description',
  amount: 'Amount',
  advertising: 'Advertising balance, prepaid',
  advertisingNote: 'Spent on impressions, clicks and conversions; what is not spent can be refunded',
  fee: 'Payment fee, {method}',
  subtotal: 'Subtotal',
  total: 'Total',
  totalPaid: 'Paid',
  totalDue: 'To be paid',
  refund: 'Refund of prepaid advertising balance',
  chargeback: 'Chargeback of a deposit by the payer’s bank',
  totalCredited: 'Credited',
  bonus:
    'A bonus of {amount} was added to the balance (promo code {code}). It is free of charge and no part of this amount.',
  proformaNote:
    'This is no invoice. The balance is topped up and an invoice issued when the transfer has arrived.',
  transferTitle: 'Pay by bank transfer',
  holder: 'Account holder',
  bank: 'Bank',
  transferNote: 'Write the reference into the transfer: it tells us whose payment it is.',
  owedBefore: 'Owed at the beginning of the month',
  drawn: 'Drawn in the month',
  repaid: 'Repaid in the month',
  owed: 'Owed at the end of the month',
  creditNoteText: 'Pay by making a deposit: whatever comes in repays first.',
  earnings: 'Advertising revenue, validated',
  earningsNote: 'Issued by the network on behalf of the recipient',
  totalPaidOut: 'Paid out',
  page: 'Page {page} of {pages}',
};
export type DocumentWord = keyof typeof ENGLISH;

const GERMAN: Readonly<Record<DocumentWord, string>> = {
  invoice: 'Rechnung',
  proforma: 'Proforma-Rechnung',
  creditNote: 'Gutschrift',
  creditStatement: 'Kreditabrechnung',
  payoutStatement: 'Auszahlungsbeleg',
  number: 'Nummer',
  date: 'Datum',
  paidOn: 'Bezahlt am',
  payBy: 'Zahlbar bis',
  month: 'Monat',
  payment: 'Zahlung',
  payout: 'Auszahlung',
  paidWith: 'Bezahlt mit',
  paidTo: 'Ausgezahlt an',
  transaction: 'Transaktion',
  reference: 'Verwendungszweck',
  corrects: 'Zur Rechnung',
  customer: 'Kunde',
  requestedOn: 'Angefordert am',
  paid: 'Bezahlt',
  open: 'Offen',
  credited: 'Gutgeschrieben',
  from: 'Von',
  billedTo: 'Rechnung an',
  recipient: 'Empfänger',
  taxId: 'Steuernummer',
  description: 'Beschreibung',
  amount: 'Betrag',
  advertising: 'Werbeguthaben, vorausbezahlt',
  advertisingNote: 'Für Einblendungen, Klicks und Conversions; nicht Verbrauchtes kann erstattet werden',
  fee: 'Zahlungsgebühr, {method}',
  subtotal: 'Zwischensumme',
  total: 'Summe',
  totalPaid: 'Bezahlt',
  totalDue: 'Zu zahlen',
  refund: 'Erstattung von vorausbezahltem Werbeguthaben',
  chargeback: 'Rückbuchung einer Einzahlung durch die Bank des Zahlers',
  totalCredited: 'Gutgeschrieben',
  bonus:
    'Dem Guthaben wurde ein Bonus von {amount} hinzugefügt (Gutscheincode {code}). Er ist kostenlos und nicht Teil dieses Betrags.',
  proformaNote:
    'Dies ist keine Rechnung. Sobald die Überweisung eingegangen ist, wird der Betrag gutgeschrieben und eine Rechnung ausgestellt.',
  transferTitle: 'Zahlung per Überweisung',
  holder: 'Kontoinhaber',
  bank: 'Bank',
  transferNote: 'Bitte geben Sie den Verwendungszweck an: Nur so können wir die Zahlung zuordnen.',
  owedBefore: 'Offen zu Beginn des Monats',
  drawn: 'Im Monat in Anspruch genommen',
  repaid: 'Im Monat zurückgezahlt',
  owed: 'Offen am Ende des Monats',
  creditNoteText: 'Sie zahlen durch eine Einzahlung: Was eingeht, tilgt zuerst den Kredit.',
  earnings: 'Werbeerlöse, geprüft',
  earningsNote: 'Vom Netzwerk im Namen des Empfängers ausgestellt',
  totalPaidOut: 'Ausgezahlt',
  page: 'Seite {page} von {pages}',
};

const WORDS: Readonly<Record<DocumentLocale, Readonly<Record<DocumentWord, string>>>> = {
  en: ENGLISH,
  de: GERMAN,
};
const PLACEHOLDER = /\{(\w+)\}/g;

export type Say = (word: DocumentWord, values?: Readonly<Record<string, string>>) => string;

/** The words of one language. Throws when a text needs a value that is not given: no document has a gap. */
export const wordsOf =
  (locale: DocumentLocale): Say =>
  (word, values = {}) =>
    WORDS[locale][word].replace(PLACEHOLDER, (_whole, name: string) => {
      const value = values[name];
      if (value === undefined) throw new Error(`The text ${word} needs ${name}`);
      return value;
    });

export const TITLES: Readonly<Record<DocumentKind, DocumentWord>> = {
  invoice: 'invoice',
  proforma: 'proforma',
  credit_note: 'creditNote',
  credit_statement: 'creditStatement',
  payout_statement: 'payoutStatement',
};
