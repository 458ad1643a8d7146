import {
  cleanText,
  type Release,
  release as releaseSchema,
  releaseVersion,
  SOURCES_FILE,
} from '@ezdash/contracts';
import { fieldErrors } from '../../../platform/http';
import { COPIES, MOST_DOCUMENT_BYTES, RELEASE_FILE, wrongFiles } from '../store/checkFiles';
import { brokenRelease } from './readArchive';

type Faults = Map<string, string[]>;

/** A variable's name, as build tools make them. */
const GLOBAL = /^[A-Za-z_]\w{0,99}$/;

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** A NUL, or half of a surrogate pair, as `JSON.stringify` writes them; not a backslash with such a text behind it. */
const UNSTORABLE = /(?<!\\)(?:\\\\)*\\u(?:0000|d[89a-f])/;

/** Why the database cannot keep it; null when it can. */
function storageProblem(value: unknown): string | null {
  try {
    return UNSTORABLE.test(JSON.stringify(value)) ? 'It has characters that cannot be kept' : null;
  } catch {
    return 'It is nested too deeply';
  }
}

const isUnseen = (text: unknown) => typeof text === 'string' && cleanText(text) !== text.normalize('NFC');

/** Whether a name in it has what nobody can see: it would be another's in the console. The texts of its pages are its own. */
function hasUnseenNames({ locales, ...release }: Release): boolean {
  let found = false;
  JSON.stringify([release, Object.keys(locales)], (key, value) => {
    found ||= isUnseen(key) || isUnseen(value);
    return value;
  });
  return found;
}

const tooLong = (bytes: Buffer | undefined): string | null =>
  (bytes?.length ?? 0) > MOST_DOCUMENT_BYTES
    ? `It has more than ${MOST_DOCUMENT_BYTES / 1_000_000} MB`
    : null;

function parseRelease(files: ReadonlyMap<string, Buffer>): Release {
  const bytes = files.get(RELEASE_FILE);
  if (!bytes) throw brokenRelease({ [RELEASE_FILE]: ['It is missing'] });
  const long = tooLong(bytes);
  if (long) throw brokenRelease({ [RELEASE_FILE]: [long] });
  const value = parseJson(bytes.toString('utf8'));
  if (value === undefined) throw brokenRelease({ [RELEASE_FILE]: ['It is not JSON'] });
  const problem = storageProblem(value);
  if (problem) throw brokenRelease({ [RELEASE_FILE]: [problem] });
  const parsed = releaseSchema.safeParse(value);
  if (parsed.success) return parsed.data;
  const faults = Object.entries(fieldErrors(parsed.error)).flatMap(([field, texts]) =>
    texts.map((text) => `${field}: ${text}`),
  );
  throw brokenRelease({ [RELEASE_FILE]: faults });
}

/** Everything that a page may ask for by name. */
function namedFiles({ entry, modules, types }: Release): Set<string> {
  const ofModules = Object.values(modules).flatMap(({ scripts, styles }) => [...scripts, ...styles]);
  return new Set([entry, ...ofModules, ...(types === undefined ? [] : [types])]);
}

/** What `release.json` says that cannot be. */
function wrongWords(release: Release, remote: string): string[] {
  const { name, version, manifest, global, files } = release;
  const faults: string[] = [];
  if (hasUnseenNames(release)) faults.push('It has names with characters that cannot be seen');
  if (name !== remote) faults.push(`name: It is a release of ${name}, and this is the address of ${remote}`);
  if (manifest.name !== name) faults.push(`manifest.name: It must be ${name}`);
  if (!releaseVersion.safeParse(version).success) faults.push('version: A version is written like 1.4.0');
  if (!GLOBAL.test(global)) faults.push('global: It must be the name of a variable');
  for (const file of namedFiles(release))
    if (!Object.hasOwn(files, file)) faults.push(`files: ${file} is not described`);
  // The server makes the compressed copies, under these names.
  for (const file of Object.keys(files))
    if (file === RELEASE_FILE || COPIES.some((suffix) => file.endsWith(suffix)))
      faults.push(`files: ${file} cannot be a file of its own`);
  return faults;
}

/**
 * Reads and checks what was sent as a release of a remote: every described file is there, byte for byte, and nothing else
 * but what the inspector reads.
 * @throws ValidationError RELEASE_BROKEN that names each fault
 */
export async function readRelease(remote: string, files: ReadonlyMap<string, Buffer>): Promise<Release> {
  const release = parseRelease(files);
  const faults: Faults = new Map();
  const words = wrongWords(release, remote);
  if (words.length > 0) faults.set(RELEASE_FILE, words);
  for (const [file, problem] of await wrongFiles(release, files)) faults.set(file, [problem]);
  for (const file of files.keys())
    if (!Object.hasOwn(release.files, file) && file !== RELEASE_FILE && file !== SOURCES_FILE)
      faults.set(file, ['release.json does not describe it']);
  const sources = files.get(SOURCES_FILE);
  const longSources = tooLong(sources);
  if (longSources) faults.set(SOURCES_FILE, [longSources]);
  else if (sources && parseJson(sources.toString('utf8')) === undefined)
    faults.set(SOURCES_FILE, ['It is not JSON']);
  if (faults.size > 0) throw brokenRelease(Object.fromEntries(faults));
  return release;
}
