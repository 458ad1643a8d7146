import {
  madeOutgoingPostback,
  outgoingPostback,
  outgoingPostbackInput,
  outgoingPostbackList,
  outgoingPostbackUpdate,
  outgoingSecret,
  postbackCall,
  postbackCallList,
  postbackCallQuery,
  postbackLog,
  postbackLogQuery,
  postbackTest,
  postbackTestInput,
  sendAgainInput,
  sentAgain,
} from '@ezdash/contracts';
import type { ConversionsFeature } from '../../conversions';
import type { PostbacksFeature } from '../../postbacks';
import { body, idParams, named, type Operation, operation } from '../operation';
import { beforeOf, cursorQuery, nextCursor, writeCursor } from '../pages';

const TAG = { tag: 'Postbacks', role: 'advertiser' } as const;
const OUTGOING_LIST = named('OutgoingPostbackList', outgoingPostbackList);

/** What came in for goals, and where conversions are told on. */
export function postbackOperations(
  { log, outgoing, calls }: Pick<PostbacksFeature, 'log' | 'outgoing' | 'calls'>,
  { testGoal }: Pick<ConversionsFeature, 'testGoal'>,
): Operation[] {
  return [
    operation(
      {
        ...TAG,
        id: 'testGoal',
        method: 'post',
        path: '/conversion-goals/{id}/test',
        scope: 'write',
        summary: 'Report a click that nobody made to the real address; nothing is counted or billed',
        params: idParams,
        body: body('PostbackTestInput', postbackTestInput),
        example: { value: '12.50' },
        answer: named('PostbackTest', postbackTest),
      },
      (context) => testGoal(context.user.id, context.params.id, context.body),
    ),
    operation(
      {
        ...TAG,
        id: 'listPostbackLog',
        method: 'get',
        path: '/postbacks/log',
        scope: 'read',
        summary: 'What came in for goals and what was answered, newest first',
        query: postbackLogQuery.extend(cursorQuery.shape),
        answer: named('PostbackLog', postbackLog.extend(nextCursor)),
      },
      async ({ query: { cursor, ...query }, user }) => {
        const before = beforeOf('postback-log', { cursor, before: query.before });
        const list = await log.list(user.id, { ...query, before });
        return { ...list, next_cursor: writeCursor('postback-log', list.next) };
      },
    ),
    operation(
      {
        ...TAG,
        id: 'listOutgoingPostbacks',
        method: 'get',
        path: '/postbacks/outgoing',
        scope: 'read',
        summary: 'Addresses that are called for each conversion',
        answer: OUTGOING_LIST,
      },
      ({ user }) => outgoing.list(user.id),
    ),
    operation(
      {
        ...TAG,
        id: 'createOutgoingPostback',
        method: 'post',
        path: '/postbacks/outgoing',
        scope: 'write',
        summary: 'Have an address called for each conversion; its secret is told this once',
        status: 201,
        body: body('OutgoingPostbackInput', outgoingPostbackInput),
        example: { name: 'Our tracker', url: 'https://tracker.example/hook?id={click_id}&sum={value}' },
        answer: named('MadeOutgoingPostback', madeOutgoingPostback),
      },
      (context) => outgoing.create(context.user.id, context.body),
    ),
    operation(
      {
        ...TAG,
        id: 'updateOutgoingPostback',
        method: 'patch',
        path: '/postbacks/outgoing/{id}',
        scope: 'write',
        summary: 'Change, pause or resume an outgoing postback',
        params: idParams,
        body: body('OutgoingPostbackUpdate', outgoingPostbackUpdate),
        example: { state: 'paused' },
        answer: named('OutgoingPostback', outgoingPostback),
      },
      (context) => outgoing.update(context.user.id, context.params.id, context.body),
    ),
    operation(
      {
        ...TAG,
        id: 'renewOutgoingSecret',
        method: 'post',
        path: '/postbacks/outgoing/{id}/secret',
        scope: 'write',
        summary: 'Sign the calls of an outgoing postback with a new secret, told this once',
        params: idParams,
        answer: named('OutgoingSecret', outgoingSecret),
      },
      async ({ params: { id }, user, log: lines }) => {
        const renewed = await outgoing.renewSecret(user.id, id);
        lines.info(
          { event: 'postbacks.secret_renewed', userId: user.id, outgoingId: id },
          'The secret of an outgoing postback was renewed',
        );
        return renewed;
      },
    ),
    operation(
      {
        ...TAG,
        id: 'removeOutgoingPostback',
        method: 'delete',
        path: '/postbacks/outgoing/{id}',
        scope: 'write',
        summary: 'Remove an outgoing postback with all its calls; answers those that are left',
        params: idParams,
        answer: OUTGOING_LIST,
      },
      async ({ params: { id }, user, log: lines }) => {
        await outgoing.remove(user.id, id);
        lines.info(
          { event: 'postbacks.outgoing_removed', userId: user.id, outgoingId: id },
          'An outgoing postback was removed',
        );
        return outgoing.list(user.id);
      },
    ),
    operation(
      {
        ...TAG,
        id: 'listPostbackCalls',
        method: 'get',
        path: '/postbacks/calls',
        scope: 'read',
        summary: 'Calls of outgoing postbacks with their last attempt; dead ones by state=dead',
        query: postbackCallQuery.extend(cursorQuery.shape),
        answer: named('PostbackCallList', postbackCallList.extend(nextCursor)),
      },
      async ({ query: { cursor, ...query }, user }) => {
        const before = beforeOf('postback-calls', { cursor, before: query.before });
        const list = await calls.list(user.id, { ...query, before });
        return { ...list, next_cursor: writeCursor('postback-calls', list.next) };
      },
    ),
    operation(
      {
        ...TAG,
        id: 'sendCallAgain',
        method: 'post',
        path: '/postbacks/calls/{id}/send-again',
        scope: 'write',
        summary: 'Send a dead call again, under the same id',
        params: idParams,
        answer: named('PostbackCall', postbackCall),
      },
      ({ params, user }) => calls.sendAgain(user.id, params.id),
    ),
    operation(
      {
        ...TAG,
        id: 'sendAllCallsAgain',
        method: 'post',
        path: '/postbacks/calls/send-again',
        scope: 'write',
        summary: 'Send all dead calls again, or those of one outgoing postback',
        body: body('SendAgainInput', sendAgainInput),
        example: {},
        answer: named('SentAgain', sentAgain),
      },
      (context) => calls.sendAllAgain(context.user.id, context.body),
    ),
  ];
}
