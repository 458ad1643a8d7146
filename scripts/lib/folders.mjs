import { remoteNames } from './remotes.mjs';

/** All folders of code, for what looks at imports. */
export const FOLDERS = ['api/src', 'api/tag', 'shell/src', ...remoteNames(), 'packages', 'scripts', 'e2e'];
