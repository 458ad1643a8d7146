import { existsSync } from 'node:fs';

/** Where a Chromium lies when somebody installed it. */
const USUAL = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome-stable',
  '/usr/bin/google-chrome',
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/**
 * The browser that releases and bundles are tried in; looked for at every trial, so that one that is installed later counts.
 *
 * @param named by the operator: then this one or none
 * @returns null when this machine has none
 */
export function findBrowser(named: string | null, exists: (path: string) => boolean = existsSync) {
  if (named !== null) return exists(named) ? named : null;
  return USUAL.find((place) => exists(place)) ?? null;
}
