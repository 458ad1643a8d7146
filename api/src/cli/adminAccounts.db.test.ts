import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import {
  buildApp,
  createTestDb,
  makeAdvertiser,
  type TestApp,
  type TestClient,
  type TestDb,
} from '../testing';
import { signOut } from './adminAccounts';

jest.setTimeout(30_000);

let test: TestDb;
let app: TestApp;
const folder = mkdtempSync(path.join(tmpdir(), 'ezdash-cli-'));
const kept = { DATABASE_URL: process.env.DATABASE_URL, DATA_DIR: process.env.DATA_DIR };

beforeAll(async () => {
  test = await createTestDb();
  app = await buildApp({ test });
  const { host, port, user, password, database } = test.connection;
  const socket = `host=${encodeURIComponent(host ?? '')}&port=${port}`;
  process.env.DATABASE_URL = `postgres://${user}:${password}@localhost/${database}?${socket}`;
  process.env.DATA_DIR = folder;
  jest.spyOn(console, 'log').mockImplementation(() => {});
});
afterAll(async () => {
  for (const [name, value] of Object.entries(kept))
    if (value === undefined) delete process.env[name];
    else process.env[name] = value;
  jest.restoreAllMocks();
  await app.close();
  await test.drop();
  rmSync(folder, { recursive: true, force: true });
});

async function signedIn() {
  const user = await makeAdvertiser(test.db);
  const client = app.client();
  await client.signIn(user);
  return { user, client };
}
const isIn = async (client: TestClient) =>
  (await client.get<{ user: unknown }>('/api/auth/me')).body.user !== null;

describe('an operator signs out', () => {
  it('one account, and that one alone', async () => {
    const [one, other] = [await signedIn(), await signedIn()];
    expect(await signOut(one.user.email)).toBe(0);
    expect([await isIn(one.client), await isIn(other.client)]).toEqual([false, true]);
  });

  it('everybody', async () => {
    const [one, other] = [await signedIn(), await signedIn()];
    expect(await signOut(undefined)).toBe(0);
    expect([await isIn(one.client), await isIn(other.client)]).toEqual([false, false]);
  });

  it('nobody whom there is not', async () => {
    await expect(signOut('nobody@example.test')).rejects.toThrow('There is no account');
  });
});
