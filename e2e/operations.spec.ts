import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import { freePort, launch, startApp, waitForReady } from './support/app';
import { copyCheckout } from './support/buildCopy';

let scratch: string;
test.beforeEach(() => {
  scratch = mkdtempSync(path.join(tmpdir(), 'ezdash-ops-'));
});
test.afterEach(() => rmSync(scratch, { recursive: true, force: true }));

/** Starts the server with what must fail; answers its exit code and what it said. */
async function failing(env: NodeJS.ProcessEnv) {
  const { child, output } = launch({
    DATA_DIR: path.join(scratch, 'data'),
    PORT: String(await freePort()),
    DEMO: '0',
    ...env,
  });
  const [code] = await once(child, 'exit');
  const errors = output()
    .split('\n')
    .filter((line) => line.trim() !== '');
  return { code: code as number, said: output(), last: errors.at(-1) ?? '' };
}

test('a port in use is one clear sentence and a non-zero exit', async () => {
  const port = await freePort();
  const other = createServer().listen(port, '0.0.0.0');
  await once(other, 'listening');
  const { code, said, last } = await failing({ PORT: String(port) });
  other.close();
  expect(code).not.toBe(0);
  expect(last).toContain(String(port));
  expect(last).toMatch(/in use/i);
  expect(said).not.toMatch(/^\s+at /m);
});

test('a database that cannot be reached is one clear sentence and a non-zero exit', async () => {
  const { code, said, last } = await failing({ DATABASE_URL: 'postgres://nobody@127.0.0.1:9/none' });
  expect(code).not.toBe(0);
  expect(last).toMatch(/DATABASE_URL/);
  expect(said).not.toMatch(/^\s+at /m);
});

test('a DATABASE_URL that is no address is one clear sentence and a non-zero exit', async () => {
  const { code, last } = await failing({ DATABASE_URL: 'not an address' });
  expect(code).not.toBe(0);
  expect(last).toMatch(/DATABASE_URL/);
});

test('a DATA_DIR that cannot be written is one clear sentence and a non-zero exit', async () => {
  const file = path.join(scratch, 'a-file');
  writeFileSync(file, '');
  for (const dataDir of [path.join(file, 'data'), '/proc/ezdash']) {
    const { code, said, last } = await failing({ DATA_DIR: dataDir });
    expect(code).not.toBe(0);
    expect(last).toContain(dataDir);
    expect(said).not.toMatch(/^\s+at /m);
  }
});

test('SIGTERM stops all it started, and the next start takes up where it left', async () => {
  const dataDir = path.join(scratch, 'data');
  const app = await startApp({ DATA_DIR: dataDir, DEMO: '0' });
  expect(await (await fetch(`${app.url}/healthz`)).json()).toEqual({ status: 'ok' });
  const answer = await fetch(`${app.url}/metrics`);
  expect(await answer.text()).toContain('process_cpu_seconds_total');
  expect(await app.stop('SIGTERM')).toBe(0);
  const again = await startApp({ DATA_DIR: dataDir, DEMO: '0' });
  expect((await fetch(`${again.url}/readyz`)).status).toBe(200);
  expect(await again.stop('SIGTERM')).toBe(0);
});

test('SIGTERM to npm start stops the server too, not only npm', async () => {
  // It builds first what has changed since the last build.
  test.setTimeout(180_000);
  const checkout = path.join(scratch, 'checkout');
  copyCheckout(checkout);
  const port = await freePort();
  const child = spawn('npm', ['start'], {
    cwd: checkout,
    env: { ...process.env, DATA_DIR: path.join(scratch, 'data'), PORT: String(port), DEMO: '0' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      said += chunk.toString();
    });
  const url = `http://localhost:${port}`;
  await waitForReady(url, child, () => said);
  child.kill('SIGTERM');
  await once(child, 'exit');
  await expect(fetch(`${url}/healthz`)).rejects.toThrow();
});

test('after kill -9 the next start recovers, and never runs two on one directory', async () => {
  const dataDir = path.join(scratch, 'data');
  const app = await startApp({ DATA_DIR: dataDir, DEMO: '0' });
  const second = await failing({ DATA_DIR: dataDir });
  expect(second.code).not.toBe(0);
  expect(second.last).toContain(dataDir);
  await app.stop('SIGKILL');
  const port = await freePort();
  const { child, output } = launch({ DATA_DIR: dataDir, PORT: String(port), DEMO: '0' });
  await waitForReady(`http://localhost:${port}`, child, output);
  child.kill('SIGTERM');
  const [code] = await once(child, 'exit');
  expect(code).toBe(0);
});
