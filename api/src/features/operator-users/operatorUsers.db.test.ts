import type { ErrorBody, OperatorUserCampaigns, OperatorUserDetail, OperatorUsers } from '@ezdash/contracts';
import { operatorUserCampaigns, operatorUserDetail, operatorUsers, publicId } from '@ezdash/contracts';
import { ForbiddenError } from '../../platform/errors';
import { silentLog as log } from '../../platform/log';
import {
  type AppWorld,
  type FakeClock,
  fakeClock,
  type MadeUser,
  makeAdmin,
  makeAdvertiser,
  makeCampaign,
  makeProperty,
  makePublisher,
  openApp,
  type TestClient,
} from '../../testing';
import { createAccountAccess } from '../account-access';
import { type AccountsService, createAccountsFeature } from '../accounts';
import { createCampaignsFeature } from '../campaigns';
import { createFactorsService } from '../factors';
import { createStandingService } from '../standing';
import { createOperatorUsersFeature } from '.';

let app: AppWorld;
let clock: FakeClock;
let accounts: AccountsService;
let admin: MadeUser;
let client: TestClient;
let proven = true;
const sent: string[] = [];

beforeEach(async () => {
  clock = fakeClock();
  proven = true;
  sent.length = 0;
  app = await openApp(({ db }) => {
    accounts = createAccountsFeature({ db, clock, secret: 'a secret' }).service;
    const mail = {
      send: async (_db: unknown, { template }: { template: string }) => {
        sent.push(template);
        return { id: '1', isNew: true };
      },
    };
    const standing = createStandingService({ db, clock, log, mail });
    const factors = createFactorsService({ db, clock, mail, secret: 'a secret', appName: 'Ads' });
    const { mounts } = createOperatorUsersFeature({
      db,
      clock,
      accounts,
      standing,
      access: createAccountAccess({ db, clock, log, factors }),
      campaigns: createCampaignsFeature({ db, clock }).list,
      checkProof: () => {
        if (!proven) throw new ForbiddenError('Confirm that it is you to go on', 'REAUTH_REQUIRED');
      },
    });
    return { clock, mounts };
  });
  admin = await makeAdmin(app.db, { company_name: null, first_name: 'Mara', last_name: 'Okafor' });
  client = await app.clientOf(admin);
});
afterEach(() => app.close());

const PATH = '/api/operator/users';
const list = async (query = '') => {
  const { status, body } = await client.get<OperatorUsers>(`${PATH}${query}`);
  expect(status).toBe(200);
  return operatorUsers.parse(body);
};
const idsOf = ({ users }: OperatorUsers) => users.map(({ id }) => id);
const detail = async (id: number) => {
  const { body } = await client.get<OperatorUserDetail>(`${PATH}/${id}`);
  return operatorUserDetail.parse(body);
};
const post = (path: string, body: object) =>
  client.post<OperatorUserDetail & ErrorBody>(`${PATH}${path}`, body);

it('lists accounts newest first, with the balance that their own pages show', async () => {
  const advertiser = await makeAdvertiser(app.db, { bonusMicros: 5_000_000n, company_name: 'Halden' });
  const leaves = { deletes_at: clock.now(), deletion_requested_at: clock.now() };
  const publisher = await makePublisher(app.db, { ...leaves, account_type_id: 3 });
  const { users, total } = await list();
  expect([users.map(({ id }) => id), total]).toEqual([[publisher.id, advertiser.id, admin.id], 3]);
  for (const row of users) expect(row.balance).toBe((await accounts.user(row.id)).balance.balance);
  expect(users[1]).toMatchObject({ name: 'Halden', balance: 105_000_000, deletes_at: null });
  expect(users[0]).toMatchObject({
    account_type: { id: 3, name: 'VIP1' },
    deletes_at: clock.now().toISOString(),
  });
  expect(users[2]?.name).toBe('Mara Okafor');
});

it('pages by the last row that is known, and counts what fits', async () => {
  const first = await makePublisher(app.db, { company_name: 'Many' });
  for (let count = 1; count < 52; count++) await makePublisher(app.db, { company_name: 'Many' });
  const page = await list('?search=many');
  expect([page.users.length, page.total]).toEqual([50, 52]);
  const rest = await list(`?search=many&before=${page.users.at(-1)?.id}`);
  expect([idsOf(rest), rest.total]).toEqual([[first.id + 1, first.id], 52]);
});

it('finds by role, state and text, which is taken as it stands', async () => {
  const odd = await makeAdvertiser(app.db, { company_name: 'Jazz%_off', status: 'suspended' });
  const other = await makePublisher(app.db, { company_name: 'Jazz off' });
  const gone = { status: 'suspended', password_hash: null, deleted_at: clock.now() } as const;
  await makePublisher(app.db, { ...gone, company_name: 'Jazz gone' });
  expect(idsOf(await list('?role=publisher'))).toEqual([other.id]);
  expect(idsOf(await list('?status=suspended'))).toEqual([odd.id]);
  expect(idsOf(await list('?search=jazz'))).toEqual([other.id, odd.id]);
  expect(idsOf(await list(`?search=${encodeURIComponent('%_')}`))).toEqual([odd.id]);
  expect(idsOf(await list(`?search=${odd.id}`))).toEqual([odd.id]);
  expect(idsOf(await list('?search=off&role=advertiser'))).toEqual([odd.id]);
  for (const query of ['?role=owner', '?status=gone', '?before=x', '?before=99999999999'])
    expect((await client.get(`${PATH}${query}`)).status).toBe(422);
});

it('shows an account with what it runs', async () => {
  const advertiser = await makeAdvertiser(app.db, { status_reason: null, account_type_id: 4 });
  await makeCampaign(app.db, { advertiser_id: advertiser.id, state: 'draft' });
  await makeCampaign(app.db, { advertiser_id: advertiser.id, state: 'archived' });
  expect(await detail(advertiser.id)).toMatchObject({
    user: { id: advertiser.id, account_type: { name: 'VIP2' } },
    features: { credit_line: true },
    campaigns: { total: 1, running: 0 },
    properties: null,
    changes: [],
  });
  const publisher = await makePublisher(app.db);
  for (const state of ['approved', 'pending', 'archived'] as const)
    await makeProperty(app.db, { publisher_id: publisher.id, state });
  expect(await detail(publisher.id)).toMatchObject({
    campaigns: null,
    properties: { total: 2, approved: 1 },
  });
  expect(await detail(admin.id)).toMatchObject({ campaigns: null, properties: null });
});

it.each(['999999', 'x', '0', '-1', '99999999999', 'u_1001'])('knows no account %s', async (id) => {
  const answers = [
    await client.get(`${PATH}/${id}`),
    await post(`/${id}/status`, { status: 'active', reason: null }),
    await post(`/${id}/account-type`, { account_type_id: 2 }),
    await post(`/${id}/manager`, { manager_id: null }),
    await post(`/${id}/sign-out`, { reason: 'Why' }),
    await post(`/${id}/reset-factors`, { reason: 'Why' }),
    await client.get(`${PATH}/${id}/campaigns`),
  ];
  expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404, 404, 404]);
});

it('decides with a reason, which the owner is told and staff see with who it was', async () => {
  const { id } = await makeAdvertiser(app.db);
  const { status, body } = await post(`/${id}/status`, { status: 'suspended', reason: ' Two chargebacks ' });
  expect(status).toBe(200);
  expect(operatorUserDetail.parse(body)).toMatchObject({
    user: { status: 'suspended' },
    status_reason: 'Two chargebacks',
    changes: [
      {
        property: 'status',
        from: 'active',
        to: 'suspended',
        by: admin.email,
        changed_at: clock.now().toISOString(),
      },
    ],
  });
  expect(sent).toEqual(['account-suspended']);
  const silent = await post(`/${id}/status`, { status: 'ADK rejected', reason: null });
  expect([silent.status, Object.keys(silent.body.errors ?? {})]).toEqual([422, ['reason']]);
});

it('changes the type of an account', async () => {
  const { id } = await makePublisher(app.db);
  const { body } = await post(`/${id}/account-type`, { account_type_id: 5 });
  expect(body).toMatchObject({
    user: { account_type: { id: 5, name: 'VIP3' } },
    changes: [{ property: 'account_type', from: '1', to: '5', by: admin.email }],
  });
  expect(sent).toEqual([]);
  const unknown = await post(`/${id}/account-type`, { account_type_id: 6 });
  expect([unknown.status, unknown.body.code]).toEqual([422, 'UNKNOWN_ACCOUNT_TYPE']);
});

it('names who looks after an advertiser, and nobody again', async () => {
  const { id } = await makeAdvertiser(app.db);
  expect((await detail(id)).manager).toBeNull();
  const { status, body } = await post(`/${id}/manager`, { manager_id: admin.id });
  expect([status, operatorUserDetail.parse(body).manager]).toEqual([
    200,
    { id: admin.id, name: 'Mara Okafor', active: true },
  ]);
  await post(`/${id}/manager`, { manager_id: null });
  expect((await detail(id)).manager).toBeNull();
});

it('takes only an active operator, for an advertiser, with a proof', async () => {
  const { id } = await makeAdvertiser(app.db);
  const publisher = await makePublisher(app.db);
  const former = await makeAdmin(app.db, { status: 'suspended' });
  for (const manager_id of [id, former.id, 999_999]) {
    const { status, body } = await post(`/${id}/manager`, { manager_id });
    expect([status, Object.keys(body.errors ?? {})]).toEqual([422, ['manager_id']]);
  }
  expect(await detail(publisher.id)).not.toHaveProperty('manager');
  const wrong = await post(`/${publisher.id}/manager`, { manager_id: admin.id });
  expect([wrong.status, wrong.body.code]).toEqual([409, 'NOT_ADVERTISER']);
  proven = false;
  const unproven = await post(`/${id}/manager`, { manager_id: admin.id });
  expect([unproven.status, unproven.body.code]).toEqual([403, 'REAUTH_REQUIRED']);
  expect((await detail(id)).manager).toBeNull();
});

it('never shuts out the last admin', async () => {
  const { status, body } = await post(`/${admin.id}/status`, { status: 'suspended', reason: 'Left' });
  expect([status, body.code]).toEqual([409, 'LAST_ADMIN']);
});

it('names the campaigns of an advertiser with their priority, and none of others', async () => {
  const advertiser = await makeAdvertiser(app.db);
  const campaign = await makeCampaign(app.db, {
    advertiser_id: advertiser.id,
    state: 'draft',
    name: 'Autumn',
  });
  await makeCampaign(app.db, { advertiser_id: advertiser.id, state: 'archived' });
  const campaignsOf = async (id: number) => {
    const { body } = await client.get<OperatorUserCampaigns>(`${PATH}/${id}/campaigns`);
    return operatorUserCampaigns.parse(body).campaigns;
  };
  expect(await campaignsOf(advertiser.id)).toEqual([
    { id: publicId('campaign', campaign.id), name: 'Autumn', state: 'draft', priority: 'auction' },
  ]);
  expect(await campaignsOf((await makePublisher(app.db)).id)).toEqual([]);
});

it('is for admins with a fresh proof', async () => {
  const advertiser = await makeAdvertiser(app.db);
  const theirs = await app.clientOf(advertiser);
  const change = { status: 'active', reason: null };
  expect((await theirs.get(PATH)).status).toBe(403);
  expect((await theirs.post(`${PATH}/${advertiser.id}/status`, change)).status).toBe(403);
  expect((await app.client().get(PATH)).status).toBe(401);
  proven = false;
  expect((await client.get(PATH)).status).toBe(200);
  for (const answer of [
    await post(`/${advertiser.id}/status`, { status: 'suspended', reason: 'Why' }),
    await post(`/${advertiser.id}/account-type`, { account_type_id: 2 }),
    await post(`/${advertiser.id}/sign-out`, { reason: 'Why' }),
    await post(`/${advertiser.id}/reset-factors`, { reason: 'Why' }),
  ])
    expect([answer.status, answer.body.code]).toEqual([403, 'REAUTH_REQUIRED']);
  expect(await accounts.user(advertiser.id)).toMatchObject({ status: 'active', account_type: { id: 1 } });
});
