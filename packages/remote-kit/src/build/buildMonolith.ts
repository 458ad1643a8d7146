import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { ReleaseFile } from '@ezdash/contracts';
import type { Configuration } from '@rspack/core';
import { findExposes, readManifest } from './buildRemote';
import { pageModules } from './checks';
import { BuildError, compile } from './compile';
import { hostConfig } from './hostConfig';
import { createInspector } from './inspector';
import { describeFiles, emptyFolder } from './releaseFiles';

export interface MonolithBuild {
  /** Folder of the shell, absolute. */
  shellDir: string;
  /** Remote → folder, absolute. */
  remoteDirs: Record<string, string>;
  /** Folder for the files; the module that imports the remotes is written beside it. */
  outDir: string;
}

interface MonolithModule {
  scripts: string[];
  styles: string[];
}

/** The monolith's files, and what the first rendering of each module with pages loads of them. */
export interface Monolith {
  scripts: string[];
  styles: string[];
  files: Record<string, ReleaseFile>;
  /** Remote → module → files. */
  remotes: Record<string, Record<string, MonolithModule>>;
}

/** A module that shows pages of a remote. */
interface PageModule {
  remote: string;
  module: string;
  /** Its source, absolute. */
  file: string;
}

async function findPageModules(remoteDirs: Record<string, string>): Promise<PageModule[]> {
  const found = Object.entries(remoteDirs).map(async ([remote, folder]) => {
    const exposes = await findExposes(folder);
    return pageModules(await readManifest(folder)).map((module) => ({
      remote,
      module,
      file: path.join(folder, exposes[module] ?? ''),
    }));
  });
  return (await Promise.all(found)).flat();
}

const chunkOf = ({ remote, module }: PageModule) => `${remote}-${module}`;

/** A source module that imports the remotes' modules, each into a chunk of its own. */
function directImports(modules: PageModule[], directSourceFile: string): string {
  const imports = modules.map((one) => {
    const load = `import(/* webpackChunkName: "${chunkOf(one)}" */ ${JSON.stringify(one.file)})`;
    return `  '${one.remote}/${one.module}': () => ${load},`;
  });
  return [
    `import { directSource } from ${JSON.stringify(directSourceFile)};`,
    'export const createSource = () => directSource({',
    ...imports,
    '});',
  ].join('\n');
}

/** Plugins that make the shell a federation's host; with what is provided, all of it would stay in the monolith. */
const FEDERATION = new Set(['RspackModuleFederationPlugin', 'ProvideSharedPlugin']);

/** The shell's configuration without federation; otherwise with the same options. */
function withoutFederation(
  config: Configuration,
  createSourceFile: string,
  replacement: string,
): Configuration {
  return {
    ...config,
    entry: { main: './src/index.tsx' },
    resolve: { ...config.resolve, alias: { ...config.resolve?.alias, [createSourceFile]: replacement } },
    plugins: config.plugins?.filter((plugin) => !(plugin && 'name' in plugin && FEDERATION.has(plugin.name))),
    optimization: {
      ...config.optimization,
      // As a monolith is usually split: what several parts need lies in chunks of its own.
      splitChunks: {
        chunks: 'async',
        cacheGroups: { vendor: { test: /node_modules/, name: 'vendor', chunks: 'initial', enforce: true } },
      },
    },
  };
}

/**
 * Builds shell and remotes as one application: what the federation is measured against. The same code, the same
 * options, each remote loaded on demand; only where modules come from differs.
 */
export async function buildMonolith({ shellDir, remoteDirs, outDir }: MonolithBuild): Promise<Monolith> {
  await emptyFolder(outDir);
  const remotesDir = path.join(shellDir, 'src/remotes');
  const source = `${outDir}.source.ts`;
  const modules = await findPageModules(remoteDirs);
  await writeFile(source, directImports(modules, path.join(remotesDir, 'directSource.ts')));
  const inspector = createInspector('shell');
  const config = hostConfig({ folder: shellDir, outDir, version: '0.0.0-monolith', inspector });
  const stats = await compile(withoutFederation(config, path.join(remotesDir, 'createSource.ts'), source));
  const split = (names: string[]) => ({
    scripts: names.filter((name) => name.endsWith('.js')),
    styles: names.filter((name) => name.endsWith('.css')),
  });
  const remotes: Monolith['remotes'] = {};
  for (const one of modules) {
    const group = stats.namedChunkGroups?.[chunkOf(one)];
    if (!group) throw new BuildError(`The monolith has no chunk for ${chunkOf(one)}`);
    const files = split((group.assets ?? []).map((asset) => asset.name));
    remotes[one.remote] = { ...remotes[one.remote], [one.module]: files };
  }
  return {
    ...split((stats.entrypoints?.main?.assets ?? []).map((asset) => asset.name)),
    files: await describeFiles(outDir),
    remotes,
  };
}
