import { existsSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { type Configuration, type RuleSetRule, rspack } from '@rspack/core';
import { ReactRefreshRspackPlugin } from '@rspack/plugin-react-refresh';
import { findExposes } from '../build/buildRemote';
import { compile } from '../build/compile';
import { hostConfig } from '../build/hostConfig';
import { createInspector } from '../build/inspector';
import { remoteConfig } from '../build/remoteConfig';
import { rootDir } from '../build/workspace';
import { type DevelopedRemote, type Development, remoteAddress, VERSION } from './development';
import { OVERLAY_POLICY } from './overlay';
import { createPageServer, SOCKET_PATH } from './pageServer';

const require = createRequire(import.meta.url);
const local = (file: string) => path.join(import.meta.dirname, file);

/** Draws what does not compile over the page, and tells every bundle in it of new modules. */
function clientEntries(): string[] {
  const overlay = {
    errors: true,
    warnings: false,
    runtimeErrors: false,
    trustedTypesPolicyName: OVERLAY_POLICY,
  };
  const settings = new URLSearchParams({
    ...{ protocol: 'auto:', hostname: '0.0.0.0', port: '0', pathname: SOCKET_PATH },
    ...{ hot: 'true', 'live-reload': 'true', reconnect: '1000', logging: 'warn' },
    overlay: JSON.stringify(overlay),
  });
  return [`${require.resolve('@rspack/dev-server/client/index')}?${settings}`];
}

interface Part {
  folder: string;
  namespace: string;
}

/** The locale files of a part tell the page of their texts, in every language. */
const localesOf = ({ folder }: Part) => path.join(folder, 'src/locales');
const textsRule = (part: Part): RuleSetRule => ({
  test: /\.json$/,
  include: localesOf(part),
  type: 'javascript/auto',
  loader: local('textsLoader.mjs'),
  options: { namespace: part.namespace },
});
const textFiles = (part: Part): string[] =>
  (existsSync(localesOf(part)) ? readdirSync(localesOf(part)) : [])
    .filter((file) => file.endsWith('.json'))
    .map((file) => path.join(localesOf(part), file));

/** A configuration with further scripts in front of its own, and with the texts of its parts. */
function withEntries(
  config: Configuration,
  entries: readonly string[],
  parts: readonly Part[],
): Configuration {
  const folder = config.context ?? rootDir;
  const scripts = [...entries, ...parts.flatMap(textFiles)];
  return {
    ...config,
    lazyCompilation: false,
    infrastructureLogging: { level: 'warn' },
    module: { ...config.module, rules: [...(config.module?.rules ?? []), ...parts.map(textsRule)] },
    plugins: [
      new ReactRefreshRspackPlugin(),
      ...(config.plugins ?? []),
      ...scripts.map((script) => new rspack.EntryPlugin(folder, script, { name: undefined })),
    ],
  };
}

/** @param entries in front of its own */
function shellConfig(folder: string, outDir: string, entries: readonly string[]): Configuration {
  const ui = path.join(rootDir, 'packages/ui');
  return withEntries(
    hostConfig({ folder, outDir, version: VERSION, hot: true, inspector: createInspector('shell') }),
    [...entries, local('hotTexts.ts')],
    [
      { folder, namespace: 'shell' },
      { folder: ui, namespace: 'ui' },
    ],
  );
}

/**
 * Builds the shell as remotes in other repositories are developed in it: with React's development build, which replaces
 * components in the open page.
 */
export async function buildDevelopmentShell(folder: string, outDir: string): Promise<void> {
  await compile({ ...shellConfig(folder, outDir, []), devtool: false });
}

async function configOf(
  { name, folder, namespace }: DevelopedRemote,
  entries: string[],
): Promise<Configuration> {
  const config = remoteConfig({
    ...{ name, folder, version: VERSION, buildId: 'development', hot: true },
    outDir: path.join(folder, 'dist-development'),
    exposes: await findExposes(folder),
    publicPath: remoteAddress(name),
    inspector: createInspector(name, path.dirname(folder)),
  });
  return withEntries(config, [...entries, local('hotRemote.ts')], [{ folder, namespace }]);
}

/**
 * What Rspack's development server compiles and serves: shell and remotes, each a compilation of its own, all at one
 * address; pages and everything else come from the application behind it.
 */
export async function developmentConfigs(development: Development): Promise<Configuration[]> {
  const { shell, remotes, port } = development;
  // The client is in the page once: in the shell, or in a remote in front of a shell that came built.
  const hot = [...clientEntries(), require.resolve('@rspack/core/hot/dev-server.js')];
  const shells =
    'folder' in shell ? [shellConfig(shell.folder, path.join(shell.folder, 'dist-development'), hot)] : [];
  const of = (remote: DevelopedRemote, at: number) =>
    configOf(remote, shells.length === 0 && at === 0 ? clientEntries() : []);
  const [first, ...others] = [...shells, ...(await Promise.all(remotes.map(of)))];
  if (!first) throw new Error('There is nothing to develop');
  const pages = createPageServer(development);
  const devServer: Configuration['devServer'] = {
    port,
    host: 'localhost',
    // The entries are above: left to the server, each bundle would bring a client of its own.
    client: false,
    hot: false,
    liveReload: true,
    compress: false,
    headers: { 'Cache-Control': 'no-store' },
    webSocketServer: { type: 'ws', options: { path: SOCKET_PATH } },
    static: 'built' in shell ? [{ directory: shell.built, publicPath: '/assets/shell' }] : false,
    watchFiles: remotes.map(({ folder }) => path.join(folder, 'remote.manifest.ts')),
    devMiddleware: { stats: 'errors-warnings' },
    onListening: (server) => pages.listen(server),
    setupMiddlewares: (middlewares) => [...middlewares, { name: 'pages', middleware: pages.answer }],
  };
  return [{ ...first, devServer }, ...others];
}
