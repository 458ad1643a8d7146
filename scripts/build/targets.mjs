import path from 'node:path';
import { remoteNames } from '../lib/remotes.mjs';

/** The repository's root folder. */
export const rootDir = path.resolve(import.meta.dirname, '../..');

/** What every target's fingerprint holds beside its own sources: the compiler's versions and options. */
const builders = [
  'package-lock.json',
  ...['package.json', 'src/build', 'src/defineRemote.ts', 'src/index.ts'].map(
    (part) => `packages/remote-kit/${part}`,
  ),
  'scripts/build',
  'scripts/build.mjs',
];

/** Parts of ui that are built into the remotes that import them. */
const CARRIED = {
  'mf-advertiser': ['news', 'referrals', 'report'],
  'mf-publisher': ['news', 'referrals', 'report'],
  'mf-auth': ['password'],
  'mf-settings': ['password'],
  'mf-debug': ['conversation', 'news'],
};

const remote = (name) => ({
  name,
  // The shell provides store and ui: a change there rebuilds no remote that does not carry a part of its own.
  sources: [
    name,
    'packages/contracts',
    ...(CARRIED[name] ?? []).map((part) => `packages/ui/src/${part}`),
    ...builders,
  ],
  outDir: `${name}/dist`,
  proof: 'release.json',
});

/**
 * What can be built, the longest first.
 * `sources`: files and folders that decide about the result; `proof`: a file that is there when a build has succeeded.
 */
export const targets = [
  {
    name: 'shell',
    sources: ['shell', 'packages/ui', 'packages/store', 'packages/contracts', ...builders],
    outDir: 'shell/dist',
    proof: 'release.json',
  },
  {
    name: 'api',
    sources: ['api/src', 'api/package.json', 'packages/contracts', ...builders],
    outDir: 'api/dist',
    proof: 'main.mjs',
  },
  ...remoteNames().map(remote),
  {
    name: 'tag',
    sources: ['api/tag', 'packages/contracts/src/sight.ts', ...builders],
    outDir: 'api/dist',
    proof: 'tag.js',
  },
];
