import type { GateVerdict } from '@ezdash/contracts';
import { createTestDb, type TestDb } from '../../../testing';
import { makeRelease } from '../testReleases';
import { createVerdictRepo } from './verdicts';

let test: TestDb;
beforeAll(async () => {
  test = await createTestDb();
});
afterAll(() => test.drop());

async function addRelease(version: string): Promise<number> {
  const { id } = await test.db
    .insertInto('remote_release')
    .values({
      name: 'mf-advertiser',
      version,
      digest: 'f'.repeat(64),
      release: JSON.stringify(makeRelease({ version })),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

const verdict = (passed: boolean, shellBuild: string): GateVerdict => ({
  passed,
  checks: [{ check: 'entry', outcome: passed ? 'passed' : 'failed', detail: 'what was seen' }],
  shell_build: shellBuild,
  checked_at: '2026-11-22T12:00:00.000Z',
});

it('keeps every verdict, and answers the newest of each release with the shell asked for', async () => {
  const repo = createVerdictRepo(test.db);
  const [one, other, unjudged] = [
    await addRelease('1.0.0'),
    await addRelease('1.0.1'),
    await addRelease('1.0.2'),
  ];
  await repo.add(one, verdict(false, 'a'));
  await repo.add(one, verdict(true, 'a'));
  await repo.add(one, verdict(false, 'b'));
  await repo.add(other, verdict(false, 'a'));
  expect(await repo.latest([one, other, unjudged], 'a')).toEqual(
    new Map([
      [one, verdict(true, 'a')],
      [other, verdict(false, 'a')],
    ]),
  );
  expect(await repo.latest([one, other], 'b')).toEqual(new Map([[one, verdict(false, 'b')]]));
  expect(await repo.latest([], 'a')).toEqual(new Map());
  await expect(test.owner.deleteFrom('remote_verdict').execute()).rejects.toThrow('append-only');
});
