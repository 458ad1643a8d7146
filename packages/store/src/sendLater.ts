import { decodeError } from './apiError';
import type { SendFileOptions, SentFile } from './sendFile';

/**
 * `sendFile`, loaded with the first file: few pages send one, and each page's first bytes would carry it. Never rejects.
 */
export async function sendFile(url: string, file: File, options: SendFileOptions): Promise<SentFile> {
  const sending = await import('./sendFile').catch(() => null);
  return sending ? sending.sendFile(url, file, options) : { error: decodeError('network', null) };
}
