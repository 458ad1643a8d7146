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
  const admin = await makeAdmin(test.db);
  await service().decide({ userId: user.id, status: 'active', reason: 'whatever', by: admin.id });
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

describe('what an admin changes', () => {
  const operator = async () => ({ adminId: (await makeAdmin(test.db)).id, debugSessionId: null });

  it('is recorded with what was before, by whom; what nothing changed is not', async () => {
    const user = await makeAdvertiser(test.db, { status: 'pending', status_reason: 'Papers are missing' });
    const by = await operator();
    const verdict = {
      userId: user.id,
      status: 'suspended',
      reason: 'Two chargebacks',
      by: by.adminId,
    } as const;
    const { changeId } = await service().decide(verdict);
    expect(await service().decide(verdict)).toEqual({ changed: false });
    await service().setAccountType(user.id, 3, by);
    expect(await service().setAccountType(user.id, 3, by)).toEqual({ changed: false });
    const admin = await test.db.selectFrom('app_user').select('email').where('id', '=', by.adminId).execute();
    expect(await service().changes(user.id, 10)).toMatchObject([
      { property: 'account_type', from: '1', to: '3', by: admin[0]?.email, canUndo: true },
      {
        id: changeId,
        email: user.email,
        property: 'status',
        from: 'pending',
        to: 'suspended',
        oldReason: 'Papers are missing',
        changedAt: clock.now(),
        undoneAt: null,
        canUndo: true,
      },
    ]);
    expect(await service().changes(user.id, 1)).toHaveLength(1);
  });

  it.each([
    ['suspended', 'Set by an operator of the network'],
    ['ADK rejected', 'Set by an operator of the network'],
    ['pending', null],
  ] as const)('as a trial becomes %s without a mail, with the reason %j', async (status, status_reason) => {
    const user = await makeAdvertiser(test.db);
    const by = await operator();
    expect(await service().trial(user.id, status, by)).toMatchObject({ changed: true, from: 'active' });
    expect(await stored(user.id)).toEqual({ status, status_reason });
    await service().trial(user.id, 'active', by);
    expect(await stored(user.id)).toEqual({ status: 'active', status_reason: null });
    expect(sent).toEqual([]);
  });

  it('knows no other account types', async () => {
    const user = await makeAdvertiser(test.db);
    for (const type of [0, 6, -1, 99_999, 2 ** 40])
      await expect(service().setAccountType(user.id, type, await operator())).rejects.toMatchObject({
        status: 422,
        code: 'UNKNOWN_ACCOUNT_TYPE',
      });
  });

  it('is put back with the reason that stood there, once, without a mail', async () => {
    const user = await makeAdvertiser(test.db, { status: 'ADK rejected', status_reason: 'No site' });
    const by = await operator();
    const { changeId = 0 } = await service().trial(user.id, 'active', by);
    const undoing = { userId: user.id, changeId, operator: by };
    const twice = await Promise.allSettled([service().undo(undoing), service().undo(undoing)]);
    expect(twice.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(twice.find(({ status }) => status === 'rejected')).toMatchObject({
      reason: { status: 409, code: 'CHANGED_SINCE' },
    });
    expect(await stored(user.id)).toEqual({ status: 'ADK rejected', status_reason: 'No site' });
    expect(await service().changes(user.id, 10)).toMatchObject([{ undoneAt: clock.now(), canUndo: false }]);
    expect(sent).toEqual([]);
    const typed = await service().setAccountType(user.id, 5, by);
    await service().undo({ userId: user.id, changeId: typed.changeId ?? 0, operator: by });
    const row = test.db.selectFrom('app_user').select('account_type_id').where('id', '=', user.id);
    expect(await row.executeTakeFirstOrThrow()).toEqual({ account_type_id: 1 });
  });

  it('is not put back once somebody else changed it, though it stands as it was left', async () => {
    const user = await makeAdvertiser(test.db);
    const by = await operator();
    const first = await service().trial(user.id, 'suspended', by);
    await service().trial(user.id, 'active', by);
    const undoFirst = () => service().undo({ userId: user.id, changeId: first.changeId ?? 0, operator: by });
    await expect(undoFirst()).rejects.toMatchObject({ code: 'CHANGED_SINCE' });
    const third = await service().trial(user.id, 'suspended', by);
    await expect(undoFirst()).rejects.toMatchObject({ code: 'CHANGED_SINCE' });
    // Decided at the machine: nothing is recorded, but it is not as the third left it.
    await service().decide({ userId: user.id, status: 'ADK rejected', reason: 'No site', by: null });
    const undoThird = service().undo({ userId: user.id, changeId: third.changeId ?? 0, operator: by });
    await expect(undoThird).rejects.toMatchObject({ code: 'CHANGED_SINCE' });
    expect(await stored(user.id)).toEqual({ status: 'ADK rejected', status_reason: 'No site' });
  });

  it('is put back for its own account alone, and never shuts out the last admin', async () => {
    const user = await makeAdvertiser(test.db);
    const by = await operator();
    const { changeId = 0 } = await service().trial(user.id, 'suspended', by);
    const other = await makeAdvertiser(test.db);
    for (const undoing of [
      { userId: other.id, changeId },
      { userId: user.id, changeId: changeId + 1_000 },
    ])
      await expect(service().undo({ ...undoing, operator: by })).rejects.toMatchObject({ status: 404 });
    const suspended = await makeAdmin(test.db, { status: 'suspended', status_reason: 'Left' });
    const opened = await service().trial(suspended.id, 'active', by);
    await test.db
      .updateTable('app_user')
      .set({ status: 'suspended' })
      .where('role', '=', 'admin')
      .where('id', '!=', suspended.id)
      .execute();
    const undoing = { userId: suspended.id, changeId: opened.changeId ?? 0, operator: by };
    await expect(service().undo(undoing)).rejects.toMatchObject({ code: 'LAST_ADMIN' });
    await expect(service().trial(suspended.id, 'pending', by)).rejects.toMatchObject({ code: 'LAST_ADMIN' });
  });

  it('is in the copy for its owner without names of staff, and goes with its words', async () => {
    const user = await makeAdvertiser(test.db, { status: 'pending', status_reason: 'About Ines' });
    await service().trial(user.id, 'active', await operator());
    expect(await service().exportOf(user.id)).toEqual([
      { property: 'status', from: 'pending', to: 'active', changed_at: clock.now(), undone_at: null },
    ]);
    await test.db.transaction().execute((trx) => service().forget(trx, user.id));
    expect(await service().changes(user.id, 10)).toMatchObject([{ oldReason: null, from: 'pending' }]);
  });
});
