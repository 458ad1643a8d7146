import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Release, ShellRelease } from '@ezdash/contracts';

const integrityOf = (text: string) => `sha384-${createHash('sha384').update(text).digest('base64')}`;

/** A release for tests; its files exist only when `writeDist` makes them. */
export function makeRelease(change: Partial<Release> = {}): Release {
  return {
    name: 'mf-advertiser',
    version: '1.0.0',
    buildId: '0123456789ab',
    manifest: {
      name: 'mf-advertiser',
      namespace: 'advertiser',
      contractVersion: 1,
      pages: [
        {
          id: 'campaign',
          path: '/advertiser/campaigns/:id',
          titleKey: 'advertiser:page.campaign',
          access: { roles: ['advertiser'] },
          built: true,
        },
        {
          id: 'campaignNew',
          path: '/advertiser/campaigns/new',
          titleKey: 'advertiser:page.campaignNew',
          access: { roles: ['advertiser'] },
          built: true,
        },
      ],
      navigation: [],
    },
    locales: { en: { title: 'Campaigns' }, de: { title: 'Kampagnen' } },
    entry: 'remoteEntry.js',
    type: 'var',
    global: 'mf_advertiser_0123456789ab',
    modules: { App: { scripts: ['App.js'], styles: ['App.css'], tiers: ['@ezdash/ui/data'] } },
    files: Object.fromEntries(
      ['remoteEntry.js', 'App.js', 'App.css'].map((file) => [
        file,
        { integrity: integrityOf(file), byteCount: 3 },
      ]),
    ),
    shared: { react: '^19.3.0' },
    pluginVersion: '2.9.2',
    ...change,
  };
}

/** The shell that fits `makeRelease`. */
export function makeShell(change: Partial<ShellRelease> = {}): ShellRelease {
  return {
    name: 'shell',
    version: '1.0.0',
    buildId: 'ba9876543210',
    locales: { shell: { en: { title: 'Shell' } }, ui: { en: { close: 'Close' } } },
    scripts: ['vendor.js', 'main.js'],
    styles: ['main.css'],
    fonts: ['latin.woff2'],
    tiers: { '@ezdash/ui/data': { scripts: ['data.js'], styles: [] } },
    files: Object.fromEntries(
      ['vendor.js', 'main.js', 'main.css', 'data.js', 'latin.woff2'].map((file) => [
        file,
        { integrity: integrityOf(file), byteCount: 4 },
      ]),
    ),
    shared: { react: '19.3.1' },
    pluginVersion: '2.9.2',
    contractVersion: 1,
    appearanceScript: 'document.documentElement.dataset.seen=1',
    ...change,
  };
}

/** Writes a folder as a build leaves it: files, compressed copies, `release.json`. */
export function writeDist(folder: string, release: Release | ShellRelease, content = 'one'): string {
  mkdirSync(folder, { recursive: true });
  for (const file of Object.keys(release.files)) {
    writeFileSync(path.join(folder, file), `${file} ${content}`);
    writeFileSync(path.join(folder, `${file}.br`), `br of ${file}`);
  }
  writeFileSync(path.join(folder, 'release.json'), JSON.stringify(release));
  return folder;
}
