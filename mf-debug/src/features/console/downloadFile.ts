import { type ApiError, debugHeaders, noteConsoleLocked } from '@ezdash/store';

const REVOKE_AFTER_MS = 60_000;
const TIMEOUT_MS = 60_000;

async function refusalOf(answer: Response): Promise<ApiError> {
  const body = (await answer.json().catch(() => ({}))) as Partial<ApiError>;
  return {
    status: answer.status,
    message: typeof body.message === 'string' ? body.message : '',
    code: typeof body.code === 'string' ? body.code : `HTTP_${answer.status}`,
    errors: {},
    requestId: answer.headers.get('X-Request-Id') ?? undefined,
  };
}

/**
 * Saves a file of the server under `name`. Fetched rather than opened by its address, since an address carries no debug
 * token, and so that a refusal is answered on the page. Throws an ApiError.
 */
export async function downloadFile(url: string, name: string): Promise<void> {
  const halves = debugHeaders(url);
  const answer = await fetch(new URL(url, window.location.origin), {
    credentials: 'same-origin',
    cache: 'no-store',
    signal: AbortSignal.timeout(TIMEOUT_MS),
    headers: {
      ...halves,
      'X-Requested-With': 'XMLHttpRequest',
      'Accept-Language': document.documentElement.lang || 'en',
    },
  }).catch((): never => {
    throw { status: 'network', message: '', code: 'NETWORK', errors: {} } satisfies ApiError;
  });
  if (!answer.ok) {
    const refusal = await refusalOf(answer);
    noteConsoleLocked(refusal, halves['X-Debug-Token'] ?? null);
    throw refusal;
  }
  const address = URL.createObjectURL(await answer.blob());
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // Not at once: some browsers begin to read only after the press.
  setTimeout(() => URL.revokeObjectURL(address), REVOKE_AFTER_MS);
}
