/** All folders of code, for what looks at imports. */
export const FOLDERS = [
  'api/src',
  'api/tag',
  'shell/src',
  'mf-advertiser',
  'mf-publisher',
  'mf-auth',
  'mf-settings',
  'mf-debug',
  'packages',
  'scripts',
  'e2e',
];
