import type { SessionAnswer } from '@ezdash/contracts';

const TIMEOUT_MS = 15_000;

let running: Promise<SessionAnswer | null> | null = null;

async function ask(): Promise<SessionAnswer | null> {
  try {
    const answer = await fetch(
      new Request(new URL('/api/auth/me', window.location.origin), {
        headers: { Accept: 'application/json', 'X-Requested-With': 'XMLHttpRequest' },
        credentials: 'same-origin',
        signal: AbortSignal.timeout(TIMEOUT_MS),
      }),
    );
    const body = answer.ok ? ((await answer.json()) as Partial<SessionAnswer>) : {};
    return typeof body.csrf_token === 'string' && body.user !== undefined ? (body as SessionAnswer) : null;
  } catch {
    return null;
  }
}

/**
 * Asks the server for a fresh CSRF token and whose it is; the meta tag is left as it is. Calls that need one at the
 * same time share the question.
 * @returns null when the server does not say
 */
export function renewToken(): Promise<SessionAnswer | null> {
  running ??= ask().finally(() => {
    running = null;
  });
  return running;
}
