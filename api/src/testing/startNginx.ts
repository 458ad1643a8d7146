import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Readable } from 'node:stream';

export interface TestNginx {
  port: number;
  stop(): Promise<void>;
}

/** Below the ports that systems give to outgoing connections. */
const FIRST_PORT = 20_000;
const PORTS = 12_000;

const configuration = (dir: string, port: number, target: string, lines: readonly string[]): string => `
daemon off;
master_process off;
pid ${dir}/pid;
error_log stderr notice;
events { worker_connections 64; }
http {
  access_log off;
  ${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${dir}/${name};`).join(' ')}
  server {
    listen 127.0.0.1:${port};
    location / {
      proxy_pass ${target};
      ${lines.map((line) => `${line};`).join('\n      ')}
    }
  }
}
`;

/** Whether it listens: it says which method it uses once it has bound its port, and before that that the port is taken. */
function isListening(child: ChildProcessByStdio<null, null, Readable>): Promise<boolean> {
  let said = '';
  return new Promise((resolve, reject) => {
    // Read on for as long as it lives: a pipe that nobody reads stops it.
    child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
      said += chunk;
      if (said.includes('Address already in use')) resolve(false);
      else if (/using the "\w+" event method/.test(said)) resolve(true);
    });
    child.once('exit', () => reject(new Error(`nginx ended: ${said}`)));
  });
}

async function launch(dir: string): Promise<(() => Promise<void>) | null> {
  const child = spawn(process.env.NGINX || 'nginx', ['-c', path.join(dir, 'nginx.conf')], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  await once(child, 'spawn');
  const gone = once(child, 'exit');
  // Whatever becomes of the tests, it does not outlive them.
  const kill = () => child.kill('SIGKILL');
  process.once('exit', kill);
  const stop = async () => {
    process.off('exit', kill);
    kill();
    await gone;
  };
  if (await isListening(child)) return stop;
  await stop();
  return null;
}

/** Debian's nginx in front of a server; `lines` stand beside `proxy_pass`. */
export async function startNginx(target: string, lines: readonly string[] = []): Promise<TestNginx> {
  const dir = mkdtempSync(path.join(tmpdir(), 'ezdash-nginx-'));
  for (;;) {
    const port = FIRST_PORT + randomInt(PORTS);
    writeFileSync(path.join(dir, 'nginx.conf'), configuration(dir, port, target, lines));
    const stop = await launch(dir);
    if (stop === null) continue;
    return {
      port,
      stop: async () => {
        await stop();
        rmSync(dir, { recursive: true, force: true });
      },
    };
  }
}
