import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** The repository's root folder. */
export const rootDir = path.resolve(import.meta.dirname, '../../../..');

/** The remotes of this repository, as the workspaces of package.json have them. */
export const remoteNames = (): string[] =>
  readdirSync(rootDir)
    .filter((name) => /^mf-[a-z]+$/.test(name) && existsSync(path.join(rootDir, name, 'package.json')))
    .sort();

interface PackageJson {
  name: string;
  version: string;
}

/** Reads `package.json` of an installed package or of a workspace folder. */
export function readPackage(folder: string): PackageJson {
  return JSON.parse(readFileSync(path.join(rootDir, folder, 'package.json'), 'utf8')) as PackageJson;
}

/**
 * Folder of an installed package, found as Node finds it from here: in this repository and where the kit is installed
 * from its archive.
 * @throws when it is not installed
 */
export function packageFolder(packageName: string): string {
  let folder = import.meta.dirname;
  while (folder !== path.dirname(folder)) {
    const found = path.join(folder, 'node_modules', packageName);
    if (existsSync(path.join(found, 'package.json'))) return found;
    folder = path.dirname(folder);
  }
  throw new Error(`${packageName} is not installed`);
}

/** Version of a package as installed: `react` → `19.3.1`. */
export function installedVersion(packageName: string): string {
  const file = path.join(packageFolder(packageName), 'package.json');
  return (JSON.parse(readFileSync(file, 'utf8')) as PackageJson).version;
}

/** `mf-advertiser` → `mf_advertiser`: federation names are JavaScript identifiers. */
export function federationName(remote: string): string {
  return remote.replace(/-/g, '_');
}

/** Version of the federation plugin. The shell provides its runtime to all remotes, so it is pinned exactly. */
export function federationVersion(): string {
  return installedVersion('@module-federation/enhanced');
}
