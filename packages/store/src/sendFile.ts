import { type ApiError, decodeError } from './apiError';
import { noteConsoleLocked } from './baseQuery';
import { csrfHeaders, debugHeaders, setCsrfToken } from './browser';
import { callHeaders } from './callHeaders';
import { renewToken } from './renewToken';

/** Ten megabytes over half a megabit a second; of those, what takes longer will not come. */
const TIMEOUT_MS = 180_000;
const STALE = 419;

export interface SendFileOptions {
  /** Who is signed in: a token that has become too old is renewed for nobody else. */
  personId: number | null;
  signal: AbortSignal;
  /** Called with the share that has gone out, 0–1. */
  onProgress: (share: number) => void;
  /** What it is, where the server wants to be told; else it looks at the bytes. */
  contentType?: string;
  /** Three minutes when not given. */
  timeoutMs?: number;
}

export type SentFile = { data: unknown; status: number } | { error: ApiError };

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return {};
  }
}

function once(url: string, file: File, options: SendFileOptions): Promise<SentFile> {
  const { signal, onProgress, contentType, timeoutMs = TIMEOUT_MS } = options;
  return new Promise((resolve) => {
    const failed = (status: 'network' | 'timeout', code?: string) =>
      resolve({ error: decodeError(status, code ? { code } : null) });
    if (signal.aborted) return failed('network', 'ABORTED');
    const request = new XMLHttpRequest();
    request.open('POST', url);
    request.timeout = timeoutMs;
    const halves = debugHeaders(url);
    for (const [name, value] of Object.entries({ ...csrfHeaders(), ...halves, ...callHeaders(url) }))
      request.setRequestHeader(name, value);
    request.setRequestHeader('Accept', 'application/json');
    request.setRequestHeader('Accept-Language', document.documentElement.lang || 'en');
    // What it is the server finds in its bytes; a body without a type would be read as something else.
    request.setRequestHeader('Content-Type', contentType ?? 'application/octet-stream');
    request.upload.onprogress = (event) => {
      if (event.lengthComputable && event.total > 0) onProgress(event.loaded / event.total);
    };
    request.onload = () => {
      const body = parse(request.responseText);
      if (request.status >= 200 && request.status < 300)
        return resolve({ data: body, status: request.status });
      const requestId = request.getResponseHeader('X-Request-Id') ?? undefined;
      const error = decodeError(request.status, body, requestId);
      noteConsoleLocked(error, halves['X-Debug-Token'] ?? null);
      resolve({ error });
    };
    request.onerror = () => failed('network');
    request.ontimeout = () => failed('timeout');
    request.onabort = () => failed('network', 'ABORTED');
    signal.addEventListener('abort', () => request.abort(), { once: true });
    request.send(file);
  });
}

/**
 * Sends a file as the body of a POST. XMLHttpRequest, since fetch tells nothing of an upload's progress. A token that has
 * become too old is renewed once while the person is the same, as for all other calls. Never rejects.
 */
export async function sendFile(url: string, file: File, options: SendFileOptions): Promise<SentFile> {
  const first = await once(url, file, options);
  if (!('error' in first) || first.error.status !== STALE) return first;
  const renewed = await renewToken();
  if (renewed === null || (renewed.user?.id ?? null) !== options.personId || options.signal.aborted)
    return first;
  setCsrfToken(renewed.csrf_token);
  return once(url, file, options);
}
