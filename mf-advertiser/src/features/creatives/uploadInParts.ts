import type { Asset, AssetUpload } from '@ezdash/contracts';
import { UPLOADS } from '@ezdash/contracts/constants';
import { csrfHeaders } from '@ezdash/store';
import { contentTypeOf } from './creativeFile';
import { failureOf, parseAnswer, type UploadAnswer } from './uploadImage';

const UPLOADS_PATH = '/api/assets/uploads';
/** Of one part, over a slow line. */
const TIMEOUT_MS = 60_000;
/** How long to wait before a lost part is sent again, each time anew; then the person is asked. */
const WAITS_MS = [1_000, 2_000, 4_000, 8_000, 15_000, 30_000];
/** The server's own trouble; everything else it says on purpose. */
const PASSING: readonly number[] = [429, 502, 503, 504];
/** The answer of a check was lost, and the check still runs. */
const FINISHING = 'UPLOAD_FINISHING';
const isPassing = ({ status, body }: Said) => PASSING.includes(status) || body.code === FINISHING;

/** Whether a file goes in parts: heavy ones do, so that a lost line costs a part and not all of it. */
export const goesInParts = (file: File): boolean =>
  file.size > UPLOADS.chunkBytes && globalThis.crypto?.subtle !== undefined;

interface Said {
  status: number;
  body: Record<string, unknown>;
  requestId: string | null;
}

async function ask(
  method: string,
  path: string,
  signal: AbortSignal | null,
  body?: Blob | object,
): Promise<Said> {
  const isBytes = body instanceof Blob;
  const timeout = AbortSignal.timeout(TIMEOUT_MS);
  const answer = await fetch(path, {
    method,
    signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
    headers: {
      ...csrfHeaders(),
      Accept: 'application/json',
      'Accept-Language': document.documentElement.lang || 'en',
      'Content-Type': isBytes ? 'application/octet-stream' : 'application/json',
    },
    body: isBytes ? body : body && JSON.stringify(body),
  });
  return {
    status: answer.status,
    body: parseAnswer(await answer.text()),
    requestId: answer.headers.get('X-Request-Id'),
  };
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener(
      'abort',
      () => {
        clearTimeout(timer);
        resolve();
      },
      { once: true },
    );
  });
}

async function sha256Of(file: File): Promise<string> {
  const hash = await crypto.subtle.digest('SHA-256', await file.arrayBuffer());
  return [...new Uint8Array(hash)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

const isUpload = (body: object): body is AssetUpload =>
  'id' in body && 'received' in body && typeof body.id === 'string' && typeof body.received === 'number';

/** The server's name for what it has of a file; null where it took none. */
const begun = new WeakMap<File, Promise<string | null>>();

/** Asks where to go on. Never given up half-way: whoever takes the file out must know what to take back. */
async function begin(file: File, input: object): Promise<Said> {
  const asked = ask('POST', UPLOADS_PATH, null, input);
  begun.set(
    file,
    asked.then(
      ({ body }) => (isUpload(body) ? body.id : null),
      () => null,
    ),
  );
  return asked;
}

/** Throws away what the server has of a file that was taken out: only so many may be open. Never rejects. */
export async function forgetParts(file: File): Promise<void> {
  const id = await begun.get(file);
  begun.delete(file);
  // What cannot be told ends by itself after a while.
  if (id) await ask('DELETE', `${UPLOADS_PATH}/${id}`, null).catch(() => {});
}

/**
 * Sends a file in parts. The server knows it by its hash: after a lost line, a reload or on another day's half, the same
 * file goes on where it was. Never rejects, as `uploadImage`.
 * @param onProgress called with the share that the server has, 0–1
 */
export async function uploadInParts(
  file: File,
  signal: AbortSignal,
  onProgress: (share: number) => void,
): Promise<UploadAnswer> {
  const sha256 = await sha256Of(file).catch(() => null);
  if (signal.aborted) return { failure: { status: 'aborted', message: '' } };
  // Moved, changed or taken away since it was chosen.
  if (sha256 === null) return { failure: { status: 'gone', message: '' } };
  const input = {
    name: file.name.slice(0, 200),
    content_type: contentTypeOf(file),
    bytes: file.size,
    sha256,
  };

  /** From asking where to go on to the end. */
  async function attempt(): Promise<Said> {
    const opened = await begin(file, input);
    signal.throwIfAborted();
    if (!isUpload(opened.body)) return opened;
    const path = `${UPLOADS_PATH}/${opened.body.id}`;
    for (let { received } = opened.body; received < file.size; ) {
      onProgress(received / file.size);
      const part = file.slice(received, received + UPLOADS.chunkBytes);
      const said = await ask('PUT', `${path}?offset=${received}`, signal, part);
      // Another part is next: its answer was lost, or another tab sends the same file.
      const next = said.body.received;
      if ((said.status !== 200 && said.status !== 409) || typeof next !== 'number') return said;
      received = next;
    }
    onProgress(1);
    return ask('POST', `${path}/finish`, signal, {});
  }

  for (let tries = 0; ; tries += 1) {
    const said = await attempt().catch((error: unknown) => (error instanceof Error ? error : new Error()));
    if (signal.aborted) return { failure: { status: 'aborted', message: '' } };
    const lost = said instanceof Error;
    if (!lost && said.status === 201 && typeof said.body.url === 'string') {
      begun.delete(file);
      return { asset: said.body as unknown as Asset };
    }
    const wait = WAITS_MS[tries];
    if (wait === undefined || !(lost || isPassing(said)))
      return lost
        ? { failure: { status: said.name === 'TimeoutError' ? 'timeout' : 'network', message: '' } }
        : failureOf(said.status, said.body, said.requestId);
    await pause(wait, signal);
  }
}
