import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { Agent, createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import type { ErrorBody } from '@ezdash/contracts';
import express from 'express';
import {
  COSTLY_CALLS,
  type CostlyCalls,
  errorHandler,
  limitCostlyCalls,
  requestContext,
} from './platform/http';
import { silentLog } from './platform/log';
import { projectRoot } from './platform/projectRoot';
import { WORK_LIMITS } from './platform/work';
import { makeAdvertiser } from './testing';
import { type FoundRoute, routesOf } from './testing/routesOf';
import { startWholeApp, type WholeApp } from './testing/startWholeApp';

jest.setTimeout(120_000);

let app: WholeApp;
let routes: FoundRoute[];
beforeAll(async () => {
  app = await startWholeApp();
  routes = routesOf(app.mounts);
});
afterAll(() => app.close());

const listed = COSTLY_CALLS.flatMap(({ calls }) => calls);

/** Files of figures and documents, and looks at others' servers, as routes are named. */
const COSTLY_NAME =
  /\.(csv|pdf)$|\/(export|pdf|exports\/:id\/archive)$|-checks?$|\/ads-txt\/check$|\/estimate$/;
/** A list of what was found before, and a page that says it. */
const READS_ALONE = ['GET /api/campaigns/:id/landing-check', 'GET /api/v1/campaigns/:id/landing-check'];

describe('the table of costly calls', () => {
  it('has every route that takes bytes', () => {
    const taking = routes.filter(({ takesBytes }) => takesBytes).map(({ name }) => name);
    expect(taking).toContain('POST /api/assets');
    expect(taking.filter((name) => !listed.includes(name))).toEqual([]);
  });

  it('has every route that sends a file or asks others’ servers', () => {
    const named = routes.map(({ name }) => name).filter((name) => COSTLY_NAME.test(name));
    expect(named.length).toBeGreaterThan(15);
    expect(named.filter((name) => !listed.includes(name) && !READS_ALONE.includes(name))).toEqual([]);
  });

  it('has no call twice, and none that is no route', () => {
    const names = new Set(routes.map(({ name }) => name));
    expect(listed.filter((call) => !names.has(call))).toEqual([]);
    expect(listed.length).toBe(new Set(listed).size);
  });

  it('says of every task of the pool which calls give it', () => {
    const given = new Set(COSTLY_CALLS.flatMap(({ tasks = [] }) => tasks));
    expect([...given].sort()).toEqual(Object.keys(WORK_LIMITS).sort());
  });

  it('is told to operators as it is', () => {
    const document = readFileSync(path.join(projectRoot(), 'docs/operations.md'), 'utf8');
    const rows = COSTLY_CALLS.map(
      ({ name, account, address, seconds }) =>
        `| \`${name}\` | ${account ?? '–'} | ${address} | ${seconds === 60 ? 'a minute' : 'an hour'} |`,
    );
    expect(rows.filter((row) => !document.includes(row))).toEqual([]);
  });
});

it('no route reads bytes but by what is marked as taking them', () => {
  const folder = path.join(projectRoot(), 'api/src');
  const reading = (readdirSync(folder, { recursive: true }) as string[])
    .filter((name) => name.endsWith('.ts') && !/\.test\.ts$|^testing\/|\/test[A-Z]/.test(name))
    .filter((name) =>
      /express\.raw\(|req\.on\('data'|req\.iterator\(|of req\)/.test(
        readFileSync(path.join(folder, name), 'utf8'),
      ),
    );
  expect(reading.sort()).toEqual([
    'features/creatives/readBytes.ts',
    'features/gateways/stripe/standIn/startStripeStandIn.ts',
    // Servers that show a key of their own: exchanges, and ours among each other.
    'features/openrtb/readBody.ts',
    'features/support/attachments/takeFile.ts',
    'platform/broadcaster/http/createHttpApi.ts',
    'platform/http/body.ts',
  ]);
});

// Exchanges that send too much lose their connection.
const DOORS = ['/serve', '/e/v/x', '/creatives/x', '/api/x', '/x', '/healthz'];
it.each([
  ...DOORS.map((door) => ['POST', door] as const),
  ['GET', '/serve'] as const,
  ['GET', '/x'] as const,
])('%s %s: a body that nobody wants is thrown away at the pace of its address', async (method, door) => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const { hostname, port } = new URL(app.url);
  const from = { 'X-Forwarded-For': `198.18.${DOORS.indexOf(door)}.${method.length}` };
  const send = async (path: string, body: Buffer) => {
    const headers = { ...from, 'Content-Length': body.length };
    const sent = request({ agent, hostname, port, method, path, headers }).end(body);
    const [answer] = await once(sent, 'response');
    for await (const _piece of answer);
  };
  // What comes at once is 2 MB; the rest takes a second.
  const heard: string[] = [];
  await send(door, Buffer.alloc(10_000_000));
  const behind = send('/healthz', Buffer.alloc(0)).then(() => heard.push('behind it'));
  await app.client().get('/healthz');
  heard.push('another');
  await behind;
  expect(heard).toEqual(['another', 'behind it']);
  agent.destroy();
});

/** A server of nothing but the table; who calls is said by a header. */
async function startTable(row: CostlyCalls) {
  const server = createServer(
    (() => {
      const { byAddress, byAccount } = limitCostlyCalls([row]);
      return (
        express()
          .set('trust proxy', true)
          .use(requestContext(silentLog), byAddress)
          .use((req, _res, next) => {
            req.authUser = { id: Number(req.get('account')) } as typeof req.authUser;
            next();
          })
          // As on the way through several mounts.
          .use(byAccount, byAccount, (_req, res) => res.status(204).end())
          .use(errorHandler())
      );
    })(),
  );
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const calls = row.calls.map((call) => call.replaceAll(/:\w+/g, 'x').split(' '));
  let made = 0;
  return {
    /** The calls of the row in turn. */
    ask: async (account: number, address: string) => {
      const [method, at] = calls[made++ % calls.length] ?? [];
      const answer = await fetch(`http://127.0.0.1:${port}${at}`, {
        method,
        headers: { account: String(account), 'x-forwarded-for': address },
      });
      return { status: answer.status, headers: answer.headers, text: await answer.text() };
    },
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

const rows = COSTLY_CALLS.map((row) => [row.name, row] as const);
const ofAccounts = COSTLY_CALLS.flatMap((row) =>
  row.account === null ? [] : [[row.name, row.account, row] as const],
);
it.each(ofAccounts)(
  '%s ends for an account at %d calls, from wherever, and goes on for another',
  async (_name, allowance, row) => {
    const { ask, close } = await startTable(row);
    for (let call = 0; call < allowance; call += 1)
      expect((await ask(1, `10.1.${call >> 8}.${call & 255}`)).status).toBe(204);
    const { status, headers, text } = await ask(1, '10.2.0.1');
    expect([status, (JSON.parse(text) as ErrorBody).code]).toEqual([429, 'TOO_MANY_REQUESTS']);
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await ask(2, '10.2.0.1')).status).toBe(204);
    await close();
  },
);

it.each(rows)(
  '%s ends for an address at its allowance, whoever calls, and goes on for another',
  async (_name, row) => {
    const { ask, close } = await startTable(row);
    for (let call = 0; call < row.address; call += 1)
      expect((await ask(1 + call, '10.1.0.1')).status).toBe(204);
    const { status, headers } = await ask(9_999, '10.1.0.1');
    expect([status, Number(headers.get('retry-after')) > 0]).toEqual([429, true]);
    expect((await ask(9_999, '10.1.0.2')).status).toBe(204);
    await close();
  },
);

it('counts the page and the API together, and an address without an account before anything is read', async () => {
  const row = COSTLY_CALLS.find(({ name }) => name === 'campaign-imports');
  if (!row) throw new Error('There is no such row');
  const client = app.client();
  await client.signIn(await makeAdvertiser(app.test.db, { account_type_id: 2 }));
  const made = await client.post<{ secret: string }>('/api/settings/api-tokens', {
    ...{ name: 'Imports', scopes: ['read', 'write'], expires_in_days: 1, addresses: [] },
  });
  const ask = (address: string) => client.post<ErrorBody>(address, {});
  for (let call = 0; call < (row.account ?? 0); call += 1)
    expect((await ask('/api/campaigns/import/preview')).status).toBe(415);
  expect((await ask('/API/campaigns/import/?plan=x')).status).toBe(429);
  const byToken = await client.request('/api/v1/campaigns/import/preview', {
    ...{ method: 'POST', headers: { Authorization: `Bearer ${made.body.secret}` } },
  });
  expect(byToken.status).toBe(429);
  const guest = app.client();
  let status = 0;
  for (let call = 0; call <= row.address && status !== 429; call += 1)
    ({ status } = await guest.post('/api/v1/campaigns/import', {}));
  expect(status).toBe(429);
});
