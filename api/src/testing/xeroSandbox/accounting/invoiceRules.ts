import { randomUUID } from 'node:crypto';
import { type LineAmountTypes, round, sum, TAX_RATES, taxOf } from './amounts';
import type { Books, Invoice, InvoiceLine, InvoiceStatus } from './books';
import { readDay } from './dates';

/** What of an invoice a call may bring; the description has checked the types. */
export interface InvoiceInput {
  InvoiceID?: string;
  Type?: string;
  Contact?: Record<string, unknown>;
  LineItems?: LineInput[];
  Date?: string;
  DueDate?: string;
  LineAmountTypes?: LineAmountTypes;
  InvoiceNumber?: string;
  Reference?: string;
  BrandingThemeID?: string;
  Url?: string;
  CurrencyCode?: string;
  Status?: InvoiceStatus;
  SentToContact?: boolean;
}
export interface LineInput extends Record<string, unknown> {
  Description?: string;
  Quantity?: number;
  UnitAmount?: number;
  LineAmount?: number;
  AccountCode?: string;
  TaxType?: string;
  TaxAmount?: number;
  DiscountRate?: number;
}

const isFinal = (status: InvoiceStatus) => status === 'AUTHORISED' || status === 'SUBMITTED';

export function linesOf(
  books: Books,
  inputs: readonly LineInput[],
  types: LineAmountTypes,
  unitPlaces: number,
): InvoiceLine[] {
  return inputs.map((input) => {
    const { Description = '', Quantity = 1, UnitAmount = 0, DiscountRate = 0, AccountCode } = input;
    const unit = round(UnitAmount, unitPlaces);
    const LineAmount = input.LineAmount ?? round(Quantity * unit * (1 - DiscountRate / 100));
    const account = books.accounts.find(({ Code }) => Code === AccountCode);
    const TaxType = input.TaxType ?? account?.TaxType ?? 'NONE';
    return {
      ...input,
      LineItemID: randomUUID(),
      Description,
      Quantity,
      UnitAmount: unit,
      LineAmount,
      TaxType,
      TaxAmount: input.TaxAmount ?? taxOf(LineAmount, TaxType, types),
      ...(account && { AccountID: account.AccountID }),
    };
  });
}

export function totalsOf(lines: readonly InvoiceLine[], types: LineAmountTypes) {
  const amounts = sum(lines.map(({ LineAmount }) => LineAmount));
  const totalTax = sum(lines.map(({ TaxAmount }) => TaxAmount));
  const subTotal = types === 'Inclusive' ? round(amounts - totalTax) : amounts;
  return { subTotal, totalTax, total: round(subTotal + totalTax) };
}

function lineErrors(books: Books, input: LineInput, isStrict: boolean): string[] {
  const { Description, AccountCode, TaxType, LineAmount, Quantity, UnitAmount, DiscountRate = 0 } = input;
  const errors: string[] = [];
  if (isStrict && (Description ?? '').trim() === '') errors.push('Description is a required field.');
  if (isStrict && AccountCode === undefined) errors.push('Account code must be specified.');
  if (AccountCode !== undefined && !books.accounts.some(({ Code }) => Code === AccountCode))
    errors.push(`Account code '${AccountCode}' is not a valid code for this document.`);
  if (TaxType !== undefined && TAX_RATES[TaxType] === undefined)
    errors.push(
      `The TaxType code '${TaxType}' does not exist or cannot be used for this type of transaction.`,
    );
  if (LineAmount !== undefined && Quantity !== undefined && UnitAmount !== undefined) {
    const expected = round(Quantity * UnitAmount * (1 - DiscountRate / 100));
    if (expected !== round(LineAmount))
      errors.push(`The line total ${LineAmount} does not match the expected line total ${expected}`);
  }
  return errors;
}

const isGiven = (value: unknown) => value !== undefined && value !== null;

/** Of a new invoice. */
export function creationErrors(books: Books, input: InvoiceInput): string[] {
  const { Type, Contact, LineItems = [], Status = 'DRAFT', InvoiceNumber } = input;
  const errors: string[] = [];
  if (Type !== 'ACCREC' && Type !== 'ACCPAY') errors.push('Invoice type is not valid for this endpoint.');
  if (!Contact || !['ContactID', 'Name', 'ContactNumber'].some((field) => isGiven(Contact[field])))
    errors.push('A Contact must be specified for this type of transaction.');
  if (!['DRAFT', 'SUBMITTED', 'AUTHORISED'].includes(Status))
    errors.push('Invoice not of valid status for creation');
  if (isFinal(Status) && LineItems.length === 0) errors.push('One or more line items must be specified.');
  if (isFinal(Status) && input.DueDate === undefined) errors.push('The due date must be specified.');
  const isTaken = [...books.invoices.values()].some(
    ({ type, number, status }) => type === 'ACCREC' && number === InvoiceNumber && status !== 'DELETED',
  );
  if (Type === 'ACCREC' && isTaken) errors.push('Invoice # must be unique.');
  return [...errors, ...contentErrors(books, input, isFinal(Status))];
}

/** What holds for new and for changed ones. */
function contentErrors(books: Books, input: InvoiceInput, isStrict: boolean): string[] {
  const errors: string[] = [];
  const day = (text: string | undefined) => (text === undefined ? null : readDay(text));
  const [date, due] = [day(input.Date), day(input.DueDate)];
  if ((input.Date !== undefined && date === null) || (input.DueDate !== undefined && due === null))
    errors.push('The date is not a date.');
  if (input.Url !== undefined && !URL.canParse(input.Url)) errors.push('Url must be a valid absolute url');
  return [...errors, ...(input.LineItems ?? []).flatMap((line) => lineErrors(books, line, isStrict))];
}

const NEXT: Readonly<Record<InvoiceStatus, readonly InvoiceStatus[]>> = {
  DRAFT: ['DRAFT', 'SUBMITTED', 'AUTHORISED', 'DELETED'],
  SUBMITTED: ['DRAFT', 'SUBMITTED', 'AUTHORISED', 'DELETED'],
  AUTHORISED: ['AUTHORISED', 'VOIDED'],
  PAID: ['PAID'],
  VOIDED: [],
  DELETED: [],
};

/** Of a change of one that there is. */
export function changeErrors(
  books: Books,
  invoice: Invoice,
  input: InvoiceInput,
  hasPayments: boolean,
): string[] {
  const status = input.Status ?? invoice.status;
  const errors = contentErrors(books, input, isFinal(status));
  if (!NEXT[invoice.status].includes(status)) errors.push('Invoice not of valid status for modification');
  if (hasPayments && (status === 'VOIDED' || input.LineItems !== undefined))
    errors.push('This document cannot be edited as it has a payment or credit note allocated to it.');
  return errors;
}
