import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { text as readText } from 'node:stream/consumers';
import { rootDir } from './build/targets.mjs';

const start = (...options: string[]) =>
  spawn(process.execPath, ['--import', 'tsx', path.join(rootDir, 'scripts/xeroSandbox.ts'), ...options], {
    cwd: rootDir,
    stdio: ['ignore', 'pipe', 'pipe'],
  });

/** What it has printed by the time that it says how to end it. */
const greeting = ({ stdout, stderr }: ReturnType<typeof start>): Promise<string> =>
  new Promise((resolve, reject) => {
    let text = '';
    stderr.on('data', (part) => {
      text += String(part);
    });
    stdout.on('data', (part) => {
      text += String(part);
      if (text.includes('ends it')) resolve(text);
    });
    stdout.once('end', () => reject(new Error(`It ended with ${text}`)));
  });

it('starts the local Xero, says how to start the application with it, and ends at a signal', async () => {
  const child = start(
    '--port',
    '0',
    '--redirect',
    'http://localhost:9/cb',
    '--client-id',
    'mine',
    '--minute',
    '7',
  );
  const ended = once(child, 'exit');
  try {
    const text = await greeting(child);
    const environment = Object.fromEntries(
      [...text.matchAll(/^ {2}(XERO_\w+)=(.+)$/gm)].map(([, name, value]) => [name, value]),
    );
    expect(Object.keys(environment)).toEqual([
      'XERO_ISSUER',
      'XERO_API_URL',
      'XERO_CLIENT_ID',
      'XERO_CLIENT_SECRET',
      'XERO_WEBHOOK_KEY',
    ]);
    expect(environment.XERO_CLIENT_ID).toBe('mine');
    expect(text).toContain('http://localhost:9/cb');
    const discovery = await fetch(`${environment.XERO_ISSUER}/.well-known/openid-configuration`);
    expect(await discovery.json()).toMatchObject({ issuer: environment.XERO_ISSUER });
  } finally {
    child.kill('SIGTERM');
  }
  expect(await ended).toEqual([0, null]);
});

it('says what it does not understand', async () => {
  const child = start('--chaos', 'earthquake=1');
  const complaint = readText(child.stderr);
  const [code] = await once(child, 'exit');
  expect(code).toBe(1);
  expect(await complaint).toContain('earthquake=1');
});
