import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

/** Latin, Greek, Cyrillic, Arabic and Hebrew; digits are all of one width. What it lacks is drawn as an empty box. */
const FILES = {
  regular: 'dejavu-fonts-ttf/ttf/DejaVuSansCondensed.ttf',
  bold: 'dejavu-fonts-ttf/ttf/DejaVuSansCondensed-Bold.ttf',
} as const;
export type FontName = keyof typeof FILES;

let read: Readonly<Record<FontName, Buffer>> | null = null;

/** The fonts of documents, read once a process. */
export function fonts(): Readonly<Record<FontName, Buffer>> {
  const { resolve } = createRequire(import.meta.url);
  read ??= { regular: readFileSync(resolve(FILES.regular)), bold: readFileSync(resolve(FILES.bold)) };
  return read;
}
