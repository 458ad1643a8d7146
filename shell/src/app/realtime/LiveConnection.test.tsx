import type { PublicConfig, User } from '@ezdash/contracts';
import { type LiveTransport, liveChannels, sessionApi } from '@ezdash/store';
import { act, screen, waitFor } from '@testing-library/react';
import { calls, config, renderApp, userOf } from '../../testing/renderApp';
import type { EchoOptions } from './echoTransport';
import { setTransport } from './loadTransport';

const path = '/advertiser/dashboard';
const broadcaster: PublicConfig['broadcaster'] = { key: 'k', host: 'live.test', port: 443, scheme: 'https' };
const page = { config: { ...config, broadcaster } };
const campaigns = { campaigns: [] };
const answers = { 'GET /api/campaigns': campaigns };

/** Connections that were opened, in order, each in the hands of the test. */
interface Opened extends EchoOptions {
  channels: Map<string, Parameters<LiveTransport['join']>[1]>;
  isClosed: boolean;
  letIn: () => void;
}
const opened: Opened[] = [];
const last = () => {
  const connection = opened.at(-1);
  if (!connection) throw new Error('No connection was opened');
  return connection;
};

beforeEach(() => {
  opened.length = 0;
  setTransport((options) => {
    const channels: Opened['channels'] = new Map();
    const one: Opened = {
      ...options,
      channels,
      isClosed: false,
      letIn: () => {
        options.onLive();
        for (const listener of channels.values()) listener.onJoined();
      },
    };
    opened.push(one);
    return {
      transport: {
        join: (name, listener) => {
          channels.set(name, listener);
          return { leave: () => void channels.delete(name), whisper: () => undefined };
        },
      },
      close: () => {
        one.isClosed = true;
      },
    };
  });
});
afterEach(() => {
  setTransport(null);
  jest.useRealTimers();
  jest.restoreAllMocks();
});

async function connected(user: User | null = userOf('advertiser'), more: Record<string, unknown> = {}) {
  const app = await renderApp({
    path: user ? path : '/auth/login',
    user,
    page,
    answers: { ...answers, ...more },
  });
  await waitFor(() => expect(opened).toHaveLength(1));
  return app;
}
const statusOf = ({ store }: { store: { getState: () => { realtime: { status: string } } } }) =>
  store.getState().realtime.status;

test('without a broadcaster nothing is opened, and no call is made for it', async () => {
  const app = await renderApp({ path, user: userOf('advertiser'), answers });
  await screen.findByRole('heading', { name: 'Dashboard' });
  expect(opened).toEqual([]);
  expect(statusOf(app)).toBe('off');
  expect(calls.some(({ call }) => call.includes('broadcasting'))).toBe(false);
});

test.each([
  [userOf('advertiser'), ['private-account.u_1007', 'private-role.advertiser']],
  [userOf('admin'), ['private-account.u_1007', 'private-operators', 'private-role.admin']],
  [userOf('admin', { status: 'suspended' }), ['private-account.u_1007', 'private-role.admin']],
  [null, []],
])('channels are those of the person', async (user, own) => {
  await connected(user);
  expect(last()).toMatchObject({ broadcaster, isSignedIn: user !== null });
  expect([...last().channels.keys()].sort()).toEqual([...own, 'releases'].sort());
});

test('another person gets another connection, and nobody the channels of the one before', async () => {
  const app = await connected();
  const first = last();
  act(() => first.letIn());
  expect(statusOf(app)).toBe('live');
  const other = userOf('advertiser', { id: 8 });
  act(() => {
    app.store.dispatch(
      sessionApi.util.upsertQueryEntries([
        { endpointName: 'me', arg: undefined, value: { user: other, csrf_token: 't' } },
      ]),
    );
  });
  await waitFor(() => expect(opened).toHaveLength(2));
  expect(first.isClosed).toBe(true);
  expect([...last().channels.keys()]).toContain('private-account.u_1008');
  expect([...last().channels.keys()]).not.toContain('private-account.u_1007');
  app.unmount();
  expect(last().isClosed).toBe(true);
  expect(liveChannels.state('releases').isJoined).toBe(false);
});

test('a loss is told after five seconds, quietly, and is gone when the connection is back; what was missed is asked', async () => {
  jest.spyOn(Math, 'random').mockReturnValue(0);
  const app = await connected();
  act(() => last().letIn());
  const asked = () => calls.filter(({ call }) => call.startsWith('GET /api/notices')).length;
  await waitFor(() => expect(asked()).toBe(2));
  jest.useFakeTimers({ doNotFake: ['queueMicrotask'] });
  act(() => last().onLost());
  expect(statusOf(app)).toBe('lost');
  act(() => jest.advanceTimersByTime(4_999));
  expect(screen.queryByText('Connection lost, trying again')).toBeNull();
  act(() => jest.advanceTimersByTime(1));
  expect(screen.getByText('Connection lost, trying again').closest('[role="status"]')).not.toBeNull();
  jest.useRealTimers();
  act(() => last().letIn());
  expect(screen.queryByText('Connection lost, trying again')).toBeNull();
  await waitFor(() => expect(asked()).toBe(3));
});

test('a connection that never came is not called lost', async () => {
  const app = await connected();
  act(() => last().onLost());
  expect(statusOf(app)).toBe('connecting');
});

test('ended by the server, the page looks who is signed in, and connects anew when it is the same person', async () => {
  jest.spyOn(Math, 'random').mockReturnValue(0);
  const user = userOf('advertiser');
  const app = await connected(user, { 'GET /api/auth/me': { user, csrf_token: 't' } });
  act(() => last().letIn());
  act(() => last().onRefused(4009));
  expect(statusOf(app)).toBe('off');
  await waitFor(() => expect(calls.map(({ call }) => call)).toContain('GET /api/auth/me'));
  await waitFor(() => expect(opened).toHaveLength(2));
  expect(opened[0]?.isClosed).toBe(true);
});

test('who was signed out elsewhere is a guest from then on', async () => {
  await connected(userOf('advertiser'), { 'GET /api/auth/me': { user: null, csrf_token: 't' } });
  act(() => last().letIn());
  act(() => last().onRefused(4009));
  await screen.findByRole('heading', { name: 'Sign in' });
  await waitFor(() => expect(last().isSignedIn).toBe(false));
});

test('refused from the start, it stays without', async () => {
  const app = await connected();
  act(() => last().onRefused(4001));
  expect(statusOf(app)).toBe('off');
  expect(calls.map(({ call }) => call)).not.toContain('GET /api/auth/me');
});

test('a chunk that does not come leaves the page as it is without a broadcaster', async () => {
  setTransport(() => {
    throw new Error('Loading chunk failed');
  });
  const app = await renderApp({ path, user: userOf('advertiser'), page, answers });
  await waitFor(() => expect(statusOf(app)).toBe('off'));
  await screen.findByRole('heading', { name: 'Dashboard' });
});
