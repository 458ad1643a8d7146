import { rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import http, { type ServerResponse } from 'node:http';
import os from 'node:os';
import path from 'node:path';
import type { RegistryEntry, Release } from '@ezdash/contracts';
import { serveBuild, startBuilder, type Worked } from '@ezdash/remote-kit/cli';
import { buildRegistry } from '../../api/src/features/remotes/offer/registry';
import { createProxy } from './proxy';
import { EVENTS_PATH, rewritePage } from './rewritePage';

export interface DevServerOptions {
  remote: Worked;
  port: number;
  /** Address of the running application. */
  target: URL;
  log: (line: string) => void;
}

export interface DevServer {
  /** Address of the remote's first page. */
  firstPath(): string;
  close(): void;
}

const HEARTBEAT_MS = 20_000;

/** The release's entry in a registry. Tiers of the deployed shell are not known here, so they are not preloaded. */
function entryOf(release: Release): RegistryEntry {
  const entry = buildRegistry([{ release, previous: null }], { tiers: {}, files: {} })[release.name];
  if (!entry) throw new Error(`${release.name} is not in its own registry`);
  return entry;
}

/** Tabs that are open, and what they hear. */
function createTabs() {
  const open = new Set<ServerResponse>();
  const write = (res: ServerResponse, event: string, data: unknown) =>
    res.write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
  const heartbeat = setInterval(() => {
    for (const res of open) res.write(':\n\n');
  }, HEARTBEAT_MS);
  heartbeat.unref();
  return {
    add(res: ServerResponse) {
      res.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
      res.write('retry: 500\n\n');
      open.add(res);
      res.on('close', () => open.delete(res));
    },
    write,
    tell(event: string, data: unknown) {
      for (const res of open) write(res, event, data);
    },
    close() {
      clearInterval(heartbeat);
      for (const res of open) res.end();
    },
  };
}

/** Builds the remote, watches it, and stands in front of the application. Resolves after the first build. */
export async function startDevServer({ remote, port, target, log }: DevServerOptions): Promise<DevServer> {
  const { name } = remote;
  const folder = await mkdtemp(path.join(os.tmpdir(), 'ezdash-dev-'));
  const tabs = createTabs();
  let entry: RegistryEntry | null = null;

  const proxy = createProxy(target);
  const server = http.createServer((req, res) => {
    const { pathname, searchParams } = new URL(req.url ?? '/', 'http://dev');
    if (pathname === EVENTS_PATH) {
      tabs.add(res);
      // A tab that was open while this was restarted, or while a build was under way.
      if (entry && searchParams.get('have') !== entry.version)
        tabs.write(res, 'release', { remote: name, entry });
      return;
    }
    if (serveBuild(folder, name, req, res)) return;
    proxy.pass(req, res, (html) => (entry ? rewritePage(html, name, entry) : html));
  });
  server.on('upgrade', proxy.upgrade);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, resolve);
  });

  const builder = startBuilder(remote, folder, (message) => {
    if (message.kind === 'built') {
      entry = entryOf(message.release);
      log(`${entry.version} built in ${message.elapsedMs} ms`);
      tabs.tell('release', { remote: name, entry });
    } else {
      log(`${name} does not build:\n${message.message}`);
      tabs.tell('failed', message.message);
    }
  });
  await builder.first;
  return {
    firstPath: () =>
      entry?.manifest.pages.find((page) => page.built && !page.path.includes(':'))?.path ?? '/',
    close() {
      builder.stop();
      tabs.close();
      server.close();
      server.closeAllConnections();
      // At once: the process ends right after.
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
