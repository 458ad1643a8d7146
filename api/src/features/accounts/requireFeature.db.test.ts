import type { BuiltFeature, ErrorBody, SessionAnswer } from '@ezdash/contracts';
import { ACCOUNT_TYPES, BUILT_FEATURES } from '@ezdash/contracts/constants';
import { Router } from 'express';
import { route } from '../../platform/http';
import {
  buildApp,
  createTestDb,
  makeAdvertiser,
  type TestApp,
  type TestClient,
  type TestDb,
} from '../../testing';
import { listAccountTypes } from './accounts.repo';
import { requireFeature } from './requireFeature';

const FEATURES = [
  'ai_recommendations',
  'api_read',
  'api_write',
  'auto_rules',
  'bid_landscape',
  'credit_line',
  'managed_campaigns',
  'saved_reports',
  'scheduled_reports',
];
/** What each type opens, to be read by eye; the rows are the features above. */
const OPEN: Readonly<Record<(typeof ACCOUNT_TYPES)[number], readonly boolean[]>> = {
  Regular: [false, true, false, false, false, false, false, true, false],
  Premium: [false, true, true, true, false, false, false, true, true],
  VIP1: [true, true, true, true, true, false, false, true, true],
  VIP2: [true, true, true, true, true, true, false, true, true],
  VIP3: [true, true, true, true, true, true, true, true, true],
};

let test: TestDb;
let app: TestApp;
beforeAll(async () => {
  test = await createTestDb();
  const router = Router();
  for (const feature of [...FEATURES, 'unheard_of', 'constructor'])
    router.get(
      `/${feature}`,
      // Those that are not built yet are held to the same rule.
      requireFeature(test.db, feature as BuiltFeature),
      route(() => ({ open: true })),
    );
  app = await buildApp({ test, mounts: [{ path: '/api/features', router }] });
});
afterAll(async () => {
  await app.close();
  await test.drop();
});

async function signedIn(account_type_id: number): Promise<TestClient> {
  const client = app.client();
  await client.signIn(await makeAdvertiser(test.db, { account_type_id }));
  return client;
}
const idOf = async (name: string) =>
  (await listAccountTypes(test.db)).find((type) => type.name === name)?.id ?? 0;

it('knows every feature of every type', async () => {
  const types = await listAccountTypes(test.db);
  expect(types.map(({ name }) => name)).toEqual(ACCOUNT_TYPES);
  for (const { features } of types) expect(Object.keys(features as object).sort()).toEqual(FEATURES);
});

it('those that are built are among them, and a type opens each', () => {
  expect(FEATURES).toEqual(expect.arrayContaining([...BUILT_FEATURES]));
  for (const feature of BUILT_FEATURES) expect(OPEN.VIP3[FEATURES.indexOf(feature)]).toBe(true);
});

it.each(ACCOUNT_TYPES)('%s: the server lets through what the database says', async (name) => {
  const client = await signedIn(await idOf(name));
  const features = (await client.get<SessionAnswer>('/api/auth/me')).body.user?.features;
  const answers: boolean[] = [];
  for (const feature of FEATURES) {
    const { status, body, text } = await client.get<ErrorBody>(`/api/features/${feature}`);
    expect([200, 403]).toContain(status);
    if (status === 403) expect(body.code).toBe('NOT_IN_ACCOUNT_TYPE');
    expect(text).not.toMatch(/session|valid/i);
    answers.push(status === 200);
    // The page is told the same.
    expect([feature, features?.[feature]]).toEqual([feature, status === 200]);
  }
  expect(answers).toEqual(OPEN[name]);
});

it.each(['unheard_of', 'constructor'])('%s, which no type has, is closed to all', async (feature) => {
  const client = await signedIn(await idOf('VIP3'));
  expect((await client.get(`/api/features/${feature}`)).status).toBe(403);
});

it('takes a type that nobody knows for Regular, and a changed one at the next call', async () => {
  await test.owner
    .insertInto('account_type')
    .values({ id: 9, name: 'Galactic', features: JSON.stringify({ api_read: false, credit_line: true }) })
    .execute();
  const client = await signedIn(9);
  const open = async (feature: string) => (await client.get(`/api/features/${feature}`)).status === 200;
  expect([await open('credit_line'), await open('api_read')]).toEqual([false, true]);
  await test.owner
    .updateTable('account_type')
    .set({ features: JSON.stringify({ credit_line: true }) })
    .where('name', '=', 'Regular')
    .execute();
  expect([await open('credit_line'), await open('api_read')]).toEqual([true, false]);
});

it('is closed to guests', async () => {
  const { status, body } = await app.client().get<ErrorBody>('/api/features/api_read');
  expect([status, body.code]).toEqual([401, 'SIGN_IN_REQUIRED']);
});
