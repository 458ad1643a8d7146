import { routesOf } from './testing/routesOf';
import { startWholeApp, type WholeApp } from './testing/startWholeApp';

jest.setTimeout(120_000);

/** What the pages of an advertiser call. */
const ROOMS = [
  '/api/advertiser',
  '/api/assets',
  '/api/campaign-places',
  '/api/campaigns',
  '/api/conversion-goals',
  '/api/decisions',
  '/api/documents',
  '/api/landing-checks',
  '/api/metrics',
  '/api/metrics-reports',
  '/api/news',
  '/api/opportunities',
  '/api/payments',
  '/api/postbacks',
  '/api/referrals',
  '/api/rules',
];

/** Where programs have it under another name. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  // A window of the list: programs go on by a cursor, and the list takes the same filters.
  'GET /api/campaigns/page': 'GET /campaigns',
  'GET /api/campaigns/ids': 'GET /campaigns',
  'GET /api/campaigns/export.csv': 'GET /campaigns/export',
  'GET /api/advertiser/transactions.csv': 'GET /transactions/export',
  'GET /api/documents/:id.pdf': 'GET /documents/:id',
};

/** What stays with the person, and why. */
const OF_PEOPLE: Readonly<Record<string, string>> = {
  'POST /api/referrals/join': 'Terms are agreed to by a person',
  'PUT /api/advertiser/auto-top-up': 'Asks for a proof of who one is',
};

/** Rooms of pages that are none for programs, and why. */
const OF_BROWSERS: Readonly<Record<string, string>> = {
  '/api/campaign-drafts':
    'What a wizard holds half done: programs send a campaign whole, `submit: false` keeps it',
};

let app: WholeApp;
beforeAll(async () => {
  app = await startWholeApp();
});
afterAll(() => app.close());

const isIn = (path: string, room: string) => path === room || path.startsWith(`${room}/`);

it('what the pages of an advertiser do, a token can do', () => {
  const routes = routesOf(app.mounts);
  const open = new Set(
    routes
      .filter(({ path }) => path.startsWith('/api/v1/'))
      .map(({ method, path }) => `${method} ${path.slice('/api/v1'.length)}`),
  );
  const ofPages = routes.filter(({ path }) => ROOMS.some((room) => isIn(path, room)));
  expect(ROOMS.filter((room) => !ofPages.some(({ path }) => isIn(path, room)))).toEqual([]);
  const missing = ofPages.filter(({ name, method, path }) => {
    if (OF_PEOPLE[name]) return false;
    const same = `${method} ${path.replace(/^\/api(\/advertiser)?/, '')}`;
    return !open.has(ELSEWHERE[name] ?? same);
  });
  expect(missing.map(({ name }) => name)).toEqual([]);
  expect(Object.keys(OF_BROWSERS).filter((room) => !routes.some(({ path }) => isIn(path, room)))).toEqual([]);
  expect([...open].filter((each) => each.includes('/campaign-drafts'))).toEqual([]);
  // A line for what is gone would hide what comes after it.
  const names = new Set(ofPages.map(({ name }) => name));
  expect([...Object.keys(ELSEWHERE), ...Object.keys(OF_PEOPLE)].filter((name) => !names.has(name))).toEqual(
    [],
  );
});
