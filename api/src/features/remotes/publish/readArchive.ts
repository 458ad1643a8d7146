import { SOURCES_FILE } from '@ezdash/contracts';
import { ValidationError } from '../../../platform/errors';
import { readZip, type ZipTrouble } from '../../../platform/zip';

const MOST_FILES = 400;
const MOST_UNPACKED_BYTES = 60_000_000;
const LONGEST_NAME = 200;
/** One flat level; nothing hidden, nothing that leads elsewhere, and no file system minds it. */
const NAME = /^[A-Za-z0-9_][A-Za-z0-9._+-]*$/;
/** What the inspector reads, in whichever of its two names. */
const SOURCES_NAMES = [SOURCES_FILE, 'sources.json'];

const TROUBLE: Readonly<Record<ZipTrouble, string>> = {
  'no-zip': 'It is no ZIP archive',
  damaged: 'It is damaged: pack it again',
  encrypted: 'It has a password: pack it without one',
  link: 'It has links in it: pack the files themselves',
  'too-many': `It has more than ${MOST_FILES} files`,
  'too-big': `Its files have more than ${MOST_UNPACKED_BYTES / 1_000_000} MB together`,
};

/** 422, what is wrong with a release by file; `archive` is the whole. */
export const brokenRelease = (faults: Record<string, string[]>): ValidationError =>
  new ValidationError(faults, 'This is no whole release', 'RELEASE_BROKEN');

/**
 * The files of a packed release by name, what the inspector reads as `SOURCES_FILE`. What the archive's directory promises
 * is added up before anything is unpacked.
 * @throws ValidationError RELEASE_BROKEN for what is no archive, too much, or has names that a release cannot have
 */
export async function readArchive(archive: Buffer): Promise<Map<string, Buffer>> {
  const limits = { mostFiles: MOST_FILES, mostBytes: MOST_UNPACKED_BYTES };
  const unzipped = await readZip(archive, limits, () => true);
  if (!unzipped.ok) throw brokenRelease({ archive: [TROUBLE[unzipped.trouble]] });
  const files = new Map<string, Buffer>();
  const faults: string[] = [];
  /** Some file systems take `App.js` and `app.js` for one. */
  const seen = new Set<string>();
  for (const { name, bytes } of unzipped.files) {
    const own = SOURCES_NAMES.includes(name) ? SOURCES_FILE : name;
    const shown = JSON.stringify(name.slice(0, LONGEST_NAME));
    if (own !== SOURCES_FILE && (!NAME.test(own) || own.length > LONGEST_NAME))
      faults.push(`A release has no file named ${shown}`);
    else if (seen.has(own.toLowerCase())) faults.push(`It has ${shown} twice`);
    seen.add(own.toLowerCase());
    files.set(own, bytes);
  }
  if (faults.length > 0) throw brokenRelease({ archive: faults });
  return files;
}
