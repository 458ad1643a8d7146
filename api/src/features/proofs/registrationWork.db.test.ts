import type { RegisterRequest } from '@ezdash/contracts';
import { TERMS_VERSION } from '@ezdash/contracts/constants';
import { hash, verify } from '@node-rs/argon2';
import type { KyselyPlugin } from 'kysely';
import type { Db } from '../../platform/db';
import type { JobQueue, Jobs, PayloadSchema } from '../../platform/jobs';
import { createTestDb, fakeClock, makeAdvertiser, makeUser, type TestDb } from '../../testing';
import type { ProofMails } from './mails';
import { createRegistration } from './registration';

jest.mock('@node-rs/argon2', () => ({
  hash: jest.fn(async () => '$argon2id$of-somebody'),
  verify: jest.fn(async () => false),
}));

let test: TestDb;
const work: string[] = [];
beforeAll(async () => {
  test = await createTestDb();
});
afterAll(() => test.drop());

/** Notes each statement as the database gets it. */
function watched(db: Db): Db {
  const watch: KyselyPlugin = {
    transformQuery: ({ node, queryId }) => {
      work.push(db.getExecutor().compileQuery(node, queryId).sql);
      return node;
    },
    transformResult: async ({ result }) => result,
  };
  return db.withPlugin(watch);
}

const jobs: Pick<Jobs, 'queue'> = {
  queue: <S extends PayloadSchema>(name: string): JobQueue<S> => ({
    name,
    send: async (payload) => {
      work.push(`${name}: ${Object.keys(payload).join()}`);
      return 'a job';
    },
  }),
};
/** No mail is written while somebody waits for the answer. */
const noMails = new Proxy(
  {},
  {
    get: (_, name) => {
      throw new Error(`The call asked for ${String(name)}`);
    },
  },
) as ProofMails;

const input = (email: string): RegisterRequest => ({
  email,
  password: 'a good long phrase',
  role: 'advertiser',
  company_name: 'Fern & Field',
  country: 'DE',
  terms_version: TERMS_VERSION,
});

/** What a call does: statements, jobs, hashes of passwords. */
async function workOf(call: () => Promise<void>): Promise<string[]> {
  work.length = 0;
  jest.mocked(hash).mockClear();
  jest.mocked(verify).mockClear();
  await call();
  return [
    ...work,
    `${jest.mocked(hash).mock.calls.length} hashes`,
    `${jest.mocked(verify).mock.calls.length} verifications`,
  ];
}

it('does the same for an address with an account, without, and with a registration that waits', async () => {
  const { register, resend } = createRegistration({
    db: watched(test.db),
    clock: fakeClock(),
    jobs,
    mails: noMails,
    signupBonusMicros: 50_000_000n,
    appName: 'Ads',
  });
  const emails = [
    'free@example.test',
    (await makeAdvertiser(test.db)).email,
    (await makeUser(test.db, { verified: false, password_hash: null, status: 'suspended' })).email,
    'waits@example.test',
  ];
  const from = { address: '192.0.2.1', locale: 'de', browser: 'a'.repeat(64) };
  await register(input('waits@example.test'), from);
  const registered = [];
  const resent = [];
  for (const email of emails) {
    registered.push(await workOf(() => register(input(email), from)));
    resent.push(await workOf(() => resend(email, from)));
  }
  for (const each of registered) expect(each).toEqual(registered[0]);
  for (const each of resent) expect(each).toEqual(resent[0]);
  expect(registered[0]).toEqual([
    expect.stringMatching(/^insert into "pending_registration"/),
    'proofs.registration-tidy: ',
    'proofs.registration-mail: email,locale,browser,first_only',
    '1 hashes',
    '0 verifications',
  ]);
  expect(resent[0]).toEqual([
    'proofs.registration-mail: email,locale,browser,first_only',
    '0 hashes',
    '0 verifications',
  ]);
});
