import type { ApiError } from '@ezdash/store';
import { archiveAddress } from './privacy.api';

const REVOKE_AFTER_MS = 60_000;

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

function nameOf(answer: Response): string {
  const disposition = answer.headers.get('Content-Disposition') ?? '';
  return /filename="?([\w.-]+)"?/.exec(disposition)?.[1] ?? 'ezdash-export.zip';
}

/** Fetched rather than opened by its address, so that a refusal is answered on the page. Throws an ApiError. */
export async function downloadArchive(id: string): Promise<void> {
  const answer = await fetch(new URL(archiveAddress(id), window.location.origin), {
    credentials: 'same-origin',
    cache: 'no-store',
    headers: {
      'X-Requested-With': 'XMLHttpRequest',
      'Accept-Language': document.documentElement.lang || 'en',
    },
  }).catch((): never => {
    throw { status: 'network', message: '', code: 'NETWORK', errors: {} } satisfies ApiError;
  });
  if (!answer.ok) throw await refusalOf(answer);
  const url = URL.createObjectURL(await answer.blob());
  const link = document.createElement('a');
  link.href = url;
  link.download = nameOf(answer);
  link.click();
  // Not at once: some browsers begin to read only after the press.
  setTimeout(() => URL.revokeObjectURL(url), REVOKE_AFTER_MS);
}
