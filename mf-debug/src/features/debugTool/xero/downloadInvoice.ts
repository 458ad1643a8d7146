import { STORAGE_KEYS } from '@ezdash/contracts/constants';
import {
  type ApiError,
  csrfHeaders,
  debugHeaders,
  endDebugSession,
  endsDebugSession,
  page,
  storage,
} from '@ezdash/store';

const TIMEOUT_MS = 60_000;
/** Some browsers begin to read only after the press. */
const REVOKE_AFTER_MS = 60_000;
const STALE = 419;

/** `refused`: the server said no. `broken`: it said yes, or nothing, and no file came of it. */
export class DownloadError extends Error {
  constructor(
    readonly kind: 'refused' | 'broken',
    readonly error: ApiError,
  ) {
    super(error.message);
    this.name = 'DownloadError';
  }
}

const textIn = (body: Record<string, unknown>, key: string): string =>
  typeof body[key] === 'string' ? body[key] : '';

const broken = (status: ApiError['status'] = 'network') =>
  new DownloadError('broken', { status, message: '', code: 'DOWNLOAD_BROKEN', errors: {} });

/** What a refusal says, after what the specification wants of it: a session that is over, a page that is too old. */
async function refusalOf(answer: Response): Promise<DownloadError> {
  const body: Record<string, unknown> = Object(await answer.json().catch(() => ({})));
  const error: ApiError = {
    status: answer.status,
    message: textIn(body, 'message') || textIn(body, 'error'),
    code: textIn(body, 'code') || `HTTP_${answer.status}`,
    errors: {},
    requestId: answer.headers.get('X-Request-Id') ?? undefined,
  };
  if (endsDebugSession(error) && storage.get(STORAGE_KEYS.debugToken) !== null) endDebugSession();
  if (answer.status === STALE) page.go(textIn(body, 'redirect') || '/login');
  return new DownloadError('refused', error);
}

/** As specified: `invoice-{id}.pdf`, with nothing in it that a file's name cannot have. */
export const invoiceFileName = (id: string): string => `invoice-${id.replace(/[^\w-]/g, '')}.pdf`;

/**
 * Saves the invoice of a payment. Fetched rather than opened by its address, which would carry no token, and so that a refusal
 * is answered where it was asked for. Throws a DownloadError.
 */
export async function downloadInvoice(paymentId: string): Promise<void> {
  const path = `/debug-tool/xero/invoice/${encodeURIComponent(paymentId)}/pdf`;
  const answer = await fetch(
    new Request(new URL(path, window.location.origin), {
      credentials: 'same-origin',
      cache: 'no-store',
      signal: AbortSignal.timeout(TIMEOUT_MS),
      headers: {
        ...csrfHeaders(),
        ...debugHeaders(path),
        Accept: 'application/pdf, application/json',
        'Accept-Language': document.documentElement.lang || 'en',
        'X-Page-Url': window.location.href,
      },
    }),
  ).catch(() => {
    throw broken();
  });
  if (!answer.ok) throw await refusalOf(answer);
  const file = await answer.blob().catch(() => null);
  if (file === null || file.size === 0) throw broken(answer.status);
  const address = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = address;
  link.download = invoiceFileName(paymentId);
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), REVOKE_AFTER_MS);
}
