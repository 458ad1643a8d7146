import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import * as contracts from '@ezdash/contracts';
import { facades, sharedVersions } from '../../packages/remote-kit/src/build/shared';
import { installedVersion, remoteNames, rootDir } from '../../packages/remote-kit/src/build/workspace';
import { CONTRACT_VERSION } from '../../packages/remote-kit/src/defineRemote';
import { directionsOf } from './directions';
import { DOORS } from './doors';
import { exportsOf } from './exportsOf';
import { readNames } from './readNames';
import { schemaOf, schemasOf } from './schemasOf';
import type { Surface } from './surface.types';

/** Given away by names alone: its shapes are recorded as schemas, and remotes carry a copy of it. */
const CONTRACTS = { '@ezdash/contracts': 'packages/contracts/src/index.ts' };
const PAGE_FOLDERS = ['shell/src', 'packages/store/src', 'packages/ui/src'];

/** Texts of the sources below a folder, tests apart. */
function textsIn(folder: string): string[] {
  const found = readdirSync(path.join(rootDir, folder), { withFileTypes: true, recursive: true });
  return found
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name) && !/\.test\.tsx?$/.test(entry.name))
    .map((entry) => readFileSync(path.join(entry.parentPath, entry.name), 'utf8'));
}

function readSchemas(): Surface['schemas'] {
  const [inputs, outputs] = [schemasOf(contracts, 'input'), schemasOf(contracts, 'output')];
  const directions = directionsOf(inputs, {
    server: textsIn('api/src'),
    pages: [...PAGE_FOLDERS, ...remoteNames().map((name) => `${name}/src`)].flatMap(textsIn),
    contracts: textsIn('packages/contracts/src'),
  });
  const entries = Object.entries(inputs).map(([name, input]) => {
    const output = outputs[name];
    const direction = directions[name];
    if (!output || !direction) throw new Error(`${name} has one side only`);
    return [name, { direction, input, output }] as const;
  });
  return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)));
}

const readChannels = (): Surface['channels'] =>
  Object.fromEntries(
    Object.entries(contracts.CHANNEL_MESSAGES).map(([kind, messages]) => [
      kind,
      Object.fromEntries(
        Object.entries(messages).map(([message, schema]) => [message, schemaOf(schema, 'output')]),
      ),
    ]),
  );

const readExports = (): Surface['exports'] =>
  Object.fromEntries([
    ...Object.entries({ ...CONTRACTS, ...DOORS }).map(([name, file]) => [
      name,
      exportsOf(path.join(rootDir, file)),
    ]),
    ...Object.entries(facades()).map(([name, file]) => [name, exportsOf(file)]),
  ]);

/** Versions between which everything may change: 19.3.1 → 19, 0.8.3 → 0.8. */
export function breakingVersion(version: string): string {
  const [major = '', minor = ''] = version.split('.');
  return major === '0' ? `0.${minor}` : major;
}

/** Package → version between which everything may change, as installed. */
export const versionsOf = (packages: readonly string[]): Surface['behind'] =>
  Object.fromEntries(packages.map((name) => [name, breakingVersion(installedVersion(name))]));

/** All that remotes built elsewhere, and open tabs, rely on, as the sources have it now; of types, names alone. */
export function readSurface(): Omit<Surface, 'behind'> {
  const versions = Object.entries(sharedVersions('host')).map(([name, version]) => [
    name,
    breakingVersion(version),
  ]);
  return {
    contractVersion: CONTRACT_VERSION,
    schemas: readSchemas(),
    channels: readChannels(),
    exports: readExports(),
    shared: Object.fromEntries(versions),
    names: readNames(),
  };
}
