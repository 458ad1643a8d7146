import type { Reply } from '../http';
import type { SandboxClock } from '../sandboxClock';
import type { Books } from './books';

/** What a call may do its work with, checked against the description before. */
export interface Context {
  books: Books;
  clock: SandboxClock;
  query: URLSearchParams;
  ifModifiedSince: string | null;
  path: Readonly<Record<string, string>>;
  body: unknown;
  /** An invoice was made or changed: whoever listens to webhooks is told. */
  tell(change: InvoiceChange): void;
}

export interface InvoiceChange {
  invoiceId: string;
  type: 'CREATE' | 'UPDATE';
}

export type Handler = (context: Context) => Reply | Promise<Reply>;

/** The body’s list: `{ Invoices: […] }`, or one alone, which Xero takes as well. */
export function itemsOf(body: unknown, name: string): Record<string, unknown>[] {
  const value = (body as Record<string, unknown>)[name];
  return Array.isArray(value) ? (value as Record<string, unknown>[]) : [];
}

/** Around every list that Xero answers. */
export const envelope = (clock: SandboxClock, content: Record<string, unknown>) => ({
  Id: crypto.randomUUID(),
  Status: 'OK',
  ProviderName: 'Local Xero',
  DateTimeUTC: `/Date(${clock.nowMs()})/`,
  ...content,
});
