import { rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import http from 'node:http';
import os from 'node:os';
import path from 'node:path';
import { overrideLink, type Release } from '@ezdash/contracts';
import { CallError, type ReleaseClient } from '../releaseClient';
import { time } from '../words';
import { serveBuild, startBuilder, type Worked } from './builds';

export interface OverrideServerOptions {
  remote: Worked;
  port: number;
  /** How a release is published that nobody gets, and how a link to one is made: for production. */
  instead: readonly string[];
  /** Of the running environment, with a token of the remote's team. */
  client: ReleaseClient;
  log: (line: string) => void;
}

export interface OverrideServer {
  close(): void;
}

/** What the environment says when it takes no builds of other machines. */
const PRODUCTION = 'NO_LOCAL_BUILDS';

const productionWords = (url: string, instead: readonly string[]) =>
  [
    `${url} is production: it takes no builds of your machine. Publish a release that nobody gets, and open that:`,
    ...instead.map((line) => `  ${line}`),
  ].join('\n');

/**
 * Builds the remote, serves its files on this machine alone, and asks a running environment for a signed link that gives
 * them to the browser of whoever opens it. `/` leads to the link of the newest build. Resolves after the first build.
 */
export async function startOverrideServer(options: OverrideServerOptions): Promise<OverrideServer> {
  const { remote, port, instead, client, log } = options;
  const { name } = remote;
  const folder = await mkdtemp(path.join(os.tmpdir(), 'ezdash-override-'));
  const own = `http://localhost:${port}`;
  let link: string | null = null;

  const server = http.createServer((req, res) => {
    if (serveBuild(folder, name, req, res)) return;
    if (req.url === '/' && link !== null) return void res.writeHead(302, { location: link }).end();
    res.writeHead(404, { 'content-type': 'text/plain; charset=utf-8' });
    res.end(`Here are the builds of ${name}. ${link === null ? 'There is no link yet.' : `Open ${own}/`}\n`);
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    // What is built is for the browser of this machine.
    server.listen(port, 'localhost', resolve);
  });

  async function askFor(release: Release): Promise<void> {
    const body = { local: { origin: own, release } };
    try {
      const { url, ends_at } = await client.call(`/${name}/override-links`, overrideLink, {
        method: 'POST',
        body,
        repeatable: true,
      });
      link = url;
      log(
        `${release.version} is at ${own}/, until ${time(ends_at)}. Open it and press "Use this release"; again after a change.`,
      );
    } catch (error) {
      if (error instanceof CallError && error.code === PRODUCTION)
        return log(productionWords(client.url, instead));
      log(`No link: ${error instanceof Error ? error.message : String(error)}`);
    }
  }

  // One after the other: the link of an older build must not come last.
  let asking = Promise.resolve();
  const builder = startBuilder(remote, folder, (message) => {
    if (message.kind === 'failed') return log(`${name} does not build:\n${message.message}`);
    log(`${message.release.version} built in ${message.elapsedMs} ms`);
    asking = asking.then(() => askFor(message.release));
  });
  await builder.first;
  await asking;
  return {
    close() {
      builder.stop();
      server.close();
      server.closeAllConnections();
      // At once: the process ends right after.
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
