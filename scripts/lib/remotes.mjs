import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { root } from './run.mjs';

/** The remotes of this repository, as the workspaces of package.json have them. */
export const remoteNames = () =>
  readdirSync(root)
    .filter((name) => /^mf-[a-z]+$/.test(name) && existsSync(path.join(root, name, 'package.json')))
    .sort();
