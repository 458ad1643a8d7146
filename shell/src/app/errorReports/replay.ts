import { withoutSecrets } from '@ezdash/contracts';
import type { init } from '@sentry/react';

/** The page's one client. */
export type Client = NonNullable<ReturnType<typeof init>>;

/** Links of mails lead to these with their token in the address, and people type their passwords there. */
const NEVER_RECORDED = /^\/auth(\/|$)/;

async function record(client: Client): Promise<void> {
  const { replayIntegration } = await import('./recorder');
  client.addIntegration(
    replayIntegration({
      maskAllText: true,
      maskAllInputs: true,
      blockAllMedia: true,
      block: ['a[href^="mailto:"]', 'iframe'],
      // Nothing is kept in the browser: a page that is loaded anew is recorded anew.
      stickySession: false,
      // Its worker would come from a blob, which the page's policy forbids.
      useCompression: false,
      networkCaptureBodies: false,
    }),
  );
}

/**
 * Records what happens on the page, masked, so that an error can be looked at: sent for 1 % of the visits and with
 * every error. Loaded after everything else, and not on the pages of signing in.
 */
export function startReplayWhereAllowed(client: Client): void {
  let begun = false;
  // What a replay says of itself: the addresses it went by, who was signed in.
  client.addEventProcessor((event) => {
    if (event.type !== 'replay_event') return event;
    const { urls, request } = event as typeof event & { urls?: string[] };
    return { ...event, urls: withoutSecrets(urls), request: withoutSecrets(request) };
  });
  const begin = () => {
    if (begun || NEVER_RECORDED.test(window.location.pathname)) return;
    begun = true;
    record(client).catch((error: unknown) => {
      begun = false;
      console.warn('The page is not recorded', error);
    });
  };
  begin();
  // The address is the new one when the span is begun.
  client.on('startNavigationSpan', begin);
}
