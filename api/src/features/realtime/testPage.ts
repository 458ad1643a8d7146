import type { PublicConfig } from '@ezdash/contracts';
import Pusher, { type Channel } from 'pusher-js';
import { type TestClient, until } from '../../testing';

type Broadcaster = NonNullable<PublicConfig['broadcaster']>;

export interface TestPage {
  pusher: Pusher;
  /** Listens; ends when that is allowed, and fails with `Refused with 403` when it is not. */
  listen(channel: string): Promise<void>;
  /** Messages so far, as `channel event` → data; those of the protocol left out. */
  messages: { channel: string; event: string; data: unknown }[];
  /** Ends when a message of that name has come to that channel. */
  hears(channel: string, event: string): Promise<unknown>;
  /** The states of the connection, in order. */
  states: string[];
  /** Why the server ended connections, by code. */
  codes: Set<number>;
  isIn(state: string): Promise<void>;
  close(): void;
}

/** The library's build for node keeps a process for so long after each connection it closes. */
const LIBRARY_CLOSE_MS = 30_000;
const { setTimeout: plainTimeout } = globalThis;
globalThis.setTimeout = Object.assign((work: () => void, ms?: number, ...given: []) => {
  const timer = plainTimeout(work, ms, ...given);
  return ms === LIBRARY_CLOSE_MS ? timer.unref() : timer;
}, plainTimeout);

const pages = new Set<TestPage>();
/** For `afterEach`. */
export function closePages(): void {
  for (const page of pages) page.close();
  pages.clear();
}

/** `pusher:subscription_error` */
interface Refusal {
  error: string;
}

/**
 * A page's connection through `pusher-js` as it is. What it may listen to is asked of `client`, which may be signed in at
 * another server than the one it is connected to.
 */
export async function openPage(
  { key, host, port }: Broadcaster,
  client: TestClient,
  { signIn = false } = {},
): Promise<TestPage> {
  const ask = async <Answer>(path: string, body: object) => {
    const { status, body: answer } = await client.post<Answer>(path, body);
    if (status !== 200) throw new Error(`Refused with ${status}`);
    return answer;
  };
  const pusher = new Pusher(key, {
    cluster: '',
    wsHost: host,
    wsPort: port,
    forceTLS: false,
    enabledTransports: ['ws'],
    disableStats: true,
    channelAuthorization: {
      transport: 'ajax',
      endpoint: '',
      customHandler: ({ socketId: socket_id, channelName: channel_name }, done) => {
        ask<{ auth: string }>('/broadcasting/auth', { socket_id, channel_name }).then(
          (answer) => done(null, answer),
          (error: Error) => done(error, null),
        );
      },
    },
    userAuthentication: {
      transport: 'ajax',
      endpoint: '',
      customHandler: ({ socketId: socket_id }, done) => {
        ask<{ auth: string; user_data: string }>('/broadcasting/user-auth', { socket_id }).then(
          (answer) => done(null, answer),
          (error: Error) => done(error, null),
        );
      },
    },
  });
  const messages: TestPage['messages'] = [];
  const states: string[] = [];
  const codes = new Set<number>();
  pusher.connection.bind('state_change', ({ current }: { current: string }) => states.push(current));
  pusher.connection.bind(
    'error',
    (error: { data?: { code?: number }; error?: { data?: { code?: number } } }) => {
      const code = error.data?.code ?? error.error?.data?.code;
      if (code !== undefined) codes.add(code);
    },
  );
  const heard = (channel: string, event: string) =>
    messages.find((message) => message.channel === channel && message.event === event);
  const page: TestPage = {
    pusher,
    messages,
    states,
    codes,
    listen(name) {
      const channel: Channel = pusher.subscribe(name);
      channel.bind_global((event: string, data: unknown) => {
        if (!event.startsWith('pusher:')) messages.push({ channel: name, event, data });
      });
      return new Promise((resolve, reject) => {
        channel.bind('pusher:subscription_succeeded', () => resolve());
        channel.bind('pusher:subscription_error', ({ error }: Refusal) => reject(new Error(error)));
      });
    },
    hears: async (channel, event) =>
      (await until(async () => heard(channel, event), Boolean, `${event} on ${channel}`))?.data,
    isIn: async (state) => {
      await until(
        async () => pusher.connection.state,
        (current) => current === state,
        `The state ${state}`,
      );
    },
    close: () => pusher.disconnect(),
  };
  pages.add(page);
  await page.isIn('connected');
  if (signIn) {
    pusher.signin();
    await pusher.user.signinDonePromise;
  }
  return page;
}
