import { existsSync, statSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import {
  type Release,
  type RemoteManifest,
  release as releaseSchema,
  remoteManifest,
} from '@ezdash/contracts';
import type { Configuration, StatsCompilation } from '@rspack/core';
import { checkFacadeImports, checkLocales, checkPageModules, checkTextsOfManifest } from './checks';
import { BuildError, compile } from './compile';
import { createInspector, writeSources } from './inspector';
import { describeFiles, readLocales, writeReleaseFile } from './releaseFiles';
import { containerGlobal, REMOTE_ENTRY, remoteConfig } from './remoteConfig';
import { facades, lazySharedKeys, sharedVersions } from './shared';
import { checkStyles } from './styles';
import { TYPES_FILE, writeTypes } from './typesArchive';
import { federationVersion } from './workspace';

export interface RemoteBuild {
  /** Folder of the remote, absolute. */
  folder: string;
  outDir: string;
  version: string;
  buildId: string;
  development?: boolean;
  /** Makes the archive of types as well, which takes seconds: for releases that are published. */
  types?: boolean;
  /** Changes the configuration before it runs: benchmarks build variants. */
  adjust?: (config: Configuration) => Configuration;
}

/**
 * Modules a remote exposes: `src/expose.tsx` is `App`, `src/expose.DebugTool.tsx` is `DebugTool`.
 * @throws BuildError when there are none
 */
export async function findExposes(folder: string): Promise<Record<string, string>> {
  const files = existsSync(path.join(folder, 'src')) ? await readdir(path.join(folder, 'src')) : [];
  const exposes: Record<string, string> = {};
  for (const file of files) {
    const match = /^expose(?:\.([A-Z]\w*))?\.tsx$/.exec(file);
    if (match) exposes[match[1] ?? 'App'] = `./src/${file}`;
  }
  if (Object.keys(exposes).length === 0)
    throw new BuildError(`${path.basename(folder)} has no src/expose.tsx`);
  return exposes;
}

const load = (address: string): Promise<{ default?: unknown }> => import(address);
const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/**
 * Reads and checks `remote.manifest.ts`.
 * @throws BuildError when it does not run, or breaks the contracts' schema
 */
export async function readManifest(folder: string): Promise<RemoteManifest> {
  const file = path.join(folder, 'remote.manifest.ts');
  if (!existsSync(file)) throw new BuildError(`${path.basename(folder)} has no remote.manifest.ts`);
  // With its time in the address: while developing, the same process reads it again after a change.
  const address = `${pathToFileURL(file).href}?changed=${statSync(file).mtimeMs}`;
  const loaded = await load(address).catch((error: unknown) => {
    throw new BuildError(`${path.basename(folder)}/remote.manifest.ts: ${messageOf(error)}`);
  });
  const parsed = remoteManifest.safeParse(loaded.default);
  if (parsed.success) return parsed.data;
  const issues = parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`);
  throw new BuildError(`${path.basename(folder)}/remote.manifest.ts: ${issues.join('; ')}`);
}

/** What the first rendering of an exposed module loads: its named chunk, and the shell's tiers it uses at once. */
function describeModules(stats: StatsCompilation, exposes: Record<string, string>): Release['modules'] {
  const modules: Release['modules'] = {};
  for (const module of Object.keys(exposes)) {
    const chunk = stats.chunks?.find((one) => one.names?.includes(module));
    if (!chunk) throw new BuildError(`The bundler made no chunk for ./${module}`);
    const consumed = (chunk.modules ?? [])
      .filter((one) => one.moduleType === 'consume-shared-module')
      .map((one) => one.name ?? '');
    modules[module] = {
      scripts: (chunk.files ?? []).filter((file) => file.endsWith('.js')),
      styles: (chunk.files ?? []).filter((file) => file.endsWith('.css')),
      tiers: lazySharedKeys().filter((key) => consumed.some((name) => name.includes(` ${key}@`))),
    };
  }
  return modules;
}

/**
 * Builds one remote into a release: files, compressed copies, `release.json`.
 * @throws BuildError when it does not compile, or when its manifest or texts are not in order
 */
export async function buildRemote({
  folder,
  outDir,
  version,
  buildId,
  development,
  types = false,
  adjust,
}: RemoteBuild): Promise<Release> {
  const manifest = await readManifest(folder);
  const exposes = await findExposes(folder);
  checkPageModules(manifest, exposes);
  const locales = await readLocales(folder);
  checkLocales(manifest.name, locales);
  checkTextsOfManifest(manifest, locales);
  await checkStyles(folder);
  await checkFacadeImports(folder, facades());
  const inspector = createInspector(manifest.name, path.dirname(folder));
  const { name } = manifest;
  const config = remoteConfig({ folder, outDir, name, version, buildId, exposes, development, inspector });
  const stats = await compile(adjust ? adjust(config) : config);
  if (types) await writeTypes({ folder, name, version, exposes }, outDir);
  const release = releaseSchema.parse({
    name,
    version,
    buildId,
    manifest,
    locales,
    entry: REMOTE_ENTRY,
    type: 'var',
    global: containerGlobal(name, buildId),
    modules: describeModules(stats, exposes),
    files: await describeFiles(outDir),
    shared: sharedVersions('remote'),
    pluginVersion: federationVersion(),
    ...(types ? { types: TYPES_FILE } : {}),
  } satisfies Release);
  await writeSources(outDir, inspector.sources());
  await writeReleaseFile(outDir, release);
  return release;
}
