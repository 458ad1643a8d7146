import { releaseTokenMade } from '@ezdash/contracts';
import { createTokensService } from '../features/remotes';
import { systemClock as clock } from '../platform/clock';
import { silentLog as log } from '../platform/log';
import { createTestDb, type TestDb } from '../testing';
import { createReleaseToken, type ReleaseTokenArgs } from './createReleaseToken';
import { UsageError } from './withDatabase';

let test_: TestDb;
beforeAll(async () => {
  test_ = await createTestDb();
});
afterAll(() => test_.drop());

async function run(args: ReleaseTokenArgs): Promise<string> {
  const lines: string[] = [];
  expect(await createReleaseToken({ db: test_.db, clock }, args, (line) => lines.push(line))).toBe(0);
  return lines.join('\n');
}
const authenticate = (secret: string) =>
  createTokensService({ db: test_.db, clock, log }).authenticate(secret);

it('makes a team’s token, and shows it once', async () => {
  const text = await run({ remote: 'mf-weather', label: 'Weather', days: '7' });
  const [secret = ''] = /rel_[\w-]{43}/.exec(text) ?? [];
  expect(await authenticate(secret)).toMatchObject({ label: 'Weather', remote: 'mf-weather' });
  const row = await test_.db.selectFrom('remote_token').selectAll().executeTakeFirstOrThrow();
  expect(row.made_by).toBeNull();
  expect(JSON.stringify(row)).not.toContain(secret);
  expect(row.expires_at.getTime() - row.created_at.getTime()).toBe(7 * 86_400_000);
});

it('makes one for operators, for programs to read', async () => {
  const { token, secret } = releaseTokenMade.parse(
    JSON.parse(await run({ ops: true, label: 'Ops', json: true })),
  );
  expect(token).toMatchObject({ remote: null, label: 'Ops' });
  expect(await authenticate(secret)).toMatchObject({ id: token.id, remote: null });
});

it.each<[string, ReleaseTokenArgs]>([
  ['nobody', { label: 'X' }],
  ['both', { remote: 'mf-weather', ops: true, label: 'X' }],
  ['what is no remote', { remote: 'weather', label: 'X' }],
  ['no label', { ops: true }],
  ['no days', { ops: true, label: 'X', days: '0' }],
  ['days in words', { ops: true, label: 'X', days: 'seven' }],
  ['too many days', { ops: true, label: 'X', days: '366' }],
])('for %s is a mistake with a sentence', async (_, args) => {
  await expect(run(args)).rejects.toThrow(UsageError);
});
