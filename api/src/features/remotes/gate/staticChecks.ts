import { brotliCompressSync, constants } from 'node:zlib';
import {
  cleanLine,
  type GateCheck,
  type GateCheckId,
  type Release,
  type ShellRelease,
} from '@ezdash/contracts';
import { contractProblems, pluginProblems, sharedProblems } from './compatibility';

/**
 * Packages that a page must have once: a release with a copy of its own of one of these has a store, a router, a
 * language or a context that nobody else sees.
 */
const NEVER_TWICE = [
  'react',
  'react-dom',
  'react-router-dom',
  'i18next',
  'react-i18next',
  '@ezdash/store',
  '@ezdash/ui',
] as const;

/**
 * Most bytes over the line (Brotli), by what every visitor of a page waits for. Of November 2026: entries of 3.6 to 4.6
 * kB, of which the runtime of the shell's is the reason (docs/adr/0002), and first renderings of 10 (the debug tool's
 * proof) to 80 kB (the operator's console, sixteen pages in one module). Twice what there is: room to grow by, while a
 * second copy of the design system (120 kB) or of the federation's runtime (25 kB) does not pass unseen. Every page of
 * everybody holds the manifests (0.3 to 0.7 kB each), and loads the texts of its language (4 to 22 kB).
 */
export const BUDGET = { entry: 8_000, module: 150_000, manifest: 4_000, texts: 50_000 } as const;

/** Ends of lines, escapes of terminals, NUL and halves of surrogate pairs: neither a line nor a row of a database. */
const NO_TEXT = /[\p{Cc}\p{Cs}]/gu;
const plain = (text: string) => cleanLine(text.replace(NO_TEXT, ' '));

/** Of a check that looked: passed without problems, else all of them in one sentence. Some are a stranger's words. */
export function outcomeOf(check: GateCheckId, problems: string[], passed: string): GateCheck {
  if (problems.length === 0) return { check, outcome: 'passed', detail: plain(passed) };
  return { check, outcome: 'failed', detail: plain(problems.join('; ')) };
}

/** Of a check that was not made, and why. */
export function skipped(check: GateCheckId, why: string): GateCheck {
  return { check, outcome: 'skipped', detail: why };
}

export function contractCheck(release: Release, shell: ShellRelease): GateCheck {
  const needs = release.manifest.contractVersion;
  return outcomeOf('contract', contractProblems(release, shell), `needs contract ${needs}`);
}

export function sharedCheck(release: Release, shell: ShellRelease): GateCheck {
  const own = NEVER_TWICE.filter((name) => shell.shared[name] !== undefined && !release.shared[name]);
  const problems = [
    ...sharedProblems(release, shell),
    ...own.map((name) => `does not take ${name} from the shell, so the page would have it twice`),
  ];
  const count = Object.keys(release.shared).length;
  return outcomeOf('shared', problems, `takes ${count} packages from the shell`);
}

export function pluginCheck(release: Release, shell: ShellRelease): GateCheck {
  return outcomeOf(
    'plugin',
    pluginProblems(release, shell),
    `built with federation ${release.pluginVersion}`,
  );
}

const kilobytes = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`;

/** Bytes over the line. A file that nothing describes is for the check of integrity to name. */
function bytesOf(release: Release, files: readonly string[]): number {
  return files.reduce((sum, file) => {
    const described = Object.hasOwn(release.files, file) ? release.files[file] : undefined;
    return sum + (described ? (described.brotliByteCount ?? described.byteCount) : 0);
  }, 0);
}

/** Nearly what it weighs: how well the server compresses it is up to the server. */
const QUALITY = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };
const brotliBytes = (value: unknown) => brotliCompressSync(JSON.stringify(value), QUALITY).length;

export function budgetCheck(release: Release): GateCheck {
  const parts = [
    { name: 'the entry', bytes: bytesOf(release, [release.entry]), most: BUDGET.entry },
    ...Object.entries(release.modules).map(([module, { scripts, styles }]) => ({
      name: `the first rendering of ${module}`,
      bytes: bytesOf(release, [...scripts, ...styles]),
      most: BUDGET.module,
    })),
    { name: 'the manifest', bytes: brotliBytes(release.manifest), most: BUDGET.manifest },
    ...Object.entries(release.locales).map(([locale, texts]) => ({
      name: `the language file ${locale}`,
      bytes: brotliBytes(texts),
      most: BUDGET.texts,
    })),
  ];
  const problems = parts
    .filter(({ bytes, most }) => bytes > most)
    .map(({ name, bytes, most }) => `${name} weighs ${kilobytes(bytes)}, ${kilobytes(most)} are agreed`);
  const passed = parts.map(({ name, bytes }) => `${name} ${kilobytes(bytes)}`).join(', ');
  return outcomeOf('budget', problems, passed);
}
