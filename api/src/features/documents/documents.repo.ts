import type { DocumentKind, DocumentLink } from '@ezdash/contracts';
import { publicId } from '@ezdash/contracts';
import { sql } from 'kysely';
import type { Db, Trx } from '../../platform/db';
import type { DocumentContent } from './content';

export interface DocumentRow {
  id: number;
  number: string;
  kind: DocumentKind;
  user_id: number;
  currency: string;
  total_micros: bigint;
  issued_at: Date;
}
export interface WholeDocument extends DocumentRow {
  content: unknown;
}

export const documentLinkOf = ({
  id,
  number,
  kind,
}: Pick<DocumentRow, 'id' | 'number' | 'kind'>): DocumentLink => ({
  id: publicId('document', id),
  number,
  kind,
});

/** The next number of a kind and year. Its row stays locked until the transaction ends: no number is lost with it. */
export async function nextNumber(trx: Trx, kind: DocumentKind, year: number): Promise<number> {
  const { rows } = await sql<{ last: number }>`
    INSERT INTO document_counter AS c (kind, year, last) VALUES (${kind}, ${year}, 1)
    ON CONFLICT (kind, year) DO UPDATE SET last = c.last + 1 RETURNING last`.execute(trx);
  const [row] = rows;
  if (!row) throw new Error(`No number for ${kind} of ${year}`);
  return row.last;
}

/** The document of a kind that is about this, or null. */
export async function findBySubject(
  db: Db,
  kind: DocumentKind,
  subject: string,
): Promise<DocumentRow | null> {
  const row = await db
    .selectFrom('document')
    .select(['id', 'number', 'kind', 'user_id', 'currency', 'total_micros', 'issued_at'])
    .where('kind', '=', kind)
    .where('subject', '=', subject)
    .executeTakeFirst();
  return row ?? null;
}

export interface NewDocument {
  number: string;
  kind: DocumentKind;
  userId: number;
  subject: string;
  paymentId: number | null;
  currency: string;
  totalMicros: bigint;
  content: DocumentContent;
  issuedAt: Date;
}

export async function insertDocument(trx: Trx, document: NewDocument): Promise<number> {
  const { id } = await trx
    .insertInto('document')
    .values({
      number: document.number,
      kind: document.kind,
      user_id: document.userId,
      subject: document.subject,
      payment_id: document.paymentId,
      currency: document.currency,
      total_micros: document.totalMicros,
      content: JSON.stringify(document.content),
      issued_at: document.issuedAt,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Whose it is is the caller's to ask. */
export async function findDocument(db: Db, id: number): Promise<WholeDocument | null> {
  const row = await db
    .selectFrom('document')
    .select(['id', 'number', 'kind', 'user_id', 'currency', 'total_micros', 'issued_at', 'content'])
    .where('id', '=', id)
    .executeTakeFirst();
  return row ?? null;
}

/** An account's documents, newest first, older than `before`. */
export async function listDocuments(
  db: Db,
  userId: number,
  { kind, before, limit }: { kind?: DocumentKind; before?: number; limit: number },
): Promise<DocumentRow[]> {
  return db
    .selectFrom('document')
    .select(['id', 'number', 'kind', 'user_id', 'currency', 'total_micros', 'issued_at'])
    .where('user_id', '=', userId)
    .$if(kind !== undefined, (query) => query.where('kind', '=', kind ?? 'invoice'))
    .$if(before !== undefined, (query) => query.where('id', '<', before ?? 0))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

/** Of one kind, by what they are about: `credit-statement:1001` → its document. */
export async function documentsBySubject(
  db: Db,
  kind: DocumentKind,
  subjects: readonly string[],
): Promise<Map<string, DocumentLink>> {
  if (subjects.length === 0) return new Map();
  const rows = await db
    .selectFrom('document')
    .select(['id', 'number', 'kind', 'subject'])
    .where('kind', '=', kind)
    .where('subject', 'in', [...subjects])
    .execute();
  return new Map(rows.map((row) => [row.subject, documentLinkOf(row)]));
}

export interface Buyer {
  id: number;
  locale: string | null;
  company_name: string | null;
  first_name: string | null;
  last_name: string | null;
  country: string | null;
  tax_id: string | null;
  email: string;
}

export async function findBuyer(db: Db, userId: number): Promise<Buyer> {
  return db
    .selectFrom('app_user')
    .select(['id', 'locale', 'company_name', 'first_name', 'last_name', 'country', 'tax_id', 'email'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
}

/** What a payment's facts do not say of it. */
export async function findPaymentTerms(
  db: Db,
  id: number,
): Promise<{ bonus_micros: bigint; expires_at: Date | null }> {
  return db
    .selectFrom('payment')
    .select(['bonus_micros', 'expires_at'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
}
