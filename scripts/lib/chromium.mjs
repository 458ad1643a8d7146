import { existsSync } from 'node:fs';
import { installPackage } from './debian.mjs';

const usual = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome-stable',
  '/usr/bin/google-chrome',
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/** A Chromium this machine has: `CHROMIUM_PATH`, the usual places, Playwright's own; null when there is none. */
export async function findChromium() {
  const named = process.env.CHROMIUM_PATH;
  if (named) return existsSync(named) ? named : null;
  const found = usual.find((place) => existsSync(place));
  if (found) return found;
  try {
    const { chromium } = await import('@playwright/test');
    const own = chromium.executablePath();
    return existsSync(own) ? own : null;
  } catch {
    return null;
  }
}

/** Installs Debian's Chromium where that is allowed. Says whether it is there now. */
export async function installChromium() {
  await installPackage('chromium');
  return findChromium();
}
