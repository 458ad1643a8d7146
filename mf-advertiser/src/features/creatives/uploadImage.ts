import type { Asset, PictureUse } from '@ezdash/contracts';
import { csrfHeaders, page } from '@ezdash/store';
import { contentTypeOf } from './creativeFile';

/** Why an upload did not end in a stored image. */
export interface UploadFailure {
  status: number | 'network' | 'timeout' | 'aborted' | 'gone';
  /** The server's own sentence (wrong size, too heavy …); empty when there is none. */
  message: string;
  requestId?: string;
}
export type UploadAnswer = { asset: Asset } | { failure: UploadFailure };

/** Long enough for the heaviest file over a slow connection. */
const TIMEOUT_MS = 120_000;

/** The body of an answer; empty for what is none. */
export function parseAnswer(text: string): Record<string, unknown> {
  try {
    const body: unknown = JSON.parse(text);
    return typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : undefined);

/** A 422 names the field in `errors`; what it says there is more exact than the message above it. */
function sentenceOf(body: Record<string, unknown>): string {
  const lists = typeof body.errors === 'object' && body.errors !== null ? Object.values(body.errors) : [];
  const texts = lists.flat().filter((text): text is string => typeof text === 'string' && text !== '');
  return texts.length > 0 ? texts.join(' ') : (textOf(body.message) ?? '');
}

/** Only a page of this or another web address; never a script. */
function freshPage(redirect: unknown): string {
  const target = textOf(redirect) ?? '';
  if (target === '' || !URL.canParse(target, window.location.origin)) return '/login';
  return /^https?:$/.test(new URL(target, window.location.origin).protocol) ? target : '/login';
}

/** What a refused call says to whoever chose the file. */
export function failureOf(
  status: number,
  body: Record<string, unknown>,
  requestId: string | null,
): { failure: UploadFailure } {
  // The same rule the base query holds: the page is too old for its token, a fresh one helps.
  if (status === 419) page.go(freshPage(body.redirect));
  return {
    failure: {
      status,
      message: sentenceOf(body),
      requestId: textOf(body.requestId) ?? requestId ?? undefined,
    },
  };
}

function answerOf(request: XMLHttpRequest): UploadAnswer {
  const body = parseAnswer(request.responseText);
  if (request.status >= 200 && request.status < 300 && textOf(body.id) && textOf(body.url))
    return { asset: body as Asset };
  return failureOf(request.status, body, request.getResponseHeader('X-Request-Id'));
}

/**
 * POST /api/assets with the file as the body. XMLHttpRequest, since fetch tells nothing of an upload's progress.
 * Never rejects: a failure is an answer the page shows beside the file.
 * @param onProgress called with the share that has gone out, 0–1
 * @param use what an image is to be, when it is no banner
 */
export function uploadImage(
  file: File,
  signal: AbortSignal,
  onProgress: (share: number) => void,
  use?: PictureUse,
): Promise<UploadAnswer> {
  return new Promise((resolve) => {
    const failed = (status: UploadFailure['status']) => resolve({ failure: { status, message: '' } });
    if (signal.aborted) return failed('aborted');
    const request = new XMLHttpRequest();
    request.open('POST', use ? `/api/assets?for=${use}` : '/api/assets');
    request.timeout = TIMEOUT_MS;
    for (const [name, value] of Object.entries(csrfHeaders())) request.setRequestHeader(name, value);
    request.setRequestHeader('Accept', 'application/json');
    request.setRequestHeader('Accept-Language', document.documentElement.lang || 'en');
    request.setRequestHeader('Content-Type', contentTypeOf(file));
    request.upload.onprogress = (event) => {
      if (event.lengthComputable && event.total > 0) onProgress(event.loaded / event.total);
    };
    request.onload = () => resolve(answerOf(request));
    request.onerror = () => failed('network');
    request.ontimeout = () => failed('timeout');
    request.onabort = () => failed('aborted');
    signal.addEventListener('abort', () => request.abort(), { once: true });
    request.send(file);
  });
}
