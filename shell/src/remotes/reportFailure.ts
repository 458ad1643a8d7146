import type { RemoteFailure } from '@ezdash/contracts';
import { bootstrap, csrfHeaders } from '@ezdash/store';

/** Longest message the server takes. */
const MESSAGE_LENGTH = 500;

/** Remote, version and phase of what was told of this page: what fails over and over is one failure. */
const told = new Set<string>();

/**
 * Tells the server that a release failed, once for a release and a phase. Survives the page's end, and never throws: it
 * is told while things break.
 */
export function reportFailure(failure: RemoteFailure): void {
  const what = [failure.remote, failure.version, failure.phase].join(' ');
  if (told.has(what)) return;
  told.add(what);
  const message = failure.message.slice(0, MESSAGE_LENGTH);
  const body: RemoteFailure = { ...failure, message, ticket: bootstrap().page_ticket };
  fetch('/api/remotes/failures', {
    method: 'POST',
    keepalive: true,
    credentials: 'same-origin',
    headers: { 'content-type': 'application/json', ...csrfHeaders() },
    body: JSON.stringify(body),
  }).catch((error: unknown) => console.warn('The failure of a remote could not be reported', error));
}
