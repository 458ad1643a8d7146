import { silentLog as log } from '../../platform/log';
import {
  createTestDb,
  fakeClock,
  makeAdmin,
  makeAdvertiser,
  makePublisher,
  type TestDb,
} from '../../testing';
import type { Mail } from '../mail';
import { createStandingService } from '.';

let test: TestDb;
const clock = fakeClock();
const sent: { to: string; template: string; data: object }[] = [];
const mail: Pick<Mail, 'send'> = {
  send: async (_db, { to, template, data }) => {
    sent.push({ to, template, data });
    return { id: '1', isNew: true };
  },
};

beforeAll(async () => {
  test = await createTestDb();
});
beforeEach(() => {
  sent.length = 0;
});
afterAll(() => test.drop());

const service = () => createStandingService({ db: test.db, clock, log, mail });
const stored = (id: number) =>
  test.db
    .selectFrom('app_user')
    .select(['status', 'status_reason'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();

it('suspends with a reason the owner reads, and tells them by mail', async () => {
  const user = await makeAdvertiser(test.db);
  const verdict = { userId: user.id, status: 'suspended', reason: ' Two chargebacks ', by: null } as const;
  expect(await service().decide(verdict)).toEqual({ changed: true });
  expect(await stored(user.id)).toEqual({ status: 'suspended', status_reason: 'Two chargebacks' });
  expect(sent).toEqual([
    { to: user.email, template: 'account-suspended', data: { reason: 'Two chargebacks' } },
  ]);
  expect(await service().decide(verdict)).toEqual({ changed: false });
  expect(sent).toHaveLength(1);
});

it('opens an account again, and the reason goes', async () => {
  const user = await makePublisher(test.db, { status: 'ADK rejected', status_reason: 'No site' });
  await service().decide({ userId: user.id, status: 'active', reason: 'whatever', by: 7 });
  expect(await stored(user.id)).toEqual({ status: 'active', status_reason: null });
  expect(sent).toEqual([{ to: user.email, template: 'account-approved', data: { role: 'publisher' } }]);
});

it.each([
  ['suspended', null, false],
  ['ADK rejected', '   ', false],
  ['suspended', 'x'.repeat(501), false],
  ['pending', null, true],
  ['ADK rejected', 'The site has no content', true],
] as const)('%s with the reason %j: taken %s', async (status, reason, taken) => {
  const user = await makeAdvertiser(test.db);
  const decided = service().decide({ userId: user.id, status, reason, by: null });
  if (taken) expect(await decided).toEqual({ changed: true });
  else await expect(decided).rejects.toMatchObject({ status: 422, errors: { reason: [expect.any(String)] } });
});

it('never shuts out the last admin, also when two decide at once', async () => {
  await test.db.updateTable('app_user').set({ status: 'suspended' }).where('role', '=', 'admin').execute();
  const [one, two] = [await makeAdmin(test.db), await makeAdmin(test.db)];
  const verdicts = await Promise.allSettled(
    [one, two].map(({ id }) =>
      service().decide({ userId: id, status: 'suspended', reason: 'Left the company', by: null }),
    ),
  );
  expect(verdicts.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  expect(verdicts.find(({ status }) => status === 'rejected')).toMatchObject({
    reason: { code: 'LAST_ADMIN' },
  });
});

it('knows no account of that number', async () => {
  await expect(
    service().decide({ userId: 999_999, status: 'suspended', reason: 'None', by: null }),
  ).rejects.toMatchObject({ status: 404 });
});
