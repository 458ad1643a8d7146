import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { ReleaseFile } from '@ezdash/contracts';
import type { Configuration } from '@rspack/core';
import { BuildError, compile } from './compile';
import { hostConfig } from './hostConfig';
import { describeFiles, emptyFolder } from './releaseFiles';

export interface MonolithBuild {
  /** Folder of the shell, absolute. */
  shellDir: string;
  /** Remote → folder, absolute. */
  remoteDirs: Record<string, string>;
  /** Folder for the files; the module that imports the remotes is written beside it. */
  outDir: string;
}

/** The monolith's files, and what each remote's first rendering loads of them. */
export interface Monolith {
  scripts: string[];
  styles: string[];
  files: Record<string, ReleaseFile>;
  remotes: Record<string, { scripts: string[]; styles: string[] }>;
}

/** A source module that imports the remotes, each into a chunk of its own. */
function directImports(remoteDirs: Record<string, string>, directSourceFile: string): string {
  const imports = Object.entries(remoteDirs).map(([remote, folder]) => {
    const file = JSON.stringify(path.join(folder, 'src/expose.tsx'));
    return `  '${remote}/App': () => import(/* webpackChunkName: "${remote}" */ ${file}),`;
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
  await writeFile(source, directImports(remoteDirs, path.join(remotesDir, 'directSource.ts')));
  const config = hostConfig({ folder: shellDir, outDir, version: '0.0.0-monolith' });
  const stats = await compile(withoutFederation(config, path.join(remotesDir, 'createSource.ts'), source));
  const split = (names: string[]) => ({
    scripts: names.filter((name) => name.endsWith('.js')),
    styles: names.filter((name) => name.endsWith('.css')),
  });
  const remotes = Object.keys(remoteDirs).map((remote): [string, Monolith['remotes'][string]] => {
    const group = stats.namedChunkGroups?.[remote];
    if (!group) throw new BuildError(`The monolith has no chunk for ${remote}`);
    return [remote, split((group.assets ?? []).map((asset) => asset.name))];
  });
  return {
    ...split((stats.entrypoints?.main?.assets ?? []).map((asset) => asset.name)),
    files: await describeFiles(outDir),
    remotes: Object.fromEntries(remotes),
  };
}
