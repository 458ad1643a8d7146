import path from 'node:path';

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

const remote = (name, carried = []) => ({
  name,
  // The shell provides store and ui: a change there rebuilds no remote that does not carry a part of its own.
  sources: [name, 'packages/contracts', ...carried, ...builders],
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
  remote('mf-advertiser', ['packages/ui/src/news', 'packages/ui/src/referrals', 'packages/ui/src/report']),
  remote('mf-publisher', ['packages/ui/src/news', 'packages/ui/src/referrals', 'packages/ui/src/report']),
  remote('mf-auth', ['packages/ui/src/password']),
  remote('mf-settings', ['packages/ui/src/password']),
  remote('mf-debug', ['packages/ui/src/conversation', 'packages/ui/src/news']),
  {
    name: 'tag',
    sources: ['api/tag', 'packages/contracts/src/constants.ts', ...builders],
    outDir: 'api/dist',
    proof: 'tag.js',
  },
];
