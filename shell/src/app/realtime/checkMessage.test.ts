import { checkMembers, checkMessage } from './checkMessage';

const ACCOUNT = 'private-account.u_1001';
const TALK = 'presence-conversation.cn_1001';

test.each([
  [ACCOUNT, 'notice.changed', { unread: 2 }],
  [ACCOUNT, 'balance.changed', {}],
  ['private-operators', 'support.changed', { conversation_id: 'cn_1001' }],
  [TALK, 'client-typing', { side: 'support' }],
  ['releases', 'release.activated', { remote: 'mf-advertiser', version: '1.2.0', revision: 7, spread_ms: 0 }],
])('%s %s is known', (channel, event, data) => {
  expect(checkMessage(channel, event, { ...data, more: 1 })).toEqual({ data });
});

test.each([
  [ACCOUNT, 'notice.changed', { unread: -1 }],
  [ACCOUNT, 'notice.changed', 'text'],
  [ACCOUNT, 'notice.changed', null],
  [ACCOUNT, 'review.changed', {}],
  [ACCOUNT, 'toString', {}],
  [ACCOUNT, 'client-typing', { side: 'support' }],
  [TALK, 'client-typing', { side: 'nobody' }],
  [TALK, 'client-other', {}],
  ['private-elsewhere', 'balance.changed', {}],
  ['releases', 'release.activated', { remote: '../x', version: '1', revision: 7, spread_ms: 0 }],
])('%s %s %j is nothing', (channel, event, data) => {
  expect(checkMessage(channel, event, data)).toBeNull();
});

test('members who do not say who they are do not count', () => {
  const sara = { name: 'Sara', side: 'support' };
  expect(checkMembers([sara, { name: 7 }, null, 'x'])).toEqual([sara]);
});
