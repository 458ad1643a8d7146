import path from 'node:path';
import { type ShellRelease, shellRelease } from '@ezdash/contracts';
import type { Configuration, StatsCompilation } from '@rspack/core';
// Not through the package's door: that would load components and style sheets into Node.
import { APPEARANCE_BOOT_SCRIPT } from '../../../ui/src/theme/appearanceBootScript';
import { CONTRACT_VERSION, LEAST_CONTRACT_VERSION } from '../defineRemote';
import { checkLocales } from './checks';
import { BuildError, compile } from './compile';
import { hostConfig } from './hostConfig';
import { createInspector, writeSources } from './inspector';
import { paintPages } from './paintPages';
import { describeFiles, readLocales, writeReleaseFile } from './releaseFiles';
import { lazySharedKeys, sharedVersions } from './shared';
import { federationVersion, rootDir } from './workspace';

export interface ShellBuild {
  folder: string;
  outDir: string;
  version: string;
  buildId: string;
  development?: boolean;
  /** Changes the configuration before it runs: benchmarks build variants. */
  adjust?: (config: Configuration) => Configuration;
}

const isScript = (file: string) => file.endsWith('.js');
const isStyle = (file: string) => file.endsWith('.css');
/** The face that Latin text needs; other scripts load theirs when a character asks for it. */
const isFirstFont = (file: string) => /-latin-wght-normal\.[0-9a-f]+\.woff2$/.test(file);

/** Files of the tiers: of the chunk loaded on demand that holds the module a lazily shared package is provided by. */
function describeTiers(stats: StatsCompilation): ShellRelease['tiers'] {
  const chunks = stats.chunks ?? [];
  const providers = chunks
    .flatMap((chunk) => chunk.modules ?? [])
    .filter((module) => module.moduleType === 'provide-module')
    .map((module) => module.name ?? '');
  const tiers: ShellRelease['tiers'] = {};
  for (const key of lazySharedKeys()) {
    const source = providers.find((name) => name.includes(` ${key}@`))?.split(' = ')[1];
    const chunk = chunks.find(
      (one) => !one.initial && one.modules?.some((module) => source && module.identifier?.includes(source)),
    );
    if (!chunk?.files) throw new BuildError(`The shell has no chunk that provides ${key}`);
    tiers[key] = { scripts: chunk.files.filter(isScript), styles: chunk.files.filter(isStyle) };
  }
  return tiers;
}

/** Files of the chunk on demand that holds a module of the shell. */
function chunkFiles(stats: StatsCompilation, source: string): { scripts: string[]; styles: string[] } {
  const isIt = ({ name = '' }: { name?: string }) => name === source || name.startsWith(`${source} + `);
  const chunk = stats.chunks?.find((one) => !one.initial && one.modules?.some(isIt));
  if (!chunk?.files) throw new BuildError(`The shell has no chunk for ${source}`);
  return { scripts: chunk.files.filter(isScript), styles: chunk.files.filter(isStyle) };
}

/** Builds the shell: files, compressed copies, `release.json` for the page renderer. */
export async function buildShell(options: ShellBuild): Promise<ShellRelease> {
  const { folder, outDir, version, buildId, development, adjust } = options;
  const locales = {
    shell: await readLocales(folder),
    ui: await readLocales(path.join(rootDir, 'packages/ui')),
  };
  for (const [owner, texts] of Object.entries(locales)) checkLocales(owner, texts);
  const inspector = createInspector('shell');
  const config = hostConfig({ folder, outDir, version, development, inspector });
  const stats = await compile(adjust ? adjust(config) : config);
  const initial = (stats.entrypoints?.main?.assets ?? []).map((asset) => asset.name);
  const paint = await paintPages({ folder, outDir, inspector });
  const files = await describeFiles(outDir);
  const release = shellRelease.parse({
    name: 'shell',
    version,
    buildId,
    locales,
    scripts: initial.filter(isScript),
    styles: initial.filter(isStyle),
    fonts: Object.keys(files).filter(isFirstFont),
    tiers: describeTiers(stats),
    files,
    shared: sharedVersions('host'),
    pluginVersion: federationVersion(),
    contractVersion: CONTRACT_VERSION,
    leastContractVersion: LEAST_CONTRACT_VERSION,
    appearanceScript: APPEARANCE_BOOT_SCRIPT,
    pages: Object.fromEntries(
      Object.entries(paint).map(([address, { source, markup }]) => [
        address,
        { ...chunkFiles(stats, source), paint: markup },
      ]),
    ),
  } satisfies ShellRelease);
  await writeSources(outDir, inspector.sources());
  await writeReleaseFile(outDir, release);
  return release;
}
