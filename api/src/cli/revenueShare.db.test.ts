import { publicId } from '@ezdash/contracts';
import { sql } from 'kysely';
import { createClient } from '../platform/db';
import { createTestDb, makeAdmin, makeProperty, makePublisher, type TestDb } from '../testing';
import { changeRevenueShare, type RevenueShareArgs } from './revenueShare';
import { UsageError } from './withDatabase';

let test_: TestDb;
beforeAll(async () => {
  test_ = await createTestDb();
});
afterAll(() => test_.drop());

async function run(args: RevenueShareArgs): Promise<string> {
  const lines: string[] = [];
  expect(await changeRevenueShare(test_.db, { why: 'contract', ...args }, (line) => lines.push(line))).toBe(
    0,
  );
  return lines.join('\n');
}
/** What the ad server reads: the property's own share, else its publisher's. */
const shareOf = async (propertyId: number) =>
  (
    await sql<{ bps: number }>`SELECT coalesce(p.revenue_share_bps, u.revenue_share_bps) AS bps
      FROM property p JOIN app_user u ON u.id = p.publisher_id WHERE p.id = ${propertyId}`.execute(test_.db)
  ).rows[0]?.bps;

it('a property follows its publisher until it has a share of its own, and again afterwards', async () => {
  const publisher = await makePublisher(test_.db);
  const admin = await makeAdmin(test_.db);
  const [one, two] = [
    await makeProperty(test_.db, { publisher_id: publisher.id }),
    await makeProperty(test_.db, { publisher_id: publisher.id }),
  ];
  const shares = async () => [await shareOf(one.id), await shareOf(two.id)];
  const property = publicId('property', one.id);
  expect(await shares()).toEqual([8_000, 8_000]);
  expect(await run({ publisher: publisher.email, percent: '82.5', by: admin.email })).toBe(
    `${publisher.email} has 82.5 % from the next decision on; before it was 80 %.`,
  );
  expect(await shares()).toEqual([8_250, 8_250]);
  await run({ property, percent: '90' });
  expect(await shares()).toEqual([9_000, 8_250]);
  await run({ publisher: publisher.email, percent: '70' });
  expect(await shares()).toEqual([9_000, 7_000]);
  expect(await run({ property, default: true })).toBe(
    `${property} has its publisher's share from the next decision on; before it was 90 %.`,
  );
  expect(await shares()).toEqual([7_000, 7_000]);
  expect(await run({ property, default: true })).toMatch(/nothing has changed\.$/);
  const { rows } = await sql`SELECT actor, action, why, detail FROM money_audit ORDER BY id`.execute(
    test_.db,
  );
  expect(rows).toMatchObject([
    {
      actor: `admin ${admin.id}`,
      action: 'share_changed',
      why: 'contract',
      detail: { publisher: publisher.id, from_bps: 8_000, to_bps: 8_250 },
    },
    {
      actor: expect.stringMatching(/^command line/),
      detail: { property: one.id, from_bps: null, to_bps: 9_000 },
    },
    { detail: { publisher: publisher.id, from_bps: 8_250, to_bps: 7_000 } },
    { detail: { property: one.id, from_bps: 9_000, to_bps: null } },
  ]);
  await expect(sql`DELETE FROM money_audit`.execute(test_.owner)).rejects.toThrow('append-only');
});

it('tells the ad server', async () => {
  const publisher = await makePublisher(test_.db);
  const client = createClient(test_.connection);
  await client.connect();
  const heard: string[] = [];
  client.on('notification', ({ payload = '' }) => heard.push(payload));
  await client.query('LISTEN serving_changed');
  await run({ publisher: publisher.email, percent: '75' });
  await client.query('SELECT 1');
  await client.end();
  expect(heard).toContain(`account:${publisher.id}`);
});

it.each<[string, RevenueShareArgs]>([
  ['nobody', { percent: '80' }],
  ['both', { publisher: 'a@example.test', property: 'p_1ab1', percent: '80' }],
  ['a publisher that is none', { publisher: 'a@example.test', percent: '80' }],
  ['neither a share nor the default', { property: 'p_1ab1' }],
  ['a share and the default', { property: 'p_1ab1', percent: '80', default: true }],
])('refuses %s', async (_, args) => {
  await expect(changeRevenueShare(test_.db, { why: 'x', ...args }, () => {})).rejects.toThrow(UsageError);
});

it('refuses a change without a why, and a publisher without a share', async () => {
  const { email } = await makePublisher(test_.db);
  await expect(changeRevenueShare(test_.db, { publisher: email, percent: '81' }, () => {})).rejects.toThrow(
    'Say why',
  );
  await expect(
    changeRevenueShare(test_.db, { publisher: email, default: true, why: 'x' }, () => {}),
  ).rejects.toThrow('always has a share');
});
