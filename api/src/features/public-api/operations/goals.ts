import {
  conversionGoal,
  conversionGoalInput,
  conversionGoalList,
  conversionGoalUpdate,
  conversionList,
  conversionQuery,
} from '@ezdash/contracts';
import type { ConversionsFeature } from '../../conversions';
import { body, idParams, named, type Operation, operation } from '../operation';
import { beforeOf, cursorQuery, nextCursor, pageOf, pageQuery, writeCursor } from '../pages';

const GOAL = named('ConversionGoal', conversionGoal);
const TAG = { tag: 'Goals', role: 'advertiser' } as const;

export function goalOperations({
  goals,
  conversions,
}: Pick<ConversionsFeature, 'goals' | 'conversions'>): Operation[] {
  return [
    operation(
      {
        ...TAG,
        id: 'listGoals',
        method: 'get',
        path: '/conversion-goals',
        scope: 'read',
        summary: 'What counts as a conversion, and where each is reported',
        query: pageQuery,
        answer: named('ConversionGoalList', conversionGoalList.extend(nextCursor)),
      },
      async ({ user, query }) => {
        const { rows, next_cursor } = pageOf('conversionGoal', (await goals.list(user.id)).goals, query);
        return { goals: rows, next_cursor };
      },
    ),
    operation(
      {
        ...TAG,
        id: 'createGoal',
        method: 'post',
        path: '/conversion-goals',
        scope: 'write',
        summary: 'Make a goal, which a campaign may pay for',
        status: 201,
        body: body('ConversionGoalInput', conversionGoalInput),
        example: { name: 'Order', duplicates: 'every', window_days: 30 },
        answer: GOAL,
      },
      (context) => goals.create(context.user.id, context.body),
    ),
    operation(
      {
        ...TAG,
        id: 'updateGoal',
        method: 'patch',
        path: '/conversion-goals/{id}',
        scope: 'write',
        summary: 'Change a goal; an archived one takes no reports',
        params: idParams,
        body: body('ConversionGoalUpdate', conversionGoalUpdate),
        example: { window_days: 14 },
        answer: GOAL,
      },
      (context) => goals.update(context.user.id, context.params.id, context.body),
    ),
    operation(
      {
        ...TAG,
        id: 'listConversions',
        method: 'get',
        path: '/conversion-goals/{id}/conversions',
        scope: 'read',
        summary: 'What was reported of a goal, what became of it, and what it cost',
        params: idParams,
        query: conversionQuery.extend(cursorQuery.shape),
        answer: named('ConversionList', conversionList.extend(nextCursor)),
      },
      async ({ params, query, user }) => {
        const before = beforeOf('conversions', query);
        const list = await conversions.list(user.id, params.id, { verdict: query.verdict, before });
        return { ...list, next_cursor: writeCursor('conversions', list.next) };
      },
    ),
  ];
}
