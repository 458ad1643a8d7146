import { constants } from 'node:fs';
import { access, mkdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { CREATIVE_EXTENSIONS, type CreativeContentType, HTML5 } from '@ezdash/contracts';
import { digest } from '../../platform/work';
import { replaceFile, syncFolder, temporaryName, writeSynced } from './syncedFiles';

export interface StoredImage {
  sha256: string;
  /** `<sha256>.<extension>`, as it lies in the folder and stands in `/creatives/…`. */
  file: string;
}

/** A file of a bundle, by its path within. */
export interface BundleFile {
  name: string;
  bytes: Buffer;
}

export interface ImageStore {
  /** Keeps the bytes for ever under their hash; the same bytes twice are kept once. Durable when it answers. */
  put(bytes: Buffer, contentType: CreativeContentType): Promise<StoredImage>;
  /** The same for a file that lies somewhere already, and stays there; its hash is the caller's word. */
  putFile(file: string, sha256: string, contentType: CreativeContentType): Promise<void>;
  /**
   * The same for an HTML5 bundle: the archive as it came, and its files in the folder of the archive's hash. `fill` writes
   * them into a new folder beside, durably; when it throws, nothing is kept.
   */
  putBundle<Filled>(
    zip: Buffer,
    fill: (folder: string) => Promise<Filled>,
  ): Promise<{ sha256: string; filled: Filled }>;
}

/** The file's name in the store, from its hash and type. */
export function imageFileName(sha256: string, contentType: CreativeContentType): string {
  return `${sha256}.${CREATIVE_EXTENSIONS[contentType]}`;
}

async function exists(file: string): Promise<boolean> {
  try {
    await access(file, constants.R_OK);
    return true;
  } catch {
    return false;
  }
}

/** The folders between a bundle's own and one of its files, both among them. */
function foldersOf(folder: string, file: string): string[] {
  const found = [path.dirname(file)];
  for (let at = path.dirname(file); at !== folder; at = path.dirname(at)) found.push(path.dirname(at));
  return found;
}

/** Writes the files of a bundle into its folder, durably. */
export async function writeFolder(folder: string, files: readonly BundleFile[]): Promise<void> {
  const folders = new Set([folder]);
  for (const { name, bytes } of files) {
    const file = path.join(folder, name);
    if (!file.startsWith(folder + path.sep)) throw new Error(`A bundle's file lies outside of it: ${name}`);
    await mkdir(path.dirname(file), { recursive: true });
    await writeSynced(file, bytes);
    for (const each of foldersOf(folder, file)) folders.add(each);
  }
  for (const each of folders) await syncFolder(each);
}

/** Renames what is complete to its name; the same may be there already. */
async function keepFolder(temporary: string, target: string): Promise<void> {
  try {
    await rename(temporary, target);
  } catch (error) {
    await rm(temporary, { recursive: true, force: true });
    if (!(await exists(target))) throw error;
  }
}

/** A content-addressed folder of images: written beside, synced, then renamed, so that no reader meets half a file. */
export function createImageStore(folder: string): ImageStore {
  async function keep(file: string, content: Buffer | string): Promise<void> {
    const target = path.join(folder, file);
    await mkdir(folder, { recursive: true });
    // Somebody else may have renamed it a moment ago, so that its name is not on the disk yet.
    if (await exists(target)) await syncFolder(folder);
    else await replaceFile(target, content);
  }

  async function put(bytes: Buffer, contentType: CreativeContentType): Promise<StoredImage> {
    const sha256 = (await digest('SHA-256', bytes)).toString('hex');
    const file = imageFileName(sha256, contentType);
    await keep(file, bytes);
    return { sha256, file };
  }

  async function putBundle<Filled>(zip: Buffer, fill: (folder: string) => Promise<Filled>) {
    const sha256 = (await digest('SHA-256', zip)).toString('hex');
    const temporary = path.join(folder, temporaryName(sha256));
    try {
      await mkdir(temporary, { recursive: true });
      const filled = await fill(temporary);
      // Not before its files: what cannot be unpacked leaves no archive behind.
      await put(zip, HTML5.type);
      await keepFolder(temporary, path.join(folder, sha256));
      await syncFolder(folder);
      return { sha256, filled };
    } catch (error) {
      await rm(temporary, { recursive: true, force: true });
      throw error;
    }
  }

  return {
    put,
    putBundle,
    putFile: (file, sha256, contentType) => keep(imageFileName(sha256, contentType), file),
  };
}
