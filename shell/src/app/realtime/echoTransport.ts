import type { PublicConfig } from '@ezdash/contracts';
import { type AppStore, type ChannelListener, type LiveTransport, realtimeApi } from '@ezdash/store';
import Echo from 'laravel-echo';
import Pusher from 'pusher-js';
import { authorize } from './authorize';
import { carefulSocket } from './carefulSocket';
import { checkMembers, checkMessage } from './checkMessage';
import { type SteadyOptions, steadyConnection } from './steadyConnection';

// The library would note in the browser's storage by which way it connected last; there is but one.
Pusher.Runtime.getLocalStorage = () => undefined;
Pusher.Runtime.createWebSocket = carefulSocket(Pusher.Runtime.createWebSocket.bind(Pusher.Runtime));

export interface EchoOptions extends SteadyOptions {
  broadcaster: NonNullable<PublicConfig['broadcaster']>;
  store: AppStore;
  /** A guest has no channels of their own and nothing to sign in with. */
  isSignedIn: boolean;
}

export interface EchoConnection {
  transport: LiveTransport;
  close: () => void;
}

type ReverbEcho = Echo<'reverb'>;
type EchoChannel = ReturnType<ReverbEcho['channel']> | ReturnType<ReverbEcho['join']>;

function channelOf(echo: ReverbEcho, name: string): EchoChannel {
  const [, kind, rest = ''] = /^(private|presence)-(.*)$/.exec(name) ?? [];
  if (kind === 'presence') return echo.join(rest);
  return kind === 'private' ? echo.private(rest) : echo.channel(name);
}

/** Who is there, as the library knows it; nothing of channels without presence. */
function membersOf(channel: EchoChannel): unknown[] {
  const { members } = channel.subscription as { members?: { members: Record<string, unknown> } };
  return Object.values(members?.members ?? {});
}

/** Beside what the contract knows, only in messages that came of a click of somebody who debugs. */
function correlationOf(data: unknown): string | undefined {
  const id = (data as { correlation_id?: unknown } | null)?.correlation_id;
  return typeof id === 'string' ? id : undefined;
}

function join(echo: ReverbEcho, name: string, listener: ChannelListener) {
  const channel = channelOf(echo, name);
  const isPresence = name.startsWith('presence-');
  const tellMembers = () => listener.onMembers(checkMembers(membersOf(channel)));
  channel.listenToAll((event: string, data: unknown) => {
    // The library marks names that are not of its own name space with a dot.
    const known = checkMessage(name, event.replace(/^\./, ''), data);
    if (known) listener.onTold(event.replace(/^\./, ''), known.data, correlationOf(data));
  });
  channel.subscribed(() => {
    if (isPresence) tellMembers();
    listener.onJoined();
  });
  if (isPresence) {
    channel.subscription.bind('pusher:member_added', tellMembers);
    channel.subscription.bind('pusher:member_removed', tellMembers);
  }
  return {
    leave: () => {
      channel.subscription.unbind_all();
      echo.leaveChannel(name);
    },
    whisper: (event: string, data: object) => void channel.subscription.trigger(event, data),
  };
}

/** Connects with laravel-echo and pusher-js as they are; loaded after the first paint, and only where there is a broadcaster. */
export function openEcho({ broadcaster, store, isSignedIn, ...steady }: EchoOptions): EchoConnection {
  const { key, host, port, scheme } = broadcaster;
  const { realtimeChannelAuth, realtimeUserAuth } = realtimeApi.endpoints;
  let isClosed = false;
  const isCurrent = (socketId: string) => !isClosed && echo.socketId() === socketId;
  const echo: ReverbEcho = new Echo({
    broadcaster: 'reverb',
    Pusher,
    key,
    wsHost: host,
    wsPort: port,
    wssPort: port,
    forceTLS: scheme === 'https',
    // By web socket alone: the library's other ways are other servers.
    enabledTransports: ['ws'],
    namespace: false,
    withoutInterceptors: true,
    pongTimeout: 10_000,
    channelAuthorization: {
      endpoint: '/broadcasting/auth',
      transport: 'ajax',
      customHandler: ({ socketId, channelName }, done) =>
        void authorize({
          ask: () =>
            store.dispatch(
              realtimeChannelAuth.initiate(
                { socket_id: socketId, channel_name: channelName },
                { track: false },
              ),
            ),
          isCurrent: () => isCurrent(socketId),
          done,
        }),
    },
    userAuthentication: {
      endpoint: '/broadcasting/user-auth',
      headers: {},
      customHandler: ({ socketId }: { socketId: string }, done: UserAuthDone) =>
        void authorize({
          ask: () => store.dispatch(realtimeUserAuth.initiate({ socket_id: socketId }, { track: false })),
          isCurrent: () => isCurrent(socketId),
          done,
        }),
    },
  });
  const { pusher } = echo.connector;
  const end = steadyConnection(pusher.connection, steady);
  if (isSignedIn) echo.connector.signin();
  return {
    transport: { join: (channel, listener) => join(echo, channel, listener) },
    close: () => {
      isClosed = true;
      end();
      // The library keeps every connection it ever made.
      Pusher.instances = Pusher.instances.filter((one) => one !== pusher);
    },
  };
}

type UserAuthDone = (error: Error | null, answer: { auth: string; user_data: string } | null) => void;
