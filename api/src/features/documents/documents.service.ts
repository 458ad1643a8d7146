import { type DocumentKind, type DocumentList, MAX_ROW, publicId, rowId } from '@ezdash/contracts';
import type { AuthUser } from '../../platform/auth';
import { type Db, toNumber } from '../../platform/db';
import { NotFoundError } from '../../platform/errors';
import type { Work } from '../../platform/work';
import { documentContent } from './content';
import { documentLinkOf, findDocument, listDocuments, type WholeDocument } from './documents.repo';
import { pdfTask } from './tasks';

const PAGE = 25;
/** Changes with what the layout makes of a document, so that browsers ask for it again. */
const LAYOUT = 1;

export interface DocumentsService {
  list(user: AuthUser, query: { before?: string; kind?: DocumentKind }): Promise<DocumentList>;
  /** The document's file for its owner or an operator; for anybody else there is none. */
  file(user: AuthUser, id: string): Promise<DocumentFile>;
  /** For the archive of an account's data. */
  exportOf(userId: number, db?: Db): Promise<object[]>;
}

export interface DocumentFile {
  name: string;
  /** The same as long as the bytes are. */
  version: string;
  render(): Promise<Buffer>;
}

async function documentFor(db: Db, user: AuthUser, id: string): Promise<WholeDocument> {
  const row = rowId('document', id);
  const document = row === null || row > MAX_ROW ? null : await findDocument(db, row);
  if (!document || (document.user_id !== user.id && user.role !== 'admin'))
    throw new NotFoundError('There is no such document');
  return document;
}

export function createDocumentsService(db: Db, work: Pick<Work, 'run'>): DocumentsService {
  return {
    list: async (user, { before, kind }) => {
      // An id that is none is older than everything.
      const beforeRow = before === undefined ? undefined : Math.min(rowId('document', before) ?? 0, MAX_ROW);
      const rows = await listDocuments(db, user.id, { kind, before: beforeRow, limit: PAGE + 1 });
      const shown = rows.slice(0, PAGE);
      const last = rows.length > PAGE ? shown.at(-1) : undefined;
      return {
        documents: shown.map((row) => ({
          ...documentLinkOf(row),
          issued_at: row.issued_at.toISOString(),
          total_micros: toNumber(row.total_micros),
          currency: row.currency,
        })),
        next: last ? publicId('document', last.id) : null,
      };
    },
    file: async (user, id) => {
      const { number, currency, issued_at, content } = await documentFor(db, user, id);
      return {
        name: `${number}.pdf`,
        version: `${number}-${LAYOUT}`,
        render: () =>
          work.run(
            pdfTask,
            { number, currency, issuedAt: issued_at, content: documentContent.parse(content) },
            user.id,
          ),
      };
    },
    exportOf: async (userId, on = db) => {
      const rows = await on
        .selectFrom('document')
        .select(['number', 'kind', 'issued_at', 'currency', 'total_micros', 'content'])
        .where('user_id', '=', userId)
        .orderBy('id')
        .execute();
      return rows.map(({ total_micros, ...row }) => ({ ...row, total_micros: toNumber(total_micros) }));
    },
  };
}
