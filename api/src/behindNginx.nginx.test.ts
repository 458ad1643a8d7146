import { readFileSync } from 'node:fs';
import { type IncomingMessage, request } from 'node:http';
import path from 'node:path';
import { createLog } from './platform/log';
import { projectRoot } from './platform/projectRoot';
import { makeAdvertiser } from './testing/factories';
import { routesOf } from './testing/routesOf';
import { startNginx } from './testing/startNginx';
import { startWholeApp, type WholeApp } from './testing/startWholeApp';

jest.setTimeout(180_000);

const ends: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

async function openApp(env: NodeJS.ProcessEnv) {
  const warned: unknown[] = [];
  const write = (line: string) => warned.push(JSON.parse(line));
  const app = await startWholeApp(env, createLog({ production: true, level: 'warn', write }));
  ends.push(app.close);
  return { app, warned };
}

/** Debian's nginx in front of the app, with these lines beside `proxy_pass`. */
async function putNginx(app: WholeApp, lines: readonly string[] = []): Promise<number> {
  const nginx = await startNginx(app.url, lines);
  ends.push(nginx.stop);
  return nginx.port;
}

interface Call {
  port: number;
  path: string;
  method?: string;
  /** The machine that asks: one of this machine's many addresses. */
  from?: string;
  headers?: Record<string, string>;
  body?: unknown;
}

async function call({ port, path, method = 'GET', from = '127.0.0.1', headers = {}, body }: Call) {
  const sent = { Accept: 'application/json', 'Content-Type': 'application/json', ...headers };
  const asked = request({ port, path, method, headers: sent, localAddress: from, agent: false });
  asked.end(body === undefined ? undefined : JSON.stringify(body));
  const [answer] = await new Promise<[IncomingMessage]>((resolve, reject) => {
    asked.once('response', (...got) => resolve(got));
    asked.once('error', reject);
  });
  let text = '';
  for await (const chunk of answer.setEncoding('utf8')) text += chunk;
  return {
    status: answer.statusCode,
    cookies: answer.headers['set-cookie'] ?? [],
    text,
    body: text && JSON.parse(text),
  };
}

/** Status of wrong log-ins, one after the other; each with the headers of its number. */
async function tryPasswords(
  at: Omit<Call, 'path'>,
  email: string,
  count: number,
  headersOf: (attempt: number) => Record<string, string> = () => ({}),
) {
  const page = await call({ ...at, path: '/api/auth/me' });
  const signs = {
    Cookie: page.cookies.map((line) => line.split(';', 1)[0]).join('; '),
    'X-CSRF-TOKEN': page.body.csrf_token as string,
  };
  const statuses: (number | undefined)[] = [];
  for (let attempt = 0; attempt < count; attempt++) {
    const headers = { ...signs, ...headersOf(attempt) };
    const body = { email, password: 'wrong' };
    statuses.push((await call({ ...at, path: '/api/auth/login', method: 'POST', headers, body })).status);
  }
  return statuses;
}
const TEN_THEN_NONE = [...Array(10).fill(422), 429, 429];

it('S3: behind a bare proxy_pass, with a public APP_URL and nothing else set, no stranger is a developer', async () => {
  const { app, warned } = await openApp({ APP_URL: 'https://ads.example.test', TRUST_PROXY: '' });
  const port = await putNginx(app);

  // No door, whatever the stranger says of themselves.
  const invented: Record<string, string>[] = [
    {},
    { 'X-Forwarded-For': '127.0.0.1' },
    { 'X-Real-IP': '127.0.0.1' },
    { Forwarded: 'for=127.0.0.1' },
  ];
  for (const headers of invented)
    for (const path of [
      '/dev/outbox',
      '/dev/outbox/latest.json?to=a@example.test',
      '/gateway/sandbox/setup/1',
    ])
      expect([path, (await call({ port, path, headers })).body.code]).toEqual([path, 'NO_SUCH_ADDRESS']);
  expect(routesOf(app.mounts).filter(({ developers }) => developers !== undefined)).toEqual([]);

  // The operator is told.
  const warnings = {
    trust_proxy: expect.stringContaining('Set TRUST_PROXY to the addresses of your proxy'),
    creatives: expect.stringContaining('CREATIVES_URL'),
  };
  const ready = await call({ port, path: '/readyz' });
  expect(ready).toMatchObject({ status: 200, body: { status: 'ready', warnings } });
  expect(warned).toContainEqual(
    expect.objectContaining({ event: 'config.warning', name: 'trust_proxy', msg: warnings.trust_proxy }),
  );

  // An invented address for each try helps nobody.
  const { email } = await makeAdvertiser(app.test.db);
  const invent = (attempt: number) => ({
    'X-Forwarded-For': `203.0.113.${attempt}`,
    'X-Real-IP': `203.0.113.${attempt}`,
    Forwarded: `for=203.0.113.${attempt}`,
  });
  expect(await tryPasswords({ port }, email, 12, invent)).toEqual(TEN_THEN_NONE);
});

it('S3: nor where the operator forgot APP_URL', async () => {
  const { app } = await openApp({ TRUST_PROXY: '' });
  const port = await putNginx(app, ['proxy_set_header Host $http_host']);
  const doors = routesOf(app.mounts).filter(({ method, developers }) => method === 'GET' && developers);
  expect(doors.length).toBeGreaterThan(4);
  for (const { path } of doors)
    expect([path, (await call({ port, path: path.replace(':id', '1') })).body.code]).toEqual([
      path,
      'NO_SUCH_ADDRESS',
    ]);
  expect((await app.client().get('/dev/outbox')).status).toBe(200);
});

/** What the page for operators has nginx write. */
const OPERATIONS = readFileSync(path.join(projectRoot(), 'docs/operations.md'), 'utf8');
const documented = /^location \/ \{[^}]*X-Forwarded-For ([^;]+);/m.exec(OPERATIONS)?.[1] ?? '';

it('S6: once TRUST_PROXY names nginx, limits count by the address it writes, however it writes it', async () => {
  expect(documented).toBe('$proxy_add_x_forwarded_for');
  const { app } = await openApp({
    APP_URL: 'https://ads.example.test',
    CREATIVES_URL: 'https://files.example.test',
    TRUST_PROXY: '127.0.0.1',
  });
  const writings = [
    documented,
    '$remote_addr',
    '$remote_addr:$remote_port',
    '"\\"[::ffff:$remote_addr]:$remote_port\\""',
    '"$http_x_forwarded_for, ,$remote_addr:$remote_port, "',
  ];
  for (const [at, writing] of writings.entries()) {
    const port = await putNginx(app, [`proxy_set_header X-Forwarded-For ${writing}`]);
    const { email } = await makeAdvertiser(app.test.db);
    const from = `127.0.1.${at + 1}`;
    const invent = (attempt: number) => ({
      'X-Forwarded-For': `203.0.113.${attempt}`,
      Forwarded: 'for=192.0.2.1',
    });
    expect([writing, await tryPasswords({ port, from }, email, 12, invent)]).toEqual([
      writing,
      TEN_THEN_NONE,
    ]);
    expect(await tryPasswords({ port, from: `127.0.2.${at + 1}` }, email, 1)).toEqual([422]);
  }
  const { body } = await call({ port: await putNginx(app), path: '/readyz' });
  expect(body).toMatchObject({ status: 'ready' });
  expect(body).not.toHaveProperty('warnings.trust_proxy');
});

it('S6: the same by Forwarded, where PROXY_HEADER says that the proxy writes it', async () => {
  const { app } = await openApp({
    APP_URL: 'https://ads.example.test',
    TRUST_PROXY: '127.0.0.1',
    PROXY_HEADER: 'forwarded',
  });
  const { email } = await makeAdvertiser(app.test.db);
  const line =
    'proxy_set_header Forwarded "$http_forwarded, for=\\"$remote_addr:$remote_port\\";host=\\"$host\\""';
  const port = await putNginx(app, [line]);
  const invent = (attempt: number) => ({
    'X-Forwarded-For': `203.0.113.${attempt}`,
    Forwarded: `for=203.0.113.${attempt}, for="`,
  });
  expect(await tryPasswords({ port, from: '127.0.1.1' }, email, 12, invent)).toEqual(TEN_THEN_NONE);
  expect(await tryPasswords({ port, from: '127.0.1.2' }, email, 1)).toEqual([422]);
});
