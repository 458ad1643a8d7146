import type { ErrorBody } from '@ezdash/contracts';
import { type FoundRoute, routesOf } from './testing/routesOf';
import { startWholeApp, type WholeApp } from './testing/startWholeApp';
import type { TestClient } from './testing/testClient';

jest.setTimeout(120_000);

/** As each of them comes from a proxy, a load balancer, a CDN or a tunnel. */
const HEADERS: readonly (readonly [string, string])[] = [
  ...['X-Forwarded-For', 'X-Real-IP', 'X-Client-IP', 'Client-IP', 'X-Cluster-Client-IP', 'X-Remote-IP'],
  ...[
    'X-Remote-Addr',
    'X-Originating-IP',
    'X-ProxyUser-Ip',
    'WL-Proxy-Client-IP',
    'True-Client-IP',
    'X-RealIP',
  ],
  ...['CF-Connecting-IP', 'CF-Connecting-IPv6', 'Fastly-Client-IP', 'Fly-Client-IP', 'X-Appengine-User-IP'],
  ...[
    'X-Azure-ClientIP',
    'X-Azure-SocketIP',
    'X-Envoy-External-Address',
    'Ali-CDN-Real-IP',
    'X-Nf-Client-Connection-Ip',
  ],
  ...['X-Vercel-Forwarded-For', 'X-Original-Forwarded-For', 'CloudFront-Viewer-Address', 'X_Forwarded_For'],
].map((name) => [name, '127.0.0.1'] as const);
const OTHERS: readonly (readonly [string, string])[] = [
  ['Forwarded', 'for=127.0.0.1'],
  ['Via', '1.1 vegur'],
  ['X-Forwarded-Host', 'localhost'],
  ['X-Forwarded-Proto', 'https'],
  ['X-Forwarded-Port', '443'],
  ['X-Forwarded-Server', 'web1'],
  ['X-Forwarded', '127.0.0.1'],
  ['CF-Ray', '8f0-FRA'],
  ['CF-IPCountry', 'DE'],
  ['CDN-Loop', 'cloudflare'],
  ['Fly-Region', 'fra'],
  ['Fastly-FF', 'x'],
  ['X-Amzn-Trace-Id', 'Root=1'],
  ['X-Amz-Cf-Id', 'x'],
  ['X-Arr-Log-Id', 'x'],
  ['X-Cloud-Trace-Context', 'x/1'],
  ['X-Original-URL', '/'],
  ['X-Varnish', '32770'],
  ['Surrogate-Capability', 'x="ESI/1.0"'],
  ['X-Request-Start', 't=1'],
  ['Tailscale-User-Login', 'a@example.com'],
  ['Proxy-Connection', 'keep-alive'],
  ['Max-Forwards', '10'],
  ['X-Rewrite-URL', '/'],
  ['X-Akamai-Edgescape', 'x'],
  ['X-Traefik', 'x'],
  ['X-Request-Id', '5f0c'],
  ['X-MS-Client-Principal', 'x'],
  ['X-Auth-Request-User', 'a'],
  ['Remote-User', 'a'],
  ['SSL-Client-Verify', 'SUCCESS'],
  ['Early-Data', '1'],
  ['traceparent', '00-1-1-01'],
  ['HTTPS', 'on'],
  // Also when the proxy hides the client.
  ['X-Forwarded-For', ''],
];

const doorsOf = (app: WholeApp) => routesOf(app.mounts).filter(({ developers }) => developers !== undefined);
const namesOf = (routes: readonly FoundRoute[]) => routes.map(({ name }) => name).sort();
const addressOf = ({ path }: FoundRoute) => path.replaceAll(/:\w+/g, '5f0c1b8e-28b4-4c5f-9f5a-6a2f2f5d5c11');

/** As an address that nobody ever had. */
async function isAbsent(client: TestClient, route: FoundRoute): Promise<boolean> {
  const path = addressOf(route);
  // Pages are for whoever asks for no JSON.
  client.setHeader('Accept', 'application/json');
  const { status, body } =
    route.method === 'GET' ? await client.get<ErrorBody>(path) : await client.post<ErrorBody>(path, {});
  return status === 404 && body?.code === 'NO_SUCH_ADDRESS';
}

describe('S3: a developers’ door', () => {
  let app: WholeApp;
  beforeAll(async () => {
    app = await startWholeApp();
  });
  afterAll(() => app.close());

  it('is there on the machine itself, one and all', async () => {
    const doors = doorsOf(app);
    expect(namesOf(doors)).toEqual(
      expect.arrayContaining([
        'GET /dev/outbox',
        'GET /gateway/sandbox/setup/:id',
        'POST /api/payment-test/:id',
      ]),
    );
    for (const door of doors)
      expect([door.name, await isAbsent(app.client(), door)]).toEqual([door.name, false]);
    const page = await app.client().request('/payment/test', { headers: { Accept: 'text/html' } });
    expect(page.status).toBe(200);
  });

  it.each([...HEADERS, ...OTHERS])(
    'is absent behind an intermediary that sends %s: %s',
    async (name, value) => {
      const client = app.client();
      // The token of forms comes before.
      await client.post('/api/auth/logout');
      client.setHeader(name, value);
      for (const door of doorsOf(app))
        expect([door.name, await isAbsent(client, door)]).toEqual([door.name, true]);
      const page = await client.request('/payment/test', { headers: { Accept: 'text/html' } });
      expect(page.status).toBe(404);
    },
  );
});

it('S3: where APP_URL is public, no developers’ door exists unless DEV_DOORS says so', async () => {
  const open = await startWholeApp();
  const doors = namesOf(doorsOf(open));
  const all = namesOf(routesOf(open.mounts));
  await open.close();
  const APP_URL = 'https://ads.example.test';
  const closed = await startWholeApp({ APP_URL });
  // Whatever is gone was marked: a door that nobody marked would let intermediaries in.
  expect(namesOf(routesOf(closed.mounts))).toEqual(all.filter((name) => !doors.includes(name)));
  const { body } = await closed.client().get<{ outbox_url: string | null }>('/api/config');
  expect(body.outbox_url).toBeNull();
  const page = await closed.client().request('/payment/test', { headers: { Accept: 'text/html' } });
  expect(page.status).toBe(404);
  await closed.close();
  const asked = await startWholeApp({ APP_URL, DEV_DOORS: '1' });
  expect(namesOf(doorsOf(asked))).toEqual(doors);
  await asked.close();
});
