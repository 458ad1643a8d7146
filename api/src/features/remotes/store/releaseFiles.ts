import type { RequestHandler } from 'express';
import type { ReleaseStore } from '../releases.types';
import { immutableFiles } from './immutableFiles';

/** Names in the address of a file: remote, version, file. */
const DEPTH = 3;

/**
 * Serves the files of releases: of one that this machine has not got, too, when it can be brought here. What is in no
 * release is left to the next handler.
 */
export function releaseFiles(store: Pick<ReleaseStore, 'folder' | 'serves'>): RequestHandler {
  const serve = immutableFiles(store.folder, DEPTH);
  return async (req, res, next) => {
    const [, name = '', version = '', ...rest] = req.path.split('/');
    const isThere = rest.length === DEPTH - 2 && (await store.serves(name, version));
    return isThere ? serve(req, res, next) : next();
  };
}
