import {
  conversionGoal,
  conversionGoalInput,
  conversionGoalKey,
  conversionGoalKeyInput,
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

/** The key opens a goal to whoever has it: it asks for the right to change things. */
function keyOperations(goals: ConversionsFeature['goals']): Operation[] {
  const shared = { ...TAG, path: '/conversion-goals/{id}/key', scope: 'write', params: idParams } as const;
  const answer = named('ConversionGoalKey', conversionGoalKey);
  return [
    operation(
      {
        ...shared,
        id: 'showGoalKey',
        method: 'get',
        summary: 'The key that reports of a goal are sent with',
        answer,
      },
      async ({ params: { id }, user, log }) => {
        const shown = await goals.showKey(user.id, id);
        log.info(
          { event: 'conversions.key_shown', userId: user.id, goalId: id },
          'The key of a conversion goal was shown',
        );
        return shown;
      },
    ),
    operation(
      {
        ...shared,
        id: 'renewGoalKey',
        method: 'post',
        summary: 'Give a goal a new key; the one before goes on for as many hours as are said',
        body: body('ConversionGoalKeyInput', conversionGoalKeyInput),
        example: { overlap_hours: 24 },
        answer,
      },
      async ({ params: { id }, user, log, body: { overlap_hours } }) => {
        const renewed = await goals.renewKey(user.id, id, overlap_hours);
        log.info(
          { event: 'conversions.key_renewed', userId: user.id, goalId: id },
          'The key of a conversion goal was renewed',
        );
        return renewed;
      },
    ),
  ];
}

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
        id: 'getGoal',
        method: 'get',
        path: '/conversion-goals/{id}',
        scope: 'read',
        summary: 'One goal, and how it is reported',
        params: idParams,
        answer: GOAL,
      },
      ({ user, params }) => goals.get(user.id, params.id),
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
        id: 'archiveGoal',
        method: 'delete',
        path: '/conversion-goals/{id}',
        scope: 'write',
        summary: 'Archive a goal: it takes no more reports, and what was reported of it stays',
        params: idParams,
        answer: GOAL,
      },
      ({ params, user }) => goals.update(user.id, params.id, { state: 'archived' }),
    ),
    ...keyOperations(goals),
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
