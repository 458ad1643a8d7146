import {
  creditDetail,
  dateRange,
  documentKind,
  documentList,
  funds as fundsShape,
  TRANSACTIONS,
  transactionDetail,
  transactionFilter,
  transactionList,
} from '@ezdash/contracts';
import { z } from 'zod';
import { route } from '../../../platform/http';
import type { CreditFeature } from '../../credit';
import type { DocumentsFeature } from '../../documents';
import type { FundsFeature } from '../../funds';
import { CSV_FILE, idParams, named, type Operation, operation } from '../operation';
import { beforeOf, cursorQuery, nextCursor, writeCursor } from '../pages';

const shared = { tag: 'Funds', scope: 'finance', role: 'advertiser' } as const;

export interface FundsDeps {
  funds: Pick<FundsFeature, 'list' | 'read' | 'transaction' | 'send'>;
  credit: Pick<CreditFeature, 'service'>;
  documents: Pick<DocumentsFeature, 'service'>;
}

const query = cursorQuery.extend({
  filter: transactionFilter.default('all'),
  before: z.string().max(40).optional(),
  limit: z.coerce.number().int().min(1).max(TRANSACTIONS.mostPage).default(TRANSACTIONS.page),
});

function transactions(funds: FundsDeps['funds']): Operation[] {
  return [
    operation(
      {
        id: 'listTransactions',
        method: 'get',
        path: '/transactions',
        tag: 'Account',
        summary: 'What moved the balance, newest first, with the balance after each',
        scope: 'finance',
        role: 'advertiser',
        query,
        answer: named('TransactionList', transactionList.extend(nextCursor)),
      },
      async ({ user, query: { cursor, before, ...options } }) => {
        const list = await funds.list(user.id, {
          ...options,
          before: beforeOf('transactions', { cursor, before }),
        });
        return { ...list, next_cursor: writeCursor('transactions', list.next) };
      },
    ),
    {
      ...shared,
      id: 'exportTransactions',
      method: 'get',
      path: '/transactions/export',
      summary: 'What moved the balance in some days as a CSV file, oldest first',
      status: 200,
      query: dateRange,
      takesImage: false,
      file: 'text/csv',
      answer: CSV_FILE,
      handlers: [
        route({ query: dateRange }, ({ query, user, res, log }) => funds.send(user.id, query, { res, log })),
      ],
    },
    operation(
      {
        ...shared,
        id: 'getTransaction',
        method: 'get',
        path: '/transactions/{id}',
        summary: 'One movement of the balance: its postings, and the events behind it',
        params: idParams,
        answer: named('TransactionDetail', transactionDetail),
      },
      ({ user, params }) => funds.transaction(user.id, params.id),
    ),
  ];
}

const documentQuery = cursorQuery.extend({ kind: documentKind.optional() });

function papers({ credit, documents }: FundsDeps): Operation[] {
  return [
    operation(
      {
        ...shared,
        id: 'getCredit',
        method: 'get',
        path: '/credit',
        summary: 'The credit line with its statements; null without one',
        answer: named('CreditDetail', creditDetail.nullable()),
      },
      ({ user }) => credit.service.detail(user.id),
    ),
    operation(
      {
        ...shared,
        role: undefined,
        id: 'listDocuments',
        method: 'get',
        path: '/documents',
        summary: 'Invoices, credit notes and statements, newest first',
        query: documentQuery,
        answer: named('DocumentList', documentList.extend(nextCursor)),
      },
      async ({ user, query: { cursor, kind } }) => {
        const list = await documents.service.list(user, { before: beforeOf('documents', { cursor }), kind });
        return { ...list, next_cursor: writeCursor('documents', list.next) };
      },
    ),
    {
      ...shared,
      role: null,
      id: 'getDocument',
      method: 'get',
      path: '/documents/{id}',
      summary: 'A document as a PDF file',
      status: 200,
      params: idParams,
      takesImage: false,
      file: 'application/pdf',
      answer: named('PdfFile', z.string()),
      handlers: [
        route({ params: idParams }, async ({ params, user, res }) => {
          const file = await documents.service.file(user, params.id);
          const bytes = await file.render();
          res.set({
            'Content-Type': 'application/pdf',
            'Content-Disposition': `inline; filename="${file.name}"`,
            'Cache-Control': 'private, no-store',
          });
          return bytes;
        }),
      ],
    },
  ];
}

/** What an advertiser has, where it came from and went, and the papers about it. */
export function fundsOperations(deps: FundsDeps): Operation[] {
  return [
    operation(
      {
        ...shared,
        id: 'getFunds',
        method: 'get',
        path: '/funds',
        summary: 'Cash, bonus, what is held, credit, days left, ways to pay, open payments and the top-up',
        answer: named('Funds', fundsShape),
      },
      ({ user }) => deps.funds.read(user.id),
    ),
    ...transactions(deps.funds),
    ...papers(deps),
  ];
}
