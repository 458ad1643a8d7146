import { randomUUID } from 'node:crypto';
import { mkdir, open, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { ReleaseStore } from '../releases.types';
import { digestOf, RELEASE_FILE } from './checkFiles';

/** Releases in a folder of this machine: one folder a version. */
export interface DiskStore extends ReleaseStore {
  /** SHA-256 of the `release.json` that lies under a version; null when none does. */
  digest(name: string, version: string): Promise<string | null>;
}

const exists = (file: string) =>
  stat(file).then(
    () => true,
    () => false,
  );

const isName = (name: string) => name !== '' && !name.startsWith('..') && path.basename(name) === name;

/** Names come out of archives and buckets: none may lead out of its folder. */
function inFolder(folder: string, name: string): string {
  if (!isName(name)) throw new Error(`${name} is not the name of a file of a release`);
  return path.join(folder, name);
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

  return {
    folder,
    digest,
    has: async (name, version) => isName(name) && isName(version) && exists(documentOf(name, version)),
    async install({ release: { name }, digest: wanted, files }, version) {
      const there = await digest(name, version);
      if (there === wanted) return;
      // Beside the target and then renamed: a crash leaves no half release under a version's name.
      const draft = path.join(inFolder(folder, name), `.draft-${randomUUID()}`);
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
  };
}
