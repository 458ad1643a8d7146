import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { publicId } from '@ezdash/contracts';
import { sql } from 'kysely';
import { ingestEvent } from '../features/events/testEvents';
import { testIngest } from '../features/events/testIngest';
import { balances, releaseEarnings, verify } from '../features/ledger';
import { makeWorld, type World } from '../features/serving/testWorld';
import { createTestDb, makeAdmin, type TestDb } from '../testing';
import { type ReverseInvalidArgs, reverseInvalid } from './reverseInvalid';
import { UsageError } from './withDatabase';

const HOUR_MS = 3_600_000;
const isoMinute = (ms: number) => `${new Date(ms).toISOString().slice(0, 16)}Z`;

let test_: TestDb;
let world: World;
let dir: string;
const decisionIds = [randomUUID(), randomUUID(), randomUUID()];
beforeAll(async () => {
  test_ = await createTestDb();
  dir = mkdtempSync(path.join(tmpdir(), 'ezdash-reverse-'));
  world = await makeWorld(test_.db);
  const { ingest, records } = testIngest(test_.connection);
  await ingest.open();
  const decidedAtMs = Date.now() - HOUR_MS;
  const { campaignId, creativeId, zoneId } = world;
  for (const decisionId of decisionIds)
    records.push(
      ingestEvent({
        campaignId,
        creativeId,
        zoneId,
        decisionId,
        decidedAtMs,
        happenedAtMs: decidedAtMs,
        priceMicros: 2_000_000,
        payoutMicros: 1_600_000,
      }),
    );
  await ingest.drain();
  await ingest.stop();
});
afterAll(async () => {
  rmSync(dir, { recursive: true, force: true });
  await test_.drop();
});

const span = (): ReverseInvalidArgs => ({
  zone: publicId('zone', world.zoneId),
  from: isoMinute(Date.now() - 3 * HOUR_MS),
  to: isoMinute(Date.now()),
  reason: 'sivt',
});

async function run(args: ReverseInvalidArgs): Promise<string[]> {
  const lines: string[] = [];
  expect(await reverseInvalid(test_.db, args, (line) => lines.push(line))).toBe(0);
  return lines;
}
const pending = async () => (await balances(test_.db, world.publisherId)).publisher_pending;

it.each<[string, ReverseInvalidArgs, string]>([
  ['a reason that is none', { reason: 'because' }, '--reason'],
  ['no reason', { reason: undefined }, '--reason'],
  ['a zone that is none', { zone: 'z_zzzz' }, 'There is no zone z_zzzz.'],
  ['a publisher that is none', { publisher: 'nobody@example.test' }, 'There is no publisher'],
  ['no span', { from: undefined }, '--from and --to'],
  ['a span nobody understands', { from: 'yesterday' }, '--from'],
  ['a span in the future', { to: '2126-01-01' }, 'future'],
  ['all traffic at once', { zone: undefined }, 'not all traffic at once'],
  ['decisions beside a span', { decisions: 'x' }, '--decisions names its events alone'],
  ['no why', { yes: true }, '--why'],
  ['a look and a deed at once', { yes: true, 'dry-run': true, why: 'x' }, 'one of the two'],
  ['an admin that is none', { yes: true, why: 'x', by: 'nobody@example.test' }, 'There is no admin'],
])('refuses %s and changes nothing', async (_, args, message) => {
  const asked = reverseInvalid(test_.db, { ...span(), ...args }, () => {});
  await expect(asked).rejects.toThrow(UsageError);
  await expect(reverseInvalid(test_.db, { ...span(), ...args }, () => {})).rejects.toThrow(message);
  expect(await pending()).toBe(4_800_000n);
});

it('shows what it would do, and does nothing', async () => {
  const [preview = '', last] = await run(span());
  expect(preview).toContain('3 events; of those that count 3 impressions, 0 viewable, 0 clicks.');
  expect(preview).toContain('Advertisers get back 6.00, of it bonus 0.00:');
  expect(preview).toContain('Publishers give back 4.80, the network 1.20:');
  expect(preview).toMatch(/publisher-\w+@example\.test: 4\.80 of 4\.80 pending\n?$/m);
  expect(last).toBe('Nothing was changed; --yes carries it out.');
  expect(await pending()).toBe(4_800_000n);
});

it('carries it out, says who did, and warns of a debt', async () => {
  await releaseEarnings(test_.db, {
    ownerId: world.publisherId,
    amountMicros: 4_000_000n,
    reference: 'test',
    occurredAt: new Date(),
  });
  const admin = await makeAdmin(test_.db);
  const file = path.join(dir, 'decisions.txt');
  writeFileSync(file, `${decisionIds[0]}\n\n ${decisionIds[1]?.toUpperCase()}\n`);
  const args = { decisions: file, reason: 'data-centre', why: 'a farm', by: admin.email, yes: true };
  const [preview, result] = await run(args);
  expect(preview).toContain('3.20 of 0.80 pending; owes 2.40 then');
  expect(result).toMatch(
    /^Reversal \d+: 2 events in 1 batches in all; advertisers got back 4\.00, publishers gave back 3\.20\.$/,
  );
  expect(await pending()).toBe(-2_400_000n);
  const { rows } = await sql<{ actor: string; why: string }>`SELECT actor, why FROM traffic_reversal`.execute(
    test_.db,
  );
  expect(rows).toEqual([{ actor: `admin ${admin.id}`, why: 'a farm' }]);
  expect(await run(args)).toEqual([
    'No event of the selection counts: there is nothing to reverse.',
    'There was nothing to reverse.',
  ]);
  expect((await verify(test_.db)).differences).toEqual([]);
});
