import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { root } from './app';

const run = promisify(execFile);
const BUILD_TIMEOUT_MS = 180_000;

/** What a file of a remote's folder says → what it says from now on. Of no words: at its end. */
export type SourceChanges = Readonly<Record<string, readonly (readonly [before: string, after: string])[]>>;

/** Another release of the advertiser's pages: other words, other code and other styles on the dashboard. */
export const CHANGED_DASHBOARD = {
  remote: 'mf-advertiser',
  heading: 'Today, as the next release calls it',
  /** An element that its code alone renders, and how its styles alone show it. */
  element: '[data-next-release]',
  color: 'rgb(1, 2, 3)',
} as const;

const DASHBOARD = 'src/features/dashboard';
const CHANGES: SourceChanges = {
  'src/locales/en.json': [['"today": "Today so far"', `"today": "${CHANGED_DASHBOARD.heading}"`]],
  [`${DASHBOARD}/TodayPanel.tsx`]: [
    [
      '      <table className={classes.today}>',
      '      <p className={classes.next} data-next-release>{rows.map(([key]) => t(key)).join(" · ")}</p>\n' +
        '      <table className={classes.today}>',
    ],
  ],
  [`${DASHBOARD}/dashboard.module.css`]: [['', `.next { color: ${CHANGED_DASHBOARD.color}; }\n`]],
};

function change(folder: string, changes: SourceChanges): void {
  for (const [name, replacements] of Object.entries(changes)) {
    const file = path.join(folder, name);
    let text = readFileSync(file, 'utf8');
    for (const [before, after] of replacements) {
      if (!text.includes(before)) throw new Error(`${name} does not say ${before}`);
      text = before === '' ? text + after : text.replace(before, () => after);
    }
    writeFileSync(file, text);
  }
}

/** Builds the dashboard's next release, as a team does that has changed its sources, into a folder. */
export async function buildChangedDashboard(outDir: string, version: string): Promise<void> {
  const { remote } = CHANGED_DASHBOARD;
  const scratch = mkdtempSync(path.join(tmpdir(), 'ezdash-next-'));
  try {
    const folder = path.join(scratch, remote);
    for (const part of ['src', 'remote.manifest.ts', 'package.json', 'tsconfig.json'])
      cpSync(path.join(root, remote, part), path.join(folder, part), { recursive: true });
    symlinkSync(path.join(root, 'node_modules'), path.join(scratch, 'node_modules'));
    change(folder, CHANGES);
    const buildId = createHash('sha256')
      .update(`${version} ${JSON.stringify(CHANGES)}`)
      .digest('hex');
    const args = [
      path.join(root, 'e2e/support/buildVariant.mjs'),
      folder,
      outDir,
      version,
      buildId.slice(0, 12),
    ];
    await run(process.execPath, args, { cwd: root, timeout: BUILD_TIMEOUT_MS });
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}
