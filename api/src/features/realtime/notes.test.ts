import { createTracer, runInTrace } from '../../platform/trace';
import { messagesOf } from './messagesOf';
import { bindNote, messageNote, originOfNote, readNote } from './notes';

const HASH = '0123456789abcdef0123456789abcdef';
const told = (payload: string) => {
  const note = readNote(payload);
  return note && messagesOf(note, 5_000).map(({ channel, event, data }) => [channel, event, data]);
};

it.each([
  [
    'balance:1,22',
    [
      ['private-account.u_1001', 'balance.changed', {}],
      ['private-account.u_100m', 'balance.changed', {}],
    ],
  ],
  ['goal:1', [['private-account.u_1001', 'goal.changed', {}]]],
  ['account:1', [['private-account.u_1001', 'account.changed', {}]]],
  ['campaign:1/2', [['private-account.u_1001', 'campaign.changed', { campaign_id: 'c_1002' }]]],
  ['property:1/2', [['private-account.u_1001', 'property.changed', { property_id: 'p_1002' }]]],
  ['review:campaign', [['private-operators', 'review.changed', {}]]],
  ['network:app_user', [['private-operators', 'network.changed', {}]]],
  [
    'release:mf-debug/2.0.0-rc.1+x/17',
    [
      [
        'releases',
        'release.activated',
        { remote: 'mf-debug', version: '2.0.0-rc.1+x', revision: 17, spread_ms: 5_000 },
      ],
    ],
  ],
])('%s is told to whom it concerns', (payload, expected) => {
  expect(told(payload)).toEqual(expected);
});

it.each(['rights:1', `ended:1/${HASH}`, bindNote('1.2', { userId: 1, session: HASH })])(
  '%s is for the servers alone',
  (payload) => {
    expect(readNote(payload)).not.toBeNull();
    expect(told(payload)).toEqual([]);
  },
);

it('reads back what it writes', () => {
  const message = { channel: 'private-role.publisher', event: 'news.changed', data: {} };
  expect(readNote(messageNote(message))).toEqual({ topic: 'message', message });
  const of = { userId: 7, session: HASH };
  expect(readNote(bindNote('12.34', of))).toEqual({ topic: 'bind', socketId: '12.34', of });
});

it.each([
  '',
  'balance',
  'balance:',
  'balance:x',
  'campaign:1',
  'ended:1/short',
  'message:{',
  'message:{}',
  'later:1',
  '__proto__:1',
  'toString:1',
])('leaves out what it cannot read: %p', (payload) => {
  expect(readNote(payload)).toBeNull();
});

it('sends no message that the contracts do not know', () => {
  expect(
    told(messageNote({ channel: 'releases', event: 'release.activated', data: { remote: 'x y' } })),
  ).toEqual([]);
  expect(told(messageNote({ channel: 'private-operators', event: 'secret.told', data: {} }))).toEqual([]);
});

describe('the click that a note came of', () => {
  const bornAtMs = Date.now();
  const origin = { correlationId: 'click-12345678', debugSessionId: 7, bornAtMs };
  const message = { channel: 'private-role.publisher', event: 'news.changed', data: {} };
  const tracer = createTracer({ insert: async () => {}, node: 'n1', log: { warn: () => {} } });

  it('stands behind it, and changes nothing of it', () => {
    const payload = `balance:1,22\nclick-12345678/7/${bornAtMs}`;
    expect([readNote(payload), originOfNote(payload)]).toEqual([
      { topic: 'balance', users: [1, 22] },
      origin,
    ]);
    expect(originOfNote('balance:1,22')).toBeNull();
    expect(originOfNote('balance:1,22\nsomething else')).toBeNull();
  });

  it('is in the app’s own messages when its timeline is kept, and only then', () => {
    const kept = runInTrace(tracer.contextOf(origin, null), () => messageNote(message));
    expect([readNote(kept), originOfNote(kept)]).toEqual([{ topic: 'message', message }, origin]);
    const plain = tracer.contextOf({ ...origin, debugSessionId: null }, null);
    expect(runInTrace(plain, () => messageNote(message))).toBe(messageNote(message));
  });
});
