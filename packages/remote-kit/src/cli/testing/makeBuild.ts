import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Release } from '@ezdash/contracts';

const FILES = { 'App.js': 'console.log("App")', 'remoteEntry.js': 'var mf_weather;' };

/** Fills a folder as a build of mf-weather 1.4.0 does. */
export function makeBuild(folder: string): void {
  const described = Object.entries(FILES).map(([name, text]) => [
    name,
    {
      integrity: `sha384-${createHash('sha384').update(text).digest('base64')}`,
      byteCount: Buffer.byteLength(text),
    },
  ]);
  const release: Release = {
    name: 'mf-weather',
    version: '1.4.0',
    buildId: '0123456789ab',
    manifest: { name: 'mf-weather', namespace: 'weather', contractVersion: 1, pages: [], navigation: [] },
    locales: {},
    entry: 'remoteEntry.js',
    type: 'var',
    global: 'mf_weather',
    modules: {},
    files: Object.fromEntries(described),
    shared: {},
    pluginVersion: '2.9.2',
  };
  for (const [name, text] of Object.entries(FILES)) writeFileSync(path.join(folder, name), text);
  writeFileSync(path.join(folder, 'release.json'), JSON.stringify(release));
}
