const RETRIES = 2;
const RETRY_MS = 2_000;

/** The address of an event with what was measured. */
export const withFacts = (url: string, facts: string): string =>
  facts ? `${url}${url.includes('?') ? '&' : '?'}s=${facts}` : url;

/**
 * Tells the network that something happened. keepalive lets it outlive the page; a server that cannot take it right
 * now (5xx) or an unreachable one is asked again, for the event counts once however often it arrives.
 */
export function sendEvent(url: string, left = RETRIES): void {
  const again = () => {
    if (left > 0) setTimeout(() => sendEvent(url, left - 1), RETRY_MS);
  };
  fetch(url, { method: 'POST', keepalive: true, credentials: 'omit' }).then((answer) => {
    if (answer.status >= 500) again();
  }, again);
}
