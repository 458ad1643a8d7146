import { createWindow, together } from './createWindow';
import type { Delivery, Message } from './message';

const balance = (user: number): Message => ({
  channel: `private-account.u_${user}`,
  event: 'balance.changed',
  data: {},
});

let sent: Delivery[];
let window: ReturnType<typeof createWindow>;
beforeEach(() => {
  jest.useFakeTimers();
  sent = [];
  window = createWindow((deliveries) => sent.push(...deliveries));
});
afterEach(() => jest.useRealTimers());

it('makes one message of many that say the same, and sends it at the end of the window', () => {
  window.add(balance(1));
  jest.advanceTimersByTime(200);
  window.add(balance(1));
  expect(sent).toEqual([]);
  jest.advanceTimersByTime(50);
  expect(sent).toEqual([{ channels: ['private-account.u_1'], event: 'balance.changed', data: {} }]);
  jest.advanceTimersByTime(1_000);
  expect(sent).toHaveLength(1);
  window.add(balance(1));
  jest.advanceTimersByTime(250);
  expect(sent).toHaveLength(2);
});

it('sends what is equal for many channels at once', () => {
  window.add(balance(1));
  window.add(balance(2));
  window.flush();
  expect(sent).toEqual([
    { channels: ['private-account.u_1', 'private-account.u_2'], event: 'balance.changed', data: {} },
  ]);
  const many = together(Array.from({ length: 250 }, (_, user) => balance(user)));
  expect(many.map(({ channels }) => channels.length)).toEqual([100, 100, 50]);
});

it('keeps apart what says something else', () => {
  const about = (campaign_id: string): Message => ({
    channel: 'private-account.u_1',
    event: 'campaign.changed',
    data: { campaign_id },
  });
  window.add(about('c_1'));
  window.add(about('c_2'));
  window.add(about('c_1'));
  window.flush();
  expect(sent.map(({ data }) => data)).toEqual([{ campaign_id: 'c_1' }, { campaign_id: 'c_2' }]);
});

it('tells the newest count of unread notices alone', () => {
  for (const unread of [1, 2, 3])
    window.add({ channel: 'private-account.u_1', event: 'notice.changed', data: { unread } });
  window.flush();
  expect(sent.map(({ data }) => data)).toEqual([{ unread: 3 }]);
});

it('does not keep people waiting who write to each other', () => {
  const chat: Message = {
    channel: 'presence-conversation.cn_1001',
    event: 'message.sent',
    data: { message_id: 'm_1001' },
  };
  window.add(chat);
  expect(sent).toEqual([{ channels: [chat.channel], event: chat.event, data: chat.data }]);
});

describe('the clicks that messages came of', () => {
  const of = (correlationId: string) => ({ correlationId, debugSessionId: 7, bornAtMs: 0 });

  it('are kept when many become one, each once, the latest last', () => {
    window.add({ ...balance(1), origins: [of('click-a')] });
    window.add(balance(1));
    window.add({ ...balance(1), origins: [of('click-b')] });
    window.add({ ...balance(1), origins: [of('click-a')] });
    window.flush();
    expect(sent.map(({ origins }) => origins)).toEqual([[of('click-b'), of('click-a')]]);
  });

  it('keep apart what came of another one, so that nobody else’s message names it', () => {
    window.add({ ...balance(1), origins: [of('click-a')] });
    window.add(balance(2));
    window.flush();
    expect(sent.map(({ channels, origins }) => [channels, origins])).toEqual([
      [['private-account.u_1'], [of('click-a')]],
      [['private-account.u_2'], undefined],
    ]);
  });
});
