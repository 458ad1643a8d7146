import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type GateCheckId, type Release, release as releaseSchema } from '@ezdash/contracts';
import { makeNextRelease, writeServed } from './buildCopy';

export const BAD_REMOTE = 'mf-advertiser';

/** A build that is about to be spoilt. */
interface Build {
  dist: string;
  release: Release;
  /** The chunk of its one module. */
  chunk: string;
}

export interface BadRelease {
  kind: string;
  /** What of the gate refuses it. */
  check: GateCheckId;
  /** What the gate says of it. */
  says: RegExp;
  /**
   * Past the gate: `load`, the page falls back when it does not load; `render`, when it throws; `offer`, the server does
   * not give it to anybody.
   */
  survivedBy: 'load' | 'render' | 'offer';
  spoil: (build: Build) => void;
}

const integrityOf = (text: string) => `sha384-${createHash('sha384').update(text).digest('base64')}`;
const read = ({ dist }: Build, file: string) => readFileSync(path.join(dist, file), 'utf8');

/** Writes a file with all that names its bytes, as a build that makes such a file would. */
function rewrite(build: Build, file: string, text: string): void {
  const { dist, release } = build;
  const before = release.files[file]?.integrity;
  const brotliByteCount = writeServed(path.join(dist, file), text);
  const integrity = integrityOf(text);
  release.files[file] = { integrity, byteCount: Buffer.byteLength(text), brotliByteCount };
  // Chunks are checked by the hash that the entry knows them by.
  if (file !== release.entry && before)
    rewrite(build, release.entry, read(build, release.entry).replaceAll(before, integrity));
}

function remove({ dist }: Build, file: string): void {
  for (const suffix of ['', '.br', '.gz']) rmSync(path.join(dist, file + suffix), { force: true });
}

/** Replaces how the container hands out its modules, whatever they are. */
function replaceGet(build: Build, get: string): void {
  const { entry, global } = build.release;
  const replaced = `;{const made=${global};${global}={init:(...all)=>made.init(...all),get:${get}}}`;
  rewrite(build, entry, read(build, entry) + replaced);
}

/** The entry does something else before it does what it did. */
export const beforeEntry = (code: string) => (build: Build) =>
  rewrite(build, build.release.entry, `${code};${read(build, build.release.entry)}`);

const HTML = '<!doctype html><html><body><h1>It works</h1></body></html>';

/** The kinds that `design/decisions.md` and issue 8 name; each is consistent in itself unless its kind is not to be. */
export const BAD_RELEASES: readonly BadRelease[] = [
  {
    kind: 'entry 404',
    check: 'integrity',
    says: /remoteEntry\.js is not there/,
    // A server that lacks a file of a release passes it over.
    survivedBy: 'offer',
    spoil: (build) => remove(build, build.release.entry),
  },
  {
    kind: 'syntax error',
    check: 'entry',
    says: /remoteEntry\.js defines no container: SyntaxError/,
    survivedBy: 'load',
    spoil: (build) => rewrite(build, build.release.entry, `${read(build, build.release.entry)}\nvar = 1;`),
  },
  {
    kind: 'throws on load',
    check: 'entry',
    says: /remoteEntry\.js: broken on load/,
    survivedBy: 'load',
    spoil: beforeEntry("throw new Error('broken on load')"),
  },
  {
    kind: 'HTML with 200',
    check: 'entry',
    says: /remoteEntry\.js defines no container: SyntaxError: Unexpected token '<'/,
    survivedBy: 'load',
    spoil: (build) => rewrite(build, build.release.entry, HTML),
  },
  {
    kind: 'chunk 404',
    check: 'exposes',
    says: /\.\/App: .*(404|failed)/,
    survivedBy: 'load',
    spoil: (build) => {
      remove(build, build.chunk);
      delete build.release.files[build.chunk];
      build.release.modules = { App: { scripts: [], styles: [], tiers: [] } };
    },
  },
  {
    kind: 'chunk throws',
    check: 'exposes',
    says: /broken in its chunk/,
    survivedBy: 'load',
    spoil: (build) =>
      rewrite(build, build.chunk, `throw new Error('broken in its chunk');${read(build, build.chunk)}`),
  },
  {
    kind: 'wrong hash',
    check: 'integrity',
    says: /remoteEntry\.js has other bytes than its hash says/,
    survivedBy: 'load',
    spoil: (build) => {
      const { dist, release } = build;
      writeServed(path.join(dist, release.entry), `${read(build, release.entry)}\n/* and more */`);
    },
  },
  {
    kind: 'wrong shared version',
    check: 'shared',
    says: /needs react \^20\.0\.0, the shell has 19/,
    survivedBy: 'offer',
    spoil: ({ release }) => {
      release.shared.react = '^20.0.0';
    },
  },
  {
    kind: 'missing expose',
    check: 'exposes',
    says: /\.\/App: .*does not exist in container/,
    survivedBy: 'load',
    spoil: (build) =>
      replaceGet(
        build,
        "(name)=>Promise.reject(new Error('Module \"'+name+'\" does not exist in container.'))",
      ),
  },
  {
    kind: 'contract too new',
    check: 'contract',
    says: /needs contract 99/,
    survivedBy: 'offer',
    spoil: ({ release }) => {
      release.manifest.contractVersion = 99;
    },
  },
  {
    kind: 'throws on render',
    check: 'render',
    says: /\/advertiser\/dashboard: .*broken on render/,
    survivedBy: 'render',
    spoil: (build) =>
      replaceGet(build, "()=>Promise.resolve(()=>({default:()=>{throw new Error('broken on render')}}))"),
  },
  {
    kind: 'never answers',
    check: 'exposes',
    says: /\.\/App: never answers/,
    survivedBy: 'load',
    spoil: (build) => replaceGet(build, '()=>new Promise(()=>{})'),
  },
];

/**
 * Makes a bad release of the advertiser's remote: another build of it, with what its kind spoils.
 *
 * @param root folder whose `mf-advertiser/dist` is whole; it stays as it is
 * @param target folder that becomes the release's, `release.json` included
 */
export function makeBadRelease(
  root: string,
  target: string,
  version: string,
  spoil: BadRelease['spoil'],
): Release {
  const scratch = mkdtempSync(path.join(tmpdir(), 'ezdash-bad-'));
  try {
    const dist = path.join(scratch, BAD_REMOTE, 'dist');
    cpSync(path.join(root, BAD_REMOTE, 'dist'), dist, { recursive: true });
    makeNextRelease(scratch, BAD_REMOTE, version);
    const release = releaseSchema.parse(JSON.parse(readFileSync(path.join(dist, 'release.json'), 'utf8')));
    const [chunk] = release.modules.App?.scripts ?? [];
    if (!chunk) throw new Error(`${BAD_REMOTE} exposes no App`);
    spoil({ dist, release, chunk });
    writeFileSync(path.join(dist, 'release.json'), JSON.stringify(release));
    mkdirSync(target, { recursive: true });
    cpSync(dist, target, { recursive: true });
    return release;
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}
