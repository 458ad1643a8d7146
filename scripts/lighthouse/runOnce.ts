import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { CATEGORIES, type Outcome } from './table';

/** The version the figures in the documents are of: scores of two versions cannot be compared. */
const LIGHTHOUSE = 'lighthouse@12.8.2';

/** Lighthouse's own: a phone on a slow line, and a desk. */
export const PRESETS = ['mobile', 'desktop'] as const;

interface Audit {
  score: number | null;
  numericValue?: number;
}

interface Result {
  finalDisplayedUrl: string;
  runtimeError?: { message: string };
  categories: Record<string, { score: number | null; auditRefs: { id: string; weight: number }[] }>;
  audits: Record<string, Audit>;
}

interface Run {
  address: string;
  preset: (typeof PRESETS)[number];
  who: string;
  /** Of the browser that is open already. */
  port: number;
}

/** `LIGHTHOUSE_PATH` names an installed command; else npm brings it, and no package of this repository needs it. */
function command(): [string, string[]] {
  const named = process.env.LIGHTHOUSE_PATH;
  return named ? [named, []] : ['npx', ['--yes', LIGHTHOUSE]];
}

function run([name, first]: [string, string[]], args: string[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(name, [...first, ...args], { stdio: ['ignore', 'inherit', 'inherit'] });
    child.once('error', reject);
    child.once('exit', (code) =>
      code === 0 ? resolve() : reject(new Error(`Lighthouse ended with ${code}`)),
    );
  });
}

/** What weighs in a category and is not whole. */
function worstOf(result: Result): string[] {
  return CATEGORIES.flatMap((category) =>
    (result.categories[category]?.auditRefs ?? [])
      .map(({ id, weight }) => ({ id, weight, score: result.audits[id]?.score ?? null }))
      .filter(({ weight, score }) => weight > 0 && score !== null && score < 0.9)
      .map(({ id, score }) => `${category}/${id} ${Math.round((score ?? 0) * 100)}`),
  );
}

/** One page, once. */
export async function runOnce({ address, preset, who, port }: Run): Promise<Outcome> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'lighthouse-'));
  const file = path.join(folder, 'result.json');
  try {
    await run(command(), [
      address,
      `--port=${port}`,
      // Else the person is signed out.
      '--disable-storage-reset',
      '--output=json',
      `--output-path=${file}`,
      `--only-categories=${CATEGORIES.join(',')}`,
      '--quiet',
      ...(preset === 'desktop' ? ['--preset=desktop'] : []),
    ]);
    const result: Result = JSON.parse(readFileSync(file, 'utf8'));
    if (result.runtimeError) throw new Error(result.runtimeError.message);
    if (new URL(result.finalDisplayedUrl).pathname !== new URL(address).pathname)
      console.error(`${address} led to ${result.finalDisplayedUrl}`);
    const value = (id: string) => result.audits[id]?.numericValue ?? Number.NaN;
    return {
      address,
      preset,
      who,
      scores: Object.fromEntries(
        CATEGORIES.map((category) => [category, Math.round((result.categories[category]?.score ?? 0) * 100)]),
      ) as Outcome['scores'],
      figures: {
        fcp: Math.round(value('first-contentful-paint')),
        lcp: Math.round(value('largest-contentful-paint')),
        tbt: Math.round(value('total-blocking-time')),
        si: Math.round(value('speed-index')),
        cls: Math.round(value('cumulative-layout-shift') * 1000) / 1000,
        kilobytes: Math.round(value('total-byte-weight') / 1000),
      },
      worst: worstOf(result),
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
