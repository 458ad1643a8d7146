import {
  type ErrorBody,
  REPORTS_MOST,
  type SavedReport,
  type SavedReportList,
  savedReport,
} from '@ezdash/contracts';
import { createJobs, type Jobs } from '../../platform/jobs';
import { silentLog } from '../../platform/log';
import {
  type AppWorld,
  type FakeClock,
  fakeClock,
  jobsEnd,
  type MadeUser,
  makeAdvertiser,
  makeCampaign,
  makeCreative,
  makeProperty,
  makePublisher,
  makeZone,
  openApp,
  type TestClient,
  until,
} from '../../testing';
import { createMail, type Mail } from '../mail';
import { createSavedReportsFeature, type SavedReportsFeature } from '.';
import { mailReport } from './mailReports';
import { noteMail, takeDue } from './savedReports.repo';

const PATH = '/api/metrics-reports';
const QUERY = 'group=campaign,country&period=yesterday&compare=previous&pivot=country';
const DAILY = { every: 'day', hour: 7, timezone: 'Europe/Berlin' };

let app: AppWorld;
let clock: FakeClock;
let jobs: Jobs;
let mail: Mail;
let feature: SavedReportsFeature;
let user: MadeUser;
let client: TestClient;

beforeAll(async () => {
  clock = fakeClock('2026-11-21T05:00:00.000Z');
  app = await openApp(({ db, connection }) => {
    jobs = createJobs({ connection, log: silentLog, pollMs: 50 });
    mail = createMail({
      db,
      jobs,
      log: silentLog,
      appName: 'EzDash',
      appUrl: 'https://ads.example',
      production: false,
    });
    feature = createSavedReportsFeature({
      db,
      clock,
      jobs,
      mail,
      log: silentLog,
      translate: (_, text) => text,
    });
    return { clock, mounts: feature.mounts };
  });
  await jobs.start();
});
afterAll(async () => {
  await jobs.stop();
  await app.close();
});
beforeEach(async () => {
  await app.db.deleteFrom('metrics_report').execute();
  clock.set('2026-11-21T05:00:00.000Z');
  user = await makeAdvertiser(app.db);
  client = await app.clientOf(user);
});

const save = async (name: string, query = QUERY) => {
  const { status, body } = await client.post<SavedReport>(PATH, { name, query });
  expect([status, body]).toEqual([201, expect.anything()]);
  return savedReport.parse(body);
};
const reports = async () => (await client.get<SavedReportList>(PATH)).body.reports;
const come = (read: () => Promise<boolean>) => until(read, Boolean, 'What was waited for');
const mails = () =>
  app.db.selectFrom('mail').selectAll().where('recipient', '=', user.email).orderBy('created_at').execute();
const rowOf = async (name: string) =>
  app.db
    .selectFrom('metrics_report')
    .selectAll()
    .where('advertiser_id', '=', user.id)
    .where('name', '=', name)
    .executeTakeFirstOrThrow();

async function spendYesterday(): Promise<void> {
  const campaign = await makeCampaign(app.db, { advertiser_id: user.id, name: 'Boots' });
  const creative = await makeCreative(app.db, { campaign_id: campaign.id });
  const property = await makeProperty(app.db, {});
  const zone = await makeZone(app.db, { property_id: property.id });
  await app.db
    .insertInto('rollup_hourly')
    .values({
      hour: '2026-11-20T10:00:00Z',
      campaign_id: campaign.id,
      creative_id: creative.id,
      zone_id: zone.id,
      country: 'DE',
      device: 1,
      advertiser_id: user.id,
      publisher_id: 1,
      property_id: property.id,
      impressions: 1_000n,
      spend_micros: 3_000_001n,
    })
    .execute();
}

test('a report is kept with its whole state, renamed and deleted', async () => {
  const made = await save('Countries');
  expect(made).toMatchObject({
    name: 'Countries',
    query: QUERY,
    schedule: null,
    next_mail_at: null,
    failure: null,
  });
  const input = { name: 'Countries by device', query: 'group=country,device' };
  expect((await client.put(`${PATH}/${made.id}`, input)).body).toMatchObject(input);
  await save('another');
  expect((await reports()).map(({ name }) => name)).toEqual(['another', 'Countries by device']);
  expect((await client.delete(`${PATH}/${made.id}`)).status).toBe(204);
  expect((await client.delete(`${PATH}/${made.id}`)).status).toBe(404);
  expect(await reports()).toHaveLength(1);
});

test.each([
  ['a name in use, in other letters', { name: 'TAKEN', query: QUERY }, 'name'],
  ['no name', { name: '  ', query: QUERY }, 'name'],
  ['a name that is too long', { name: 'x'.repeat(81), query: QUERY }, 'name'],
  ['a dimension that there is not', { name: 'New', query: 'group=moon' }, 'query'],
  ['five dimensions', { name: 'New', query: 'group=campaign,country,device,os,browser' }, 'query'],
  ['somebody’s script', { name: 'New', query: 'campaign=<script>' }, 'query'],
  ['more than a query may be', { name: 'New', query: `group=${'x'.repeat(4_000)}` }, 'query'],
])('%s is refused', async (_title, input, field) => {
  await save('Taken');
  const { status, body } = await client.post<ErrorBody>(PATH, input);
  expect([status, Object.keys(body.errors ?? {})]).toEqual([422, [field]]);
  expect(await reports()).toHaveLength(1);
});

test('a report that takes the name of another is refused, and stays as it was', async () => {
  await save('Taken');
  const { id } = await save('Mine');
  const { status, body } = await client.put<ErrorBody>(`${PATH}/${id}`, {
    name: 'taken',
    query: 'group=zone',
  });
  expect([status, Object.keys(body.errors ?? {})]).toEqual([422, ['name']]);
  expect((await reports()).map(({ name, query }) => [name, query])).toEqual([
    ['Mine', QUERY],
    ['Taken', QUERY],
  ]);
});

test('a report that is saved again may keep its name', async () => {
  const made = await save('Mine');
  expect((await client.put(`${PATH}/${made.id}`, { name: 'mine', query: 'group=zone' })).status).toBe(200);
});

test('an account keeps so many and no more, whoever saves at once', async () => {
  const rows = Array.from({ length: REPORTS_MOST - 1 }, (_, at) => ({
    advertiser_id: user.id,
    name: `Report ${at}`,
    query: '',
    created_at: clock.now(),
  }));
  await app.db.insertInto('metrics_report').values(rows).execute();
  const answers = await Promise.all(['A', 'B', 'C'].map((name) => client.post(PATH, { name, query: QUERY })));
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
});

test.each([
  ['an hour there is not', { ...DAILY, hour: 24 }, 'hour'],
  ['a timezone there is not', { ...DAILY, timezone: 'Mars/Olympus' }, 'timezone'],
  ['a rhythm there is not', { ...DAILY, every: 'minute' }, 'every'],
])('%s is refused', async (_title, schedule, field) => {
  const { id } = await save('Report');
  const { status, body } = await client.put<ErrorBody>(`${PATH}/${id}/schedule`, schedule);
  expect([status, Object.keys(body.errors ?? {})]).toEqual([422, [field]]);
});

test('an address that nobody confirmed gets no reports', async () => {
  const { id } = await save('Report');
  await app.db.updateTable('app_user').set({ verified: false }).where('id', '=', user.id).execute();
  const { status, body } = await client.put<ErrorBody>(`${PATH}/${id}/schedule`, DAILY);
  expect([status, body.code]).toEqual([409, 'EMAIL_UNVERIFIED']);
  expect((await reports())[0]?.schedule).toBeNull();
});

test('it is mailed once when it is due, however many servers look, and again the next day', async () => {
  await spendYesterday();
  const { id } = await save('Morning');
  const scheduled = await client.put<SavedReport>(`${PATH}/${id}/schedule`, DAILY);
  expect(scheduled.body).toMatchObject({ schedule: DAILY, next_mail_at: '2026-11-21T06:00:00.000Z' });
  expect(await feature.queueDue()).toBe(0);
  clock.set('2026-11-21T06:00:30.000Z');
  const queued = await Promise.all(Array.from({ length: 5 }, () => feature.queueDue()));
  expect(queued.reduce((sum, count) => sum + count, 0)).toBe(1);
  await come(async () => (await mails()).length === 1);
  await jobsEnd(app.db);
  const [letter] = await mails();
  expect(letter).toMatchObject({ template: 'metrics-report', state: 'kept' });
  const data = letter?.data as { csv: string; rows: number; from: string; to: string };
  expect(data).toMatchObject({ rows: 1, from: '2026-11-20', to: '2026-11-20' });
  expect(data.csv).toMatch(/^\uFEFFcampaign,campaign_name,country,impressions,/);
  expect(data.csv).toContain(',Boots,DE,1000,');
  expect(data.csv).toContain(',3.000001,');
  expect((await reports())[0]).toMatchObject({
    next_mail_at: '2026-11-22T06:00:00.000Z',
    last_mailed_at: '2026-11-21T06:00:30.000Z',
    failure: null,
  });
  expect(await feature.queueDue()).toBe(0);
});

test('a publisher’s report is of their own side: zones unless it says, earnings, a link to their page', async () => {
  const publisher = await makePublisher(app.db);
  const theirs = await app.clientOf(publisher);
  const refused = await theirs.post<ErrorBody>(PATH, { name: 'Foreign', query: 'group=campaign' });
  expect([refused.status, Object.keys(refused.body.errors ?? {})]).toEqual([422, ['query']]);
  const { body: made } = await theirs.post<SavedReport>(PATH, { name: 'Zones', query: 'period=yesterday' });
  const property = await makeProperty(app.db, { publisher_id: publisher.id });
  const zone = await makeZone(app.db, { property_id: property.id, name: 'Sidebar' });
  const campaign = await makeCampaign(app.db, { advertiser_id: user.id });
  const creative = await makeCreative(app.db, { campaign_id: campaign.id });
  await app.db
    .insertInto('rollup_hourly')
    .values({
      hour: '2026-11-20T10:00:00Z',
      campaign_id: campaign.id,
      creative_id: creative.id,
      zone_id: zone.id,
      country: 'DE',
      device: 1,
      advertiser_id: user.id,
      publisher_id: publisher.id,
      property_id: property.id,
      impressions: 1_000n,
      spend_micros: 3_000_001n,
      payout_micros: 2_100_001n,
    })
    .execute();
  await theirs.put(`${PATH}/${made.id}/schedule`, DAILY);
  clock.set('2026-11-21T06:00:30.000Z');
  expect(await feature.queueDue()).toBe(1);
  const letters = () =>
    app.db.selectFrom('mail').selectAll().where('recipient', '=', publisher.email).execute();
  await come(async () => (await letters()).length === 1);
  await jobsEnd(app.db);
  const [letter] = await letters();
  const data = letter?.data as { csv: string; side: string };
  expect(data.side).toBe('publisher');
  expect(data.csv).toMatch(/^\uFEFFzone,zone_name,requests,filled,below_floor,impressions,/);
  expect(data.csv).toContain(',2.100001,');
  expect(data.csv).not.toContain('3.000001');
  expect(data.csv).not.toContain('spend');
  // Neither sees the other's.
  expect((await theirs.get<SavedReportList>(PATH)).body.reports.map(({ name }) => name)).toEqual(['Zones']);
  expect(await reports()).toEqual([]);
});

test('a job that is worked on twice mails once', async () => {
  const { id } = await save('Twice');
  await client.put(`${PATH}/${id}/schedule`, DAILY);
  const { id: row, next_mail_at } = await rowOf('Twice');
  if (!next_mail_at) throw new Error('It is not to be mailed');
  clock.set('2026-11-21T06:10:00.000Z');
  const deps = { db: app.db, clock, mail, translate: (_: string, text: string) => text };
  const context = { isLastAttempt: false, signal: new AbortController().signal };
  await Promise.all(
    Array.from({ length: 4 }, () => mailReport(deps, { id: row, due: next_mail_at }, context)),
  );
  await mailReport(deps, { id: row, due: next_mail_at }, context);
  expect(await mails()).toHaveLength(1);
});

test('who ends the mails gets none, and what was missed is not made up for', async () => {
  const { id } = await save('Ended');
  await client.put(`${PATH}/${id}/schedule`, DAILY);
  expect((await client.delete<SavedReport>(`${PATH}/${id}/schedule`)).body).toMatchObject({
    schedule: null,
    next_mail_at: null,
  });
  clock.set('2026-11-25T12:00:00.000Z');
  expect(await feature.queueDue()).toBe(0);
  const { id: other } = await save('Missed');
  clock.set('2026-11-21T05:00:00.000Z');
  await client.put(`${PATH}/${other}/schedule`, DAILY);
  clock.set('2026-11-25T12:00:00.000Z');
  expect(await feature.queueDue()).toBe(1);
  await come(async () => (await mails()).length === 1);
  expect(await rowOf('Missed')).toMatchObject({ next_mail_at: new Date('2026-11-26T06:00:00.000Z') });
});

test.each([
  ['an account that is suspended', { status: 'suspended' as const }, 'inactive'],
  ['an address that is not confirmed any more', { verified: false }, 'unverified'],
])('%s: not mailed, and the report says why', async (_title, change, reason) => {
  const { id } = await save('Report');
  await client.put(`${PATH}/${id}/schedule`, DAILY);
  await app.db.updateTable('app_user').set(change).where('id', '=', user.id).execute();
  clock.set('2026-11-21T06:01:00.000Z');
  expect(await feature.queueDue()).toBe(1);
  await come(async () => (await rowOf('Report')).failure !== null);
  expect(await rowOf('Report')).toMatchObject({
    failure: reason,
    failed_at: new Date('2026-11-21T06:01:00.000Z'),
    last_mailed_at: null,
    next_mail_at: new Date('2026-11-22T06:00:00.000Z'),
  });
  const told = (await mails()).map(({ template }) => template);
  expect(told).toEqual(reason === 'unverified' ? [] : ['metrics-report-failed']);
});

test('what failed to the last attempt is told, and the next one is due as ever', async () => {
  const { id } = await save('Broken');
  await client.put(`${PATH}/${id}/schedule`, DAILY);
  const { id: row, next_mail_at } = await rowOf('Broken');
  if (!next_mail_at) throw new Error('It is not to be mailed');
  clock.set('2026-11-21T06:01:00.000Z');
  const deps = { db: app.db, clock, mail, translate: (_: string, text: string) => text };
  const gone = AbortSignal.abort(new Error('The server is leaving'));
  const attempt = (isLastAttempt: boolean) =>
    mailReport(deps, { id: row, due: next_mail_at }, { isLastAttempt, signal: gone });
  await expect(attempt(false)).rejects.toThrow('leaving');
  expect(await rowOf('Broken')).toMatchObject({ failure: null, next_mail_at });
  await expect(attempt(true)).rejects.toThrow('leaving');
  expect(await rowOf('Broken')).toMatchObject({
    failure: 'trouble',
    next_mail_at: new Date('2026-11-22T06:00:00.000Z'),
  });
  expect((await mails()).map(({ template }) => template)).toEqual(['metrics-report-failed']);
});

test('a job that was lost with its server is made again', async () => {
  const { id } = await save('Lost');
  await client.put(`${PATH}/${id}/schedule`, DAILY);
  const { id: row, next_mail_at } = await rowOf('Lost');
  await app.db
    .updateTable('metrics_report')
    .set({ queued_for: next_mail_at, queued_at: new Date('2026-11-21T06:00:00.000Z') })
    .where('id', '=', row)
    .execute();
  clock.set('2026-11-21T11:59:00.000Z');
  expect(await feature.queueDue()).toBe(0);
  clock.set('2026-11-21T12:01:00.000Z');
  expect(await feature.queueDue()).toBe(1);
  await come(async () => (await mails()).length === 1);
});

test('accounts take turns: many reports of one do not hold up those of another', async () => {
  const due = new Date('2026-11-21T06:00:00.000Z');
  const other = await makeAdvertiser(app.db);
  const reportsOf = (advertiser_id: number, count: number, next_mail_at: Date) =>
    app.db
      .insertInto('metrics_report')
      .values(
        Array.from({ length: count }, (_, index) => ({
          ...DAILY,
          every: 'day' as const,
          advertiser_id,
          name: `Report ${index}`,
          query: QUERY,
          next_mail_at,
          created_at: due,
        })),
      )
      .returning('id')
      .execute();
  const many = await reportsOf(user.id, 13, due);
  const few = await reportsOf(other.id, 2, new Date(due.getTime() + 60_000));
  const now = new Date(due.getTime() + 3_600_000);
  const take = (most: number) =>
    app.db.transaction().execute((trx) => takeDue(trx, now, new Date(now.getTime() - 6 * 3_600_000), most));
  const ids = (rows: readonly ({ id: number } | undefined)[]) => rows.map((row) => row?.id);
  expect(ids(await take(3))).toEqual(ids([many[0], few[0], many[1]]));
  // Ten of an account are under way at a time, and the others follow.
  expect(ids(await take(100))).toEqual(ids([few[1], ...many.slice(2, 10)]));
  expect(await take(100)).toEqual([]);
  await app.db.transaction().execute((trx) =>
    noteMail(trx, many[0]?.id ?? 0, {
      next: new Date('2026-11-22T06:00:00.000Z'),
      now,
      failure: null,
    }),
  );
  expect(ids(await take(100))).toEqual(ids([many[10]]));
});

test('a person’s reports are in the archive and go with the account', async () => {
  await save('Mine');
  expect(await feature.exportOf(user.id)).toEqual([expect.objectContaining({ name: 'Mine', query: QUERY })]);
  await app.db.transaction().execute((trx) => feature.forget(trx, user.id));
  expect(await reports()).toEqual([]);
});
