import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, watch, writeFileSync } from 'node:fs';
import path from 'node:path';
import { apiConfig, messages, rootDir } from '@ezdash/remote-kit/build';
import { developmentShell } from '@ezdash/remote-kit/development';
import { rspack, type Stats } from '@rspack/core';
import { build } from '../build/build.mjs';

/** So long after a start the next process is made ready: it would take the core that the start needs. */
const READY_AFTER_MS = 1_500;
const SETTLE_MS = 30;

export interface ApiOptions {
  /** Added to this process' own. */
  env: Record<string, string>;
  /** For Node: `--inspect`. */
  nodeOptions: readonly string[];
  log: (line: string) => void;
  /** Told after every compilation of what did not compile. */
  onCompiled(errors: readonly string[]): void;
}

const errorsOf = (stats: Stats | undefined): string[] =>
  stats?.hasErrors() ? messages(stats.toJson({ all: false, errors: true }).errors) : [];

/** Has a module import what the bundle imports of installed packages. */
function writePackages(folder: string): void {
  const bundle = readFileSync(path.join(folder, 'main.mjs'), 'utf8');
  const names = new Set(
    [...bundle.matchAll(/^import [^;\n]* from "([^".][^"]*)"/gm)].map(([, name]) => name),
  );
  writeFileSync(
    path.join(folder, 'packages.mjs'),
    [...names].map((name) => `import ${JSON.stringify(name)};`).join('\n'),
  );
}

/**
 * The server as a process that is replaced whenever its bundle is another. The next one stands ready, with the packages
 * loaded. The one before is ended at once: its database lives elsewhere, and its journal outlives that.
 */
function createServerProcess(folder: string, { env, nodeOptions, log }: ApiOptions) {
  const script = path.join(rootDir, 'scripts/dev/runApi.mjs');
  let running: ChildProcess | null = null;
  let next: ChildProcess | null = null;
  let later: NodeJS.Timeout | undefined;

  function prepare(): ChildProcess {
    return spawn(process.execPath, [...nodeOptions, script, folder], {
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      env: { ...process.env, ...env },
    });
  }

  async function end(child: ChildProcess | null, signal: NodeJS.Signals): Promise<void> {
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill(signal);
    await ended;
  }

  return {
    async restart(): Promise<void> {
      clearTimeout(later);
      const before = running;
      const started = next?.connected ? next : prepare();
      running = started;
      next = null;
      started.once('exit', (code) => {
        if (started === running && code !== 0)
          log('The server has ended; it starts again with the next change.');
      });
      started.send('load');
      await end(before, 'SIGKILL');
      if (started.connected) started.send('start');
      // Two cannot be attached to by one address.
      if (nodeOptions.length === 0)
        later = setTimeout(() => {
          next = prepare();
        }, READY_AFTER_MS);
    },
    async stop(): Promise<void> {
      clearTimeout(later);
      const ending = running;
      running = null;
      await Promise.all([end(next, 'SIGKILL'), end(ending, 'SIGTERM')]);
    },
  };
}

/**
 * Compiles the server whenever its sources change, and starts it anew. Resolves once it was compiled for the first time.
 * What does not compile is said, and the server before goes on.
 */
export async function startApi(options: ApiOptions): Promise<{ stop(): Promise<void> }> {
  const { log, onCompiled } = options;
  await build({ names: ['tag'], log });
  const folder = path.join(rootDir, 'api');
  // Within the api, so that its own packages are found and not another's.
  const outDir = path.join(folder, 'node_modules/.cache/development');
  const shellDist = path.join(outDir, 'shell');
  mkdirSync(shellDist, { recursive: true });
  // Until there is a bundle to take them from.
  writeFileSync(path.join(outDir, 'packages.mjs'), '');
  writeFileSync(path.join(shellDist, 'release.json'), JSON.stringify(developmentShell()));
  const server = createServerProcess(outDir, options);

  const compiler = rspack(apiConfig({ folder, outDir, development: true }));
  let hash: string | null = null;
  /** One after the other: a change may come while the server starts. */
  let restarting = Promise.resolve();
  await new Promise<void>((resolve) => {
    compiler.watch({ aggregateTimeout: SETTLE_MS }, (error, stats) => {
      const errors = error ? [error.message] : errorsOf(stats);
      onCompiled(errors);
      if (errors.length > 0) log(`The api does not compile:\n${errors.join('\n\n')}`);
      else if (stats && stats.hash !== hash) {
        hash = stats.hash;
        log(`The api was compiled in ${(stats.endTime ?? 0) - (stats.startTime ?? 0)} ms and starts.`);
        restarting = restarting.then(server.restart).then(() => writePackages(outDir));
      }
      resolve();
    });
  });
  const tag = watch(path.join(folder, 'tag'), { recursive: true }, () => {
    restarting = restarting.then(async () => {
      const { built } = await build({ names: ['tag'], log });
      if (built.length > 0) await server.restart();
    });
  });
  return {
    async stop() {
      tag.close();
      await new Promise((resolve) => compiler.close(resolve));
      await restarting;
      await server.stop();
    },
  };
}
