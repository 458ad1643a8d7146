import { act, render, screen } from '@testing-library/react';
import { setBootstrap } from '../bootstrap';
import { StoreProvider } from '../StoreProvider';
import { makeStore } from '../store';
import { liveChannels } from './liveChannels';
import { realtime } from './realtimeSlice';
import type { ChannelListener } from './transport';
import { useLive } from './useLive';
import { useLivePolling } from './useLiveStatus';

const joined = new Map<string, ChannelListener>();
const log: string[] = [];
beforeEach(() => {
  joined.clear();
  log.length = 0;
  setBootstrap(null);
  liveChannels.use({
    join: (channel, listener) => {
      joined.set(channel, listener);
      return {
        leave: () => void joined.delete(channel),
        whisper: (event, data) => void log.push(`${event} ${JSON.stringify(data)}`),
      };
    },
  });
});
afterEach(() => {
  jest.useRealTimers();
  liveChannels.use(null);
});

/** A conversation as a page may show it; `said` makes another handler at every rendering. */
function Talk({ id, said }: { id: string | null; said: string }) {
  const { isJoined, members, sayTyping } = useLive('conversation', id, {
    on: { 'message.sent': ({ message_id }) => void log.push(`${said} ${message_id}`) },
    onTyping: ({ side }) => void log.push(`${side} types`),
    onJoined: (again) => void log.push(again ? 'again' : 'joined'),
  });
  return (
    <button type="button" onClick={() => sayTyping({ side: 'customer' })}>
      {isJoined ? `with ${members.map(({ name }) => name).join(', ')}` : 'alone'}
    </button>
  );
}
const listener = (id: string) => {
  const found = joined.get(`presence-conversation.${id}`);
  if (!found) throw new Error(`${id} is not joined`);
  return found;
};
const text = () => screen.getByRole('button').textContent;

test('a component hears its channel with its newest handlers, and leaves it with its end', () => {
  const { rerender, unmount } = render(<Talk id="cn_1001" said="first" />);
  expect(text()).toBe('alone');
  act(() => {
    listener('cn_1001').onMembers([{ name: 'Sara', side: 'support' }]);
    listener('cn_1001').onJoined();
  });
  expect(text()).toBe('with Sara');
  act(() => listener('cn_1001').onTold('message.sent', { message_id: 'm_1' }));
  rerender(<Talk id="cn_1001" said="second" />);
  act(() => listener('cn_1001').onTold('message.sent', { message_id: 'm_2' }));
  act(() => listener('cn_1001').onTold('conversation.changed', {}));
  act(() => listener('cn_1001').onTold('client-typing', { side: 'support' }));
  expect(log).toEqual(['joined', 'first m_1', 'second m_2', 'support types']);
  rerender(<Talk id="cn_1002" said="second" />);
  expect([...joined.keys()]).toEqual(['presence-conversation.cn_1002']);
  expect(text()).toBe('alone');
  unmount();
  expect(joined.size).toBe(0);
});

test('nothing to listen to is nothing joined', () => {
  render(<Talk id={null} said="" />);
  expect(joined.size).toBe(0);
  expect(text()).toBe('alone');
});

test('that one writes is told every three seconds at most', () => {
  jest.useFakeTimers();
  render(<Talk id="cn_1001" said="" />);
  act(() => listener('cn_1001').onJoined());
  log.length = 0;
  const press = () => screen.getByRole('button').click();
  press();
  press();
  jest.advanceTimersByTime(2_999);
  press();
  expect(log).toEqual(['client-typing {"side":"customer"}']);
  jest.advanceTimersByTime(1);
  press();
  expect(log).toHaveLength(2);
});

function Polling() {
  return <output>{useLivePolling(30_000).pollingInterval}</output>;
}

test('what is asked again and again is not while everything is told live', () => {
  const store = makeStore();
  render(
    <StoreProvider store={store}>
      <Polling />
    </StoreProvider>,
  );
  const say = (status: 'live' | 'lost') =>
    act(() => void store.dispatch(realtime.actions.liveStatusChanged({ status, since: 1 })));
  const interval = () => screen.getByRole('status').textContent;
  expect(interval()).toBe('30000');
  say('live');
  expect(interval()).toBe('0');
  say('lost');
  expect(interval()).toBe('30000');
});
