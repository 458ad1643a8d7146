import type { RemoteFailure } from '@ezdash/contracts';
import { csrfHeaders } from '@ezdash/store';

/** Longest message the server takes. */
const MESSAGE_LENGTH = 500;

/** Tells the server that a release failed. Survives the page's end, and never throws: it is told while things break. */
export function reportFailure(failure: RemoteFailure): void {
  const body: RemoteFailure = { ...failure, message: failure.message.slice(0, MESSAGE_LENGTH) };
  fetch('/api/remotes/failures', {
    method: 'POST',
    keepalive: true,
    credentials: 'same-origin',
    headers: { 'content-type': 'application/json', ...csrfHeaders() },
    body: JSON.stringify(body),
  }).catch((error: unknown) => console.warn('The failure of a remote could not be reported', error));
}
