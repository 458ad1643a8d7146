import { earnings, earningsDeductionList, payoutList } from '@ezdash/contracts';
import type { PayoutsService } from '../../payouts';
import { named, type Operation, operation } from '../operation';
import { cursorQuery, nextCursor, readCursor, writeCursor } from '../pages';

const OWN = { tag: 'Earnings', scope: 'finance', role: 'publisher', method: 'get' } as const;

/** What a publisher earned and was paid. To ask for a payout takes a person: it is not among these. */
export function earningsOperations(
  payouts: Pick<PayoutsService, 'earnings' | 'deductions' | 'list'>,
): Operation[] {
  const placeOf = (list: string, cursor: string | undefined) =>
    cursor === undefined ? undefined : readCursor(list, cursor);
  return [
    operation(
      {
        ...OWN,
        id: 'getEarnings',
        path: '/earnings',
        summary: 'Earnings by state and month, and what can be paid out',
        answer: named('Earnings', earnings),
      },
      ({ user }) => payouts.earnings(user.id),
    ),
    operation(
      {
        ...OWN,
        id: 'listDeductions',
        path: '/deductions',
        summary: 'Why earnings were taken back, newest first',
        query: cursorQuery,
        answer: named('EarningsDeductionList', earningsDeductionList.omit({ next: true }).extend(nextCursor)),
      },
      async ({ user, query: { cursor } }) => {
        const { next, ...list } = await payouts.deductions(user.id, placeOf('deductions', cursor));
        return { ...list, next_cursor: writeCursor('deductions', next) };
      },
    ),
    operation(
      {
        ...OWN,
        id: 'listPayouts',
        path: '/payouts',
        summary: 'Payouts with what they are made of, newest first',
        query: cursorQuery,
        answer: named('PayoutList', payoutList.omit({ next: true }).extend(nextCursor)),
      },
      async ({ user, query: { cursor } }) => {
        const { next, ...list } = await payouts.list(user.id, placeOf('payouts', cursor));
        return { ...list, next_cursor: writeCursor('payouts', next) };
      },
    ),
  ];
}
