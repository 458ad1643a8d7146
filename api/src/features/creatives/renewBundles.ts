import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { HTML5 } from '@ezdash/contracts';
import { renewClickTag } from './clickTag';
import { replaceFile } from './syncedFiles';

const BUNDLE = /^[0-9a-f]{64}$/;

const isMissing = (error: unknown) => error instanceof Error && 'code' in error && error.code === 'ENOENT';

async function readPage(file: string): Promise<string | null> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    // A bundle that was erased meanwhile.
    if (isMissing(error)) return null;
    throw error;
  }
}

/**
 * Gives the pages of stored bundles the script that a bundle gets today. Each is replaced whole, so that readers meet the
 * one or the other; what is as it should be is not written. Answers how many were.
 */
export async function renewBundles(folder: string): Promise<number> {
  let renewed = 0;
  const entries = await readdir(folder, { withFileTypes: true }).catch((error: unknown) => {
    if (isMissing(error)) return [];
    throw error;
  });
  for (const entry of entries) {
    if (!entry.isDirectory() || !BUNDLE.test(entry.name)) continue;
    const file = path.join(folder, entry.name, HTML5.entry);
    const page = await readPage(file);
    const next = page === null ? null : renewClickTag(page);
    if (next === null) continue;
    await replaceFile(file, Buffer.from(next));
    renewed += 1;
  }
  return renewed;
}
