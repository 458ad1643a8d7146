import { LiveChannels, type LiveListener } from './liveChannels';
import type { ChannelListener, LiveTransport } from './transport';

const CHANNEL = 'presence-conversation.cn_1001';

/** A connection that remembers what it was asked. */
function fakeConnection() {
  const listeners: ChannelListener[] = [];
  const log: string[] = [];
  const transport: LiveTransport = {
    join(channel, listener) {
      log.push(`join ${channel}`);
      listeners.push(listener);
      return {
        leave: () => void log.push(`leave ${channel}`),
        whisper: (event) => void log.push(`whisper ${event}`),
      };
    },
  };
  const last = () => {
    const listener = listeners.at(-1);
    if (!listener) throw new Error('Nothing was joined');
    return listener;
  };
  return { transport, log, last, listeners };
}

/** A listener that notes what it hears. */
function ear() {
  const heard: string[] = [];
  const listener: LiveListener = {
    onTold: (event) => void heard.push(event),
    onJoined: (again) => void heard.push(again ? 'joined again' : 'joined'),
  };
  return { heard, listener };
}

test('a channel is joined once however many listen, and left with the last', () => {
  const { transport, log, last } = fakeConnection();
  const channels = new LiveChannels();
  channels.use(transport);
  const [one, two] = [ear(), ear()];
  const endOne = channels.listen(CHANNEL, one.listener);
  const endTwo = channels.listen(CHANNEL, two.listener);
  last().onTold('message.sent', {});
  endOne();
  endOne();
  last().onTold('conversation.changed', {});
  expect(log).toEqual([`join ${CHANNEL}`]);
  endTwo();
  expect(log).toEqual([`join ${CHANNEL}`, `leave ${CHANNEL}`]);
  expect(one.heard).toEqual(['message.sent']);
  expect(two.heard).toEqual(['message.sent', 'conversation.changed']);
});

test('what is listened to before there is a connection is joined with it, and again with the next', () => {
  const channels = new LiveChannels();
  const { heard, listener } = ear();
  channels.listen(CHANNEL, listener);
  const first = fakeConnection();
  channels.use(first.transport);
  first.last().onJoined();
  const second = fakeConnection();
  channels.use(second.transport);
  expect(channels.state(CHANNEL).isJoined).toBe(false);
  second.last().onJoined();
  // Nobody listens to a connection that was replaced.
  first.last().onTold('message.sent', {});
  first.last().onJoined();
  expect(heard).toEqual(['joined', 'joined again']);
  expect(channels.state(CHANNEL).isJoined).toBe(true);
});

test('a lost connection empties the room until it is joined again', () => {
  const { transport, last, log } = fakeConnection();
  const channels = new LiveChannels();
  channels.use(transport);
  let changes = 0;
  channels.listen(CHANNEL, { onState: () => (changes += 1) });
  last().onMembers([{ name: 'Sara', side: 'support' }]);
  last().onJoined();
  expect(channels.state(CHANNEL)).toEqual({ isJoined: true, members: [{ name: 'Sara', side: 'support' }] });
  channels.interrupted();
  expect(channels.state(CHANNEL)).toEqual({ isJoined: false, members: [] });
  channels.whisper(CHANNEL, 'client-typing', {});
  last().onJoined();
  channels.whisper(CHANNEL, 'client-typing', {});
  expect(log).toEqual([`join ${CHANNEL}`, 'whisper client-typing']);
  expect(changes).toBe(4);
});

test('a tap hears every channel', () => {
  const { transport, listeners } = fakeConnection();
  const channels = new LiveChannels();
  channels.use(transport);
  const heard: string[] = [];
  const end = channels.tap({
    onTold: (channel, event) => void heard.push(`${channel} ${event}`),
    onJoined: (channel, again) => void heard.push(`${channel} ${again}`),
  });
  channels.listen('releases', {});
  channels.listen('private-operators', {});
  listeners[0]?.onJoined();
  listeners[1]?.onTold('review.changed', {});
  end();
  listeners[0]?.onTold('release.activated', {});
  expect(heard).toEqual(['releases false', 'private-operators review.changed']);
});
