/**
 * What the debug tool and the console cost those who never see them, and how fast the tool opens: the application as
 * it was built, once as an ordinary advertiser gets it and once with all that staff get, on the same server.
 */
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { type Browser, chromium } from '@playwright/test';
import compression from 'compression';
import express, { Router } from 'express';
import { createTranslationsFeature } from '../../../api/src/features/translations';
import { build } from '../../build/build.mjs';
import { findChromium } from '../../lib/chromium.mjs';
import {
  type Built,
  makeApp,
  type RunningApp,
  readBuilt,
  releasesOf,
  startBehindHttp2,
} from '../federation/server';
import { measureOpenings } from './opening';
import { measureUserBytes, type UserBytes } from './userBytes';

const PAGE = process.env.BENCH_PAGE ?? '/advertiser/dashboard';
/** Without the loader that this process runs under: it would rewrite what the bundler copies. */
const BUILD_ENV = { ...process.env, NODE_OPTIONS: '' };
const STAFF = { session: 1, until: Number.MAX_SAFE_INTEGER };

/** The application for one kind of visitor, with its real texts and a debug session that always stands. */
async function start(built: Built, getReleases: ReturnType<typeof releasesOf>): Promise<RunningApp> {
  const calls = Router();
  calls.use(['/api', '/debug-tool'], compression());
  const features = createTranslationsFeature({ sources: getReleases });
  for (const { path: mount, router } of features.mounts) calls.use(mount, express.Router().use(router));
  calls.get('/debug-tool/verify', (_req, res) => {
    const expires = new Date(Date.now() + 3_600_000).toISOString();
    res.json({ valid: true, expires_at: expires, admin: { email: 'admin@example.test' } });
  });
  return startBehindHttp2(makeApp({ ...built, getReleases, calls }));
}

/** What everybody's scripts carry of the tool, in Brotli bytes. */
async function measureLoader(scratch: string): Promise<number> {
  const script = path.join(import.meta.dirname, 'buildLoader.mjs');
  const { stdout } = await promisify(execFile)(process.execPath, [script, scratch], { env: BUILD_ENV });
  return Number(stdout.trim());
}

async function measure(browser: Browser, scratch: string) {
  const built = await readBuilt(scratch);
  const user = await start(built, releasesOf(built));
  const staff = await start(built, releasesOf(built, STAFF));
  try {
    // The first visit to each warms the server, and does not count.
    for (const { url } of [user, staff]) await measureUserBytes(browser, url + PAGE);
    return {
      ofUser: await measureUserBytes(browser, user.url + PAGE),
      ofStaff: await measureUserBytes(browser, staff.url + PAGE),
      openings: await measureOpenings(browser, user.url + PAGE),
    };
  } finally {
    user.close();
    staff.close();
  }
}

const total = ({ page, texts, files }: UserBytes) => page + texts + files;

/** Figures in bytes and ms, for `BENCH_PAGE` (/advertiser/dashboard). @throws when the build fails */
export async function run(): Promise<{ metrics: Record<string, number>; notes: string[] }> {
  const { failed } = await build({ log: (line) => console.error(line) });
  if (failed.length > 0) throw new Error(`These do not build: ${failed.join(', ')}`);
  const executablePath = await findChromium();
  if (!executablePath) throw new Error('No Chromium was found; name one with CHROMIUM_PATH');
  const scratch = await mkdtemp(path.join(os.tmpdir(), 'ezdash-debug-'));
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
  try {
    const loader = await measureLoader(scratch);
    const { ofUser, ofStaff, openings } = await measure(browser, scratch);
    return {
      metrics: {
        loader_brotli_bytes: loader,
        user_tool_requests: ofUser.requestsOfTool,
        user_tool_bytes: ofUser.ofTool,
        user_bytes: total(ofUser),
        user_page_bytes: ofUser.page,
        user_text_bytes: ofUser.texts,
        staff_page_bytes: ofStaff.page,
        staff_text_bytes: ofStaff.texts,
        open_p50_ms: Math.round(openings.p50),
        open_p95_ms: Math.round(openings.p95),
      },
      notes: [
        `A cold visit of an advertiser to ${PAGE}; files come in Brotli, texts in what the server packs them`,
        '20 openings of the loaded tool, from the press to the frame that shows the panel',
        'Goals: loader_brotli_bytes at most 1000, user_tool_bytes 0, open_p95_ms below 150',
      ],
    };
  } finally {
    await browser.close();
    await rm(scratch, { recursive: true, force: true });
  }
}
