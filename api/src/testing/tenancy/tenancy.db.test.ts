import type { ErrorBody } from '@ezdash/contracts';
import { startOidcProvider, type TestOidcProvider } from '../oidcProvider';
import { type FoundRoute, routesOf } from '../routesOf';
import { startWholeApp, type WholeApp } from '../startWholeApp';
import { PROVIDER } from './accounts';
import { makeCall } from './calls';
import { makeHoldings } from './holdings';
import { TABLE } from './table';
import { MARKER, makeVisitors, type Visitors, WHO, type Who } from './visitors';

jest.setTimeout(120_000);

let app: WholeApp;
let provider: TestOidcProvider;
let visitors: Visitors;
let routes: FoundRoute[];
let holdings: () => Promise<Record<string, string>>;

beforeAll(async () => {
  provider = await startOidcProvider({
    clientId: 'ads',
    people: [],
    redirectUris: [`http://localhost:8080/auth/social/${PROVIDER}/callback`],
  });
  const { issuer } = provider;
  app = await startWholeApp({
    OIDC_PROVIDERS: JSON.stringify([{ id: PROVIDER, name: 'Acme', issuer, client_id: 'ads' }]),
  });
  visitors = await makeVisitors(app);
  routes = routesOf(app.mounts);
  holdings = await makeHoldings(app.test.db, [visitors.advertiser.id, visitors.publisher.id]);
});
afterAll(async () => {
  await app.close();
  await provider.stop();
});

/** Who may read what belongs to the owners: they themselves with what they hold, the operator, and the outbox's reader. */
const MAY_READ: readonly Who[] = [
  'advertiser who owns it',
  'publisher who owns it',
  'admin',
  'token: read',
  'token: write',
  'token: finance',
  'token of the publisher',
  'guest on the machine itself',
];
/** Owners last: their own call is the one that changes the thing. */
const ORDER = [...WHO].sort((a, b) => Number(MAY_READ.includes(a)) - Number(MAY_READ.includes(b)));

async function ask(who: Who, method: string, address: string, body: unknown) {
  const client = visitors.client(who);
  if (method === 'GET') return client.get<ErrorBody>(address);
  if (body instanceof URLSearchParams) return client.request<ErrorBody>(address, { method, body });
  const send = { POST: client.post, PUT: client.put, PATCH: client.patch, DELETE: client.delete }[method];
  if (!send) throw new Error(`The walk cannot send ${method}`);
  return send<ErrorBody>(address, body);
}

it('has a row for every route of the server, and for nothing else', () => {
  expect(routes.map(({ name }) => name).sort()).toEqual([...TABLE.keys()].sort());
});

it.each([...TABLE.keys()])('%s', async (name) => {
  const route = routes.find((each) => each.name === name);
  if (!route) throw new Error(`There is no route ${name}`);
  const answers = new Map<Who, number>();
  await visitors.renewProofs();
  const call = await makeCall({ app, visitors }, route);
  // These hold off an address that shows them neither session nor token too often.
  const isShy = [' /debug-tool/', ' /api/v1/'].some((area) => name.includes(area));
  const shyNetwork = isShy ? routes.indexOf(route) : null;
  // Behind an intermediary this door is closed to everybody.
  const network = route.developers === 'direct' ? 'here' : shyNetwork;
  const before = await holdings();
  for (const who of ORDER) {
    const mayRead = MAY_READ.includes(who);
    // All who may not have asked, one after the other.
    if (who === ORDER.find((each) => MAY_READ.includes(each)))
      expect({ after: Object.fromEntries(answers), holds: await holdings() }).toEqual({
        after: Object.fromEntries(answers),
        holds: before,
      });
    visitors.moveTo(who, network);
    const { status, text, body } = await ask(who, route.method, call.address, call.body);
    answers.set(who, status);
    expect([who, status]).not.toEqual([who, 429]);
    if (status === 401 || status === 403) {
      // A window of a sign-in is told by a page.
      if (body?.code === 'SESSION_INVALID') expect(name).toContain('/debug-tool/');
      else expect(text).not.toMatch(/session|valid/i);
    }
    if (mayRead) continue;
    expect([who, text.toLowerCase().includes(MARKER.toLowerCase())]).toEqual([who, false]);
  }
  const mayHaveEndedSignIns = [...answers.values()].some(
    (status) => status < 400 && (route.method !== 'GET' || status >= 300),
  );
  for (const who of WHO) {
    visitors.moveTo(who, null);
    if (mayHaveEndedSignIns) await visitors.refresh(who);
  }
  expect(WHO.map((who) => `${who}: ${answers.get(who)}`)).toEqual(
    WHO.map((who, column) => `${who}: ${TABLE.get(name)?.[column]}`),
  );
});
