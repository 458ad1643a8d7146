import type { PublicConfig } from '@ezdash/contracts';
import { type AppStore, api, type LiveStatus, liveChannels, realtime } from '@ezdash/store';
import { afterPaint } from './afterPaint';
import { loadTransport } from './loadTransport';

/** "Terminated by the app": the sign-in may be over, or only another one of the same person. */
const TERMINATED = 4009;
const ANEW_AFTER_MS = 2_000;
const ANEW_WITHIN_MS = 8_000;
/** When the connection's code does not come it is fetched again: after about so long, twice as long each time. */
export const FETCH_AGAIN_MS = 15_000;
const LONGEST_FETCH_MS = 600_000;

export interface ConnectOptions {
  store: AppStore;
  broadcaster: NonNullable<PublicConfig['broadcaster']>;
  isSignedIn: boolean;
  /** The server ended it while the sign-in may well go on: another connection is wanted. */
  onAnew: () => void;
}

/** The tab's connection for one person, from after the first paint on. @returns ends it */
export function connect({ store, broadcaster, isSignedIn, onAnew }: ConnectOptions): () => void {
  let close: (() => void) | null = null;
  let isOver = false;
  let wasLive = false;
  let anew: ReturnType<typeof setTimeout> | undefined;
  const say = (status: LiveStatus) =>
    void store.dispatch(realtime.actions.liveStatusChanged({ status, since: Date.now() }));
  const refused = (code: number | null) => {
    liveChannels.interrupted();
    say('off');
    if (code !== TERMINATED || !isSignedIn || !wasLive) return;
    // Who is signed out by now has another page, and this connection is over, before the time has come.
    store.dispatch(api.util.invalidateTags(['Session']));
    anew = setTimeout(onAnew, ANEW_AFTER_MS + Math.random() * ANEW_WITHIN_MS);
  };
  const open = async () => {
    const openConnection = await loadTransport();
    if (isOver) return;
    const connection = openConnection({
      broadcaster,
      store,
      isSignedIn,
      onLive: () => {
        wasLive = true;
        say('live');
      },
      onLost: () => {
        liveChannels.interrupted();
        say(wasLive ? 'lost' : 'connecting');
      },
      onRefused: refused,
    });
    close = connection.close;
    liveChannels.use(connection.transport);
  };
  const start = (pauseMs = FETCH_AGAIN_MS) => {
    open().catch(() => {
      if (isOver) return;
      close?.();
      close = null;
      // Without it the page asks now and then, as it does without a broadcaster.
      say('off');
      const nextMs = Math.min(2 * pauseMs, LONGEST_FETCH_MS);
      anew = setTimeout(() => start(nextMs), pauseMs * (1 + Math.random()));
    });
  };
  say('connecting');
  const takeBack = afterPaint(() => start(), isSignedIn);
  return () => {
    isOver = true;
    takeBack();
    clearTimeout(anew);
    close?.();
    liveChannels.use(null);
    say('off');
  };
}
