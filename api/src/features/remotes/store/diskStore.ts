import { randomUUID } from 'node:crypto';
import { mkdir, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { release as releaseSchema } from '@ezdash/contracts';
import type { ReleaseFiles, ReleaseStore } from '../releases.types';
import { digestOf, RELEASE_FILE } from './checkFiles';

/** Releases in a folder of this machine: one folder a version. */
export interface DiskStore extends ReleaseStore {
  /** SHA-256 of the `release.json` that lies under a version; null when none does. */
  digest(name: string, version: string): Promise<string | null>;
}

/** Of folders that are written before they get their version's name. Nobody serves what begins with a dot. */
const DRAFT = '.draft-';

const exists = (file: string) =>
  stat(file).then(
    () => true,
    () => false,
  );

async function canBeOpened(file: string): Promise<boolean> {
  const handle = await open(file, 'r').catch(() => null);
  if (!handle) return false;
  try {
    return (await handle.stat()).isFile();
  } finally {
    await handle.close();
  }
}

/** Whether each file that the folder's `release.json` describes can be opened. What is in them, browsers check. */
async function isReadable(folder: string): Promise<boolean> {
  const document = await readFile(path.join(folder, RELEASE_FILE), 'utf8').catch(() => null);
  if (document === null) return false;
  const release = releaseSchema.safeParse(parseJson(document));
  if (!release.success) return false;
  for (const name of Object.keys(release.data.files))
    if (!isName(name) || !(await canBeOpened(path.join(folder, name)))) return false;
  return true;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const isName = (name: string) => name !== '' && !name.startsWith('..') && path.basename(name) === name;

/** Names come out of archives and buckets: none may lead out of its folder. */
function inFolder(folder: string, name: string): string {
  if (!isName(name)) throw new Error(`${name} is not the name of a file of a release`);
  return path.join(folder, name);
}

/** Whether each described file is there: what was lost or spoilt comes back with the next installation. */
async function isWhole(folder: string, { release, files }: ReleaseFiles): Promise<boolean> {
  for (const name of Object.keys(release.files)) {
    const found = await readFile(inFolder(folder, name)).catch(() => null);
    const wanted = files.get(name);
    if (!found || !wanted?.equals(found)) return false;
  }
  return true;
}

/** What a crash of the machine must not take back: the names in a folder. */
async function flushFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** @param folder made when it is missing, as `DATA_DIR/remotes` */
export function createDiskStore(folder: string): DiskStore {
  const folderOf = (name: string, version: string) => inFolder(inFolder(folder, name), version);
  const documentOf = (name: string, version: string) => path.join(folderOf(name, version), RELEASE_FILE);
  /** Looked at, and found whole. */
  const sound = new Set<string>();
  const digest = async (name: string, version: string) => {
    const bytes = await readFile(documentOf(name, version)).catch(() => null);
    return bytes && digestOf(bytes);
  };

  /** Takes the place of what is there, which nobody was told of: only a publication that failed leaves such a thing. */
  async function putInPlace(draft: string, target: string, isTaken: boolean): Promise<void> {
    if (isTaken) await rm(target, { recursive: true, force: true });
    await rename(draft, target);
    await flushFolder(path.dirname(target));
  }

  /** `release.json` is looked for each time: a folder that has gone as a whole is noticed without anybody's doubt. */
  async function has(name: string, version: string): Promise<boolean> {
    if (!isName(name) || !isName(version)) return false;
    const id = `${name}/${version}`;
    const isSound = sound.has(id)
      ? await exists(documentOf(name, version))
      : await isReadable(folderOf(name, version));
    if (isSound) sound.add(id);
    else sound.delete(id);
    return isSound;
  }

  return {
    folder,
    digest,
    has,
    serves: async (name, version) => isName(name) && isName(version) && exists(folderOf(name, version)),
    doubt: (name, version) => void sound.delete(`${name}/${version}`),
    async install(given, version) {
      const { digest: wanted, files } = given;
      const { name } = given.release;
      const there = await digest(name, version);
      if (there === wanted && (await isWhole(folderOf(name, version), given))) return;
      // Beside the target and then renamed: a crash leaves no half release under a version's name.
      const draft = path.join(inFolder(folder, name), `${DRAFT}${randomUUID()}`);
      await mkdir(draft, { recursive: true });
      try {
        for (const [file, bytes] of files) await writeFile(inFolder(draft, file), bytes, { flush: true });
        await flushFolder(draft);
        await putInPlace(draft, folderOf(name, version), there !== null).catch(async (error: unknown) => {
          // Another process was faster; its bytes are these.
          if ((await digest(name, version)) !== wanted) throw error;
        });
      } finally {
        await rm(draft, { recursive: true, force: true });
      }
    },
    read: async (name, version, file) => readFile(inFolder(folderOf(name, version), file)),
    async removeDrafts(before) {
      let count = 0;
      const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
      for (const { name } of entries.filter((entry) => entry.isDirectory()))
        for (const draft of await readdir(path.join(folder, name))) {
          const left = path.join(folder, name, draft);
          if (!draft.startsWith(DRAFT) || (await stat(left)).mtime >= before) continue;
          await rm(left, { recursive: true, force: true });
          count += 1;
        }
      return count;
    },
  };
}
