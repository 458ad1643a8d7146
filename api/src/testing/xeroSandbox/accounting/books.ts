import { randomUUID } from 'node:crypto';
import type { SandboxClock } from '../sandboxClock';
import type { SandboxOrganisation } from '../types';
import type { LineAmountTypes } from './amounts';
import { msDate } from './dates';

export interface Account {
  [field: string]: unknown;
  AccountID: string;
  Code: string;
  Name: string;
  Type: string;
  Class: string;
  Status: string;
  TaxType: string;
  EnablePaymentsToAccount: boolean;
  UpdatedDateUTC: string;
}

export interface Contact {
  [field: string]: unknown;
  ContactID: string;
  Name: string;
  ContactStatus: string;
  EmailAddress?: string;
  ContactNumber?: string;
  UpdatedDateUTC: string;
}

export interface InvoiceLine {
  [field: string]: unknown;
  LineItemID: string;
  Description: string;
  Quantity: number;
  UnitAmount: number;
  LineAmount: number;
  TaxType: string;
  TaxAmount: number;
  AccountCode?: string;
}

export type InvoiceStatus = 'DRAFT' | 'SUBMITTED' | 'AUTHORISED' | 'PAID' | 'VOIDED' | 'DELETED';

/** Moments in milliseconds; as Xero shows it when it is shown. */
export interface Invoice {
  id: string;
  type: 'ACCREC' | 'ACCPAY';
  number: string;
  reference: string;
  contact: Contact;
  status: InvoiceStatus;
  currency: string;
  lineAmountTypes: LineAmountTypes;
  lines: InvoiceLine[];
  dateMs: number;
  dueMs: number | null;
  subTotal: number;
  totalTax: number;
  total: number;
  url: string | null;
  brandingThemeId: string | null;
  isSentToContact: boolean;
  fullyPaidMs: number | null;
  updatedMs: number;
}

export interface Payment {
  id: string;
  invoice: Invoice;
  account: Account;
  amount: number;
  dateMs: number;
  reference: string;
  status: 'AUTHORISED' | 'DELETED';
  updatedMs: number;
}

/** Everything that one organisation has. */
export interface Books {
  organisation: SandboxOrganisation;
  accounts: Account[];
  contacts: Map<string, Contact>;
  invoices: Map<string, Invoice>;
  payments: Map<string, Payment>;
  nextNumber(): string;
}

/** Code, name, type, class, tax, whether payments may go there. */
const CHART: readonly [string, string, string, string, string, boolean][] = [
  ['090', 'Business bank account', 'BANK', 'ASSET', 'NONE', true],
  ['091', 'Card payments clearing', 'BANK', 'ASSET', 'NONE', true],
  ['200', 'Sales', 'REVENUE', 'REVENUE', 'NONE', false],
  ['210', 'Advertising sales', 'REVENUE', 'REVENUE', 'OUTPUT2', false],
  ['260', 'Other revenue', 'REVENUE', 'REVENUE', 'NONE', false],
  ['404', 'Bank fees', 'EXPENSE', 'EXPENSE', 'NONE', false],
  ['461', 'Payouts to publishers', 'EXPENSE', 'EXPENSE', 'NONE', false],
  ['610', 'Accounts receivable', 'CURRENT', 'ASSET', 'NONE', false],
  ['800', 'Accounts payable', 'CURRLIAB', 'LIABILITY', 'NONE', false],
  ['835', 'Advertisers’ prepayments', 'CURRLIAB', 'LIABILITY', 'NONE', true],
  ['960', 'Retained earnings', 'EQUITY', 'EQUITY', 'NONE', false],
];

export function openBooks(organisation: SandboxOrganisation, clock: SandboxClock): Books {
  let number = 0;
  const UpdatedDateUTC = msDate(clock.nowMs());
  return {
    organisation,
    accounts: CHART.map(([Code, Name, Type, Class, TaxType, EnablePaymentsToAccount]) => ({
      AccountID: randomUUID(),
      Code,
      Name,
      Type,
      Class,
      Status: 'ACTIVE',
      TaxType,
      EnablePaymentsToAccount,
      ...(Type === 'BANK' && { BankAccountType: 'BANK', CurrencyCode: organisation.baseCurrency }),
      UpdatedDateUTC,
    })),
    contacts: new Map(),
    invoices: new Map(),
    payments: new Map(),
    nextNumber: () => {
      number += 1;
      return `INV-${String(number).padStart(4, '0')}`;
    },
  };
}

const isOf = (invoice: Invoice) => (payment: Payment) =>
  payment.invoice.id === invoice.id && payment.status === 'AUTHORISED';

export const paymentsOf = ({ payments }: Books, invoice: Invoice): Payment[] =>
  [...payments.values()].filter(isOf(invoice));

/** Voided and deleted ones are no claim on anybody. */
export const countsAsClaim = ({ status }: Invoice) => status !== 'VOIDED' && status !== 'DELETED';
