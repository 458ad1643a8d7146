import { TRANSACTIONS, transactionFilter, transactionList } from '@ezdash/contracts';
import { z } from 'zod';
import type { FundsFeature } from '../../funds';
import { named, type Operation, operation } from '../operation';
import { beforeOf, cursorQuery, nextCursor, writeCursor } from '../pages';

const query = cursorQuery.extend({
  filter: transactionFilter.default('all'),
  before: z.string().max(40).optional(),
  limit: z.coerce.number().int().min(1).max(TRANSACTIONS.mostPage).default(TRANSACTIONS.page),
});

export function fundsOperations(funds: Pick<FundsFeature, 'list'>): Operation[] {
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
  ];
}
