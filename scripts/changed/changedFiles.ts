import { execFileSync } from 'node:child_process';
import { rootDir } from '../build/targets.mjs';

const git = (...args: string[]): string =>
  execFileSync('git', args, { cwd: rootDir, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] }).trim();
const linesOf = (text: string): string[] => text.split('\n').filter((line) => line !== '');

/** Where the branch left main; on main itself, the last commit. */
function usualBase(): string {
  const head = git('rev-parse', 'HEAD');
  try {
    const left = git('merge-base', 'HEAD', 'main');
    return left === head ? 'HEAD' : left;
  } catch {
    return 'HEAD';
  }
}

export interface Changed {
  /** A commit. */
  since: string;
  /** From the root; those that are gone are not among them. */
  files: string[];
  /** Lines that were added or taken away, of each file: what a file of texts is asked about. */
  linesOf(file: string): string[];
}

/** What is different from a commit in the working folder, untracked files included. @throws when there is no such commit */
export function changedFiles(since = usualBase()): Changed {
  const files = [
    ...linesOf(git('diff', '--name-only', '--diff-filter=d', since, '--')),
    ...linesOf(git('ls-files', '--others', '--exclude-standard')),
  ];
  return {
    since,
    files: [...new Set(files)].sort(),
    linesOf: (file) =>
      linesOf(git('diff', '--unified=0', since, '--', file)).filter((line) => /^[+-](?![+-])/.test(line)),
  };
}
