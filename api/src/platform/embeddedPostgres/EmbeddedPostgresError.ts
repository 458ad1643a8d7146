/** The embedded database cannot run here; the message is one sentence for the person who started the app. */
export class EmbeddedPostgresError extends Error {
  override readonly name = 'EmbeddedPostgresError';
}

const FILE_PROBLEMS: Readonly<Record<string, string>> = {
  EROFS: 'lies on a read-only disk',
  EACCES: 'cannot be written by this user',
  EPERM: 'cannot be written by this user',
  ENOSPC: 'lies on a full disk',
  EDQUOT: 'has used up its disk quota',
  ENOENT: 'cannot be made there',
  ENOTDIR: 'is not a folder',
  EEXIST: 'is not a folder',
};

/** A file system error about DATA_DIR as a sentence; anything else comes back as it was. */
export function describeFileProblem(error: unknown, dataDir: string): unknown {
  const code = (error as NodeJS.ErrnoException | null)?.code;
  const problem = code === undefined ? undefined : FILE_PROBLEMS[code];
  if (problem === undefined) return error;
  return new EmbeddedPostgresError(`DATA_DIR ${dataDir} ${problem} (${code}).`, { cause: error });
}
