import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { ModuleFederationPlugin } from '@module-federation/enhanced/rspack';
import { type Configuration, rspack, type StatsCompilation } from '@rspack/core';

/** A build that did not succeed; the message holds the compiler's own. */
export class BuildError extends Error {
  override name = 'BuildError';
}

/** Statistics that the releases are written from. */
export const STATS = {
  all: false,
  errors: true,
  warnings: true,
  entrypoints: true,
  chunkGroups: true,
  chunks: true,
  chunkModules: true,
  chunkModulesSpace: 100_000,
  dependentModules: true,
  groupModulesByPath: false,
  groupModulesByType: false,
  groupModulesByAttributes: false,
  groupModulesByCacheStatus: false,
  groupModulesByExtension: false,
  ids: true,
  modules: false,
  assets: true,
  auxiliaryAssets: true,
} as const;

/** Message of every error and warning, each with where it happened. */
export function messages(list: StatsCompilation['errors']): string[] {
  return (list ?? []).map((one) => [one.moduleName, one.message].filter(Boolean).join('\n'));
}

/**
 * The bundler copies the source of one of its functions into shells and containers. A TypeScript loader that rewrites
 * what is required puts a helper into it that no browser has.
 * @throws BuildError when that has happened
 */
export async function checkRuntimeSource(outDir: string, scripts: readonly string[]): Promise<void> {
  for (const script of scripts) {
    if (!/\b__name\(/.test(await readFile(path.join(outDir, script), 'utf8'))) continue;
    throw new BuildError(
      `${script} was spoilt by a loader: build under register() of tsx/esm/api, not under --import tsx`,
    );
  }
}

const isFederated = ({ plugins = [] }: Configuration) =>
  plugins.some((plugin) => plugin instanceof ModuleFederationPlugin);
const scriptsOf = ({ entrypoints = {} }: StatsCompilation) =>
  Object.values(entrypoints)
    .flatMap(({ assets = [] }) => assets.map(({ name }) => name))
    .filter((name) => name.endsWith('.js'));

/**
 * Runs the bundler once.
 * @throws BuildError when anything failed to compile
 */
export async function compile(config: Configuration): Promise<StatsCompilation> {
  const compiler = rspack(config);
  const stats = await new Promise<StatsCompilation>((resolve, reject) => {
    compiler.run((error, result) => {
      // A folder that another build empties meanwhile, a full disk: nothing of the sources.
      if (error) reject(new BuildError(error.message.trim(), { cause: error }));
      else if (result) resolve(result.toJson(STATS));
      else reject(new BuildError('The bundler gave no result'));
    });
  });
  await new Promise<void>((resolve, reject) =>
    compiler.close((error) => (error ? reject(error) : resolve())),
  );
  if (stats.errors?.length) throw new BuildError(messages(stats.errors).join('\n\n'));
  if (isFederated(config)) await checkRuntimeSource(config.output?.path ?? '', scriptsOf(stats));
  return stats;
}
