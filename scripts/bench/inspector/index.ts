/**
 * How often the Inspector is right, how long it takes, and what its ids cost everybody. The witness is another build of
 * the same code, which says by swc's own source positions where each element is written; all else in it is production.
 */
import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import type { Release, ReleaseFile, ShellRelease } from '@ezdash/contracts';
import { compile, remoteNames, rootDir } from '@ezdash/remote-kit/build';
import { chromium } from '@playwright/test';
import { startApp } from '../../../e2e/support/app';
import { build } from '../../build/build.mjs';
import { findChromium } from '../../lib/chromium.mjs';
import { type Measured, readMaps, visitAll } from './visits';

const SERVER_PARTS = ['api/dist', 'api/migrations', 'api/src/features/support/articles'];
const SHOWN_CAUSES = 20;
const SHOWN_PICKS = 8;
/** The last one: how much garbage was collected, exactly. */
const BROWSER_ARGS = ['--no-sandbox', '--disable-gpu', '--enable-precise-memory-info'];
const GOAL_MS = 16;

async function buildVariant(variant: 'witness' | 'bare', folder: string): Promise<void> {
  console.error(`Building the ${variant} variant`);
  const script = path.join(import.meta.dirname, 'buildVariant.mjs');
  await promisify(execFile)(process.execPath, [script, variant, folder], { cwd: rootDir });
}

/** The page's script as one text. */
async function bundleScript(folder: string): Promise<string> {
  await compile({
    mode: 'production',
    devtool: false,
    entry: { script: path.join(import.meta.dirname, 'pageScript.ts') },
    target: ['web', 'es2022'],
    output: { path: folder, filename: '[name].js' },
    resolve: { extensions: ['.ts'] },
    module: {
      rules: [
        {
          test: /\.ts$/,
          loader: 'builtin:swc-loader',
          options: { jsc: { parser: { syntax: 'typescript' }, target: 'es2022' } },
        },
      ],
    },
  });
  return readFileSync(path.join(folder, 'script.js'), 'utf8');
}

const bytesOf = (files: Record<string, ReleaseFile>, names: string[]) =>
  names.reduce((sum, name) => sum + (files[name]?.brotliByteCount ?? files[name]?.byteCount ?? 0), 0);
const isScript = (name: string) => name.endsWith('.js');

/** Brotli bytes of all scripts that ordinary users load: everything but the tool's and the operators' remote. */
function userBytes(folder: string): number {
  const read = <T>(name: string): T =>
    JSON.parse(readFileSync(path.join(folder, name, 'dist/release.json'), 'utf8')) as T;
  const shell = read<ShellRelease>('shell');
  const remotes = remoteNames()
    .filter((name) => name !== 'mf-debug')
    .map((name) => read<Release>(name));
  return [shell, ...remotes].reduce(
    (sum, { files }) => sum + bytesOf(files, Object.keys(files).filter(isScript)),
    0,
  );
}

/** Kinds of mistakes, the most frequent first. */
function causesOf(measured: Measured[]): string[] {
  const counts = new Map<string, number>();
  for (const { wrong } of measured) {
    for (const { tag, witness, tool } of wrong) {
      const cause = `${tag}: ${witness}, the tool says ${tool}`;
      counts.set(cause, (counts.get(cause) ?? 0) + 1);
    }
  }
  return [...counts].sort((a, b) => b[1] - a[1]).map(([cause, count]) => `${count} × ${cause}`);
}

/** The slowest picks of all pages, each with its page, its element and where its time went. */
function slowestOf(measured: Measured[]): string[] {
  return measured
    .flatMap(({ who, path: page, slowest }) => slowest.map((pick) => ({ ...pick, page: `${who} ${page}` })))
    .sort((a, b) => b.ms - a.ms)
    .slice(0, SHOWN_PICKS)
    .map(
      ({ page, element, ms, readMs, after, againMs, freedBytes }) =>
        `${round(ms)} ms, ${round(readMs)} of them reading, ${round(againMs)} ms when picked again` +
        `${freedBytes > 0 ? `, ${round(freedBytes / 1e6)} MB collected` : ''}: ${page}, ${element}, pick ${after + 1} of its look`,
    );
}

const round = (value: number, digits = 2) => Number(value.toFixed(digits));

function summary(measured: Measured[]) {
  const times = measured.flatMap(({ pickMs }) => pickMs).sort((a, b) => a - b);
  const at = (share: number) =>
    round(times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0);
  const seen = measured.reduce((sum, one) => sum + one.seen, 0);
  const right = measured.reduce((sum, one) => sum + one.right, 0);
  return {
    right_share: round(right / seen, 5),
    worst_page_share: round(Math.min(...measured.map((one) => one.right / Math.max(1, one.seen))), 5),
    elements: seen,
    pages: measured.length,
    pick_p50_ms: at(0.5),
    pick_p95_ms: at(0.95),
    pick_max_ms: at(1),
    picks_over_goal: times.filter((ms) => ms >= GOAL_MS).length,
  };
}

async function measure(folder: string, scratch: string): Promise<Measured[]> {
  for (const part of SERVER_PARTS)
    cpSync(path.join(rootDir, part), path.join(folder, part), { recursive: true });
  symlinkSync(path.join(rootDir, 'node_modules'), path.join(folder, 'node_modules'));
  const executablePath = await findChromium();
  if (!executablePath) throw new Error('No Chromium was found; name one with CHROMIUM_PATH');
  const script = await bundleScript(scratch);
  const app = await startApp({ DEMO_DAYS: '2' }, folder);
  const browser = await chromium.launch({ executablePath, args: BROWSER_ARGS });
  try {
    return await visitAll(browser, { url: app.url, script, maps: readMaps(folder) });
  } finally {
    await browser.close();
    await app.stop();
  }
}

/** @throws when something does not build, or no Chromium is found */
export async function run(): Promise<{ metrics: Record<string, number>; notes: string[] }> {
  const { failed } = await build({ log: (line) => console.error(line) });
  if (failed.length > 0) throw new Error(`These do not build: ${failed.join(', ')}`);
  const scratch = mkdtempSync(path.join(os.tmpdir(), 'ezdash-inspector-'));
  try {
    const [witness, bare] = [path.join(scratch, 'witness'), path.join(scratch, 'bare')];
    await buildVariant('bare', bare);
    await buildVariant('witness', witness);
    const measured = await measure(witness, scratch);
    const [withIds, without] = [userBytes(rootDir), userBytes(bare)];
    const causes = causesOf(measured);
    return {
      metrics: {
        ...summary(measured),
        bytes_with: withIds,
        bytes_without: without,
        bytes_pct: round((withIds / without - 1) * 100),
      },
      notes: [
        ...causes.slice(0, SHOWN_CAUSES),
        ...(causes.length > SHOWN_CAUSES ? [`and ${causes.length - SHOWN_CAUSES} kinds more`] : []),
        ...slowestOf(measured).map((pick) => `Slow pick: ${pick}`),
        'Bytes: Brotli, all scripts of the shell and of the remotes that ordinary users load',
        `Goals: right_share at least 0.99, pick_p95_ms below ${GOAL_MS}`,
      ],
    };
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}
