import type { RemoteFailure } from '@ezdash/contracts';
import { csrfHeaders } from '@ezdash/store';
import { pageTicket } from './pageTicket';

/** Longest message the server takes. */
const MESSAGE_LENGTH = 500;

/** Remote, version and phase of what was told of this page, and the call: what fails over and over is one failure. */
const told = new Map<string, Promise<string | null>>();

async function send(failure: RemoteFailure): Promise<string | null> {
  const message = failure.message.slice(0, MESSAGE_LENGTH);
  const body: RemoteFailure = { ...failure, message, ticket: pageTicket() };
  try {
    const answer = await fetch('/api/remotes/failures', {
      method: 'POST',
      keepalive: true,
      credentials: 'same-origin',
      headers: { 'content-type': 'application/json', ...csrfHeaders() },
      body: JSON.stringify(body),
    });
    return answer.headers.get('X-Request-Id');
  } catch (error) {
    console.warn('The failure of a remote could not be reported', error);
    return null;
  }
}

/**
 * Tells the server that a release failed, once for a release and a phase. Survives the page's end, and never rejects: it
 * is told while things break.
 * @returns the id of the call, which the server's log has it by; null when it did not arrive
 */
export function reportFailure(failure: RemoteFailure): Promise<string | null> {
  const what = [failure.remote, failure.version, failure.phase].join(' ');
  const known = told.get(what);
  if (known) return known;
  const sent = send(failure);
  told.set(what, sent);
  // What did not arrive is told with the next failure.
  void sent.then((id) => {
    if (id === null) told.delete(what);
  });
  return sent;
}
