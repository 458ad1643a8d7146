import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { publicId } from '@ezdash/contracts';
import { sql } from 'kysely';
import { createSecretBox } from '../../platform/auth';
import { createTestDb, type TestDb } from '../../testing';
import { startTestSmtpServer, type TestSmtpServer } from '../mail/testSmtpServer';
import { TEST_SECRET } from './testAlerts';
import { startTestReceiver, type TestReceiver } from './webhook/testReceiver';

jest.setTimeout(300_000);

/** A thousand takes minutes: `ALERT_READERS=1000` for the measurement of the README. */
const ACCOUNTS = Number(process.env.ALERT_READERS ?? 300);
/** What one process has in hand at a time: so much a kill can make twice, and no more. */
const CALLS_AT_A_TIME = 8;
const MAILS_AT_A_TIME = 4;
/** So many more calls and mails before each kill. */
const BETWEEN_KILLS = ACCOUNTS < 1_000 ? 115 : 230;

let test_: TestDb;
let smtp: TestSmtpServer;
let receiver: TestReceiver;
let child: ChildProcess | null = null;

beforeAll(async () => {
  test_ = await createTestDb();
  smtp = await startTestSmtpServer();
  receiver = await startTestReceiver();
  // Slow enough for kills to find calls and mails on their way.
  smtp.delayMs = 5;
  receiver.answer = (_call, res) => {
    setTimeout(() => {
      res.writeHead(200);
      res.end();
    }, 5);
  };
});
afterAll(async () => {
  child?.kill('SIGKILL');
  await receiver.close();
  await smtp.close();
  await test_.drop();
});

async function count(query: ReturnType<typeof sql<{ count: number }>>): Promise<number> {
  const { rows } = await query.execute(test_.db);
  return rows[0]?.count ?? 0;
}
const countNotices = () => count(sql<{ count: number }>`SELECT count(*)::int4 AS count FROM notice`);
const countLeft = () =>
  count(sql<{ count: number }>`
    SELECT (SELECT count(*) FROM pgboss.job WHERE name IN ('alerts.news', 'alerts.mail', 'alerts.webhook', 'mail.send')
        AND state IN ('created', 'retry', 'active'))::int4
      + (SELECT count(*) FROM alert_delivery)::int4 AS count`);

/** Publishers who have asked for news by mail too, each with an address of their own. */
async function makeReaders(): Promise<void> {
  const box = createSecretBox(TEST_SECRET, 'alert webhooks');
  const users = await test_.db
    .insertInto('app_user')
    .values(
      Array.from({ length: ACCOUNTS }, (_, index) => ({
        email: `reader${index}@news.test`,
        username: `reader${index}`,
        role: 'publisher',
        status: 'active',
        account_type_id: 1,
      })),
    )
    .returning('id')
    .execute();
  const now = new Date();
  await test_.db
    .insertInto('alert_opt_in')
    .values(
      users.map(({ id }) => ({ user_id: id, event: 'news_published', channel: 'mail', opted_in_at: now })),
    )
    .execute();
  await test_.db
    .insertInto('alert_webhook')
    .values(
      users.map(({ id }) => ({
        user_id: id,
        url: `${receiver.url}/of/${id}`,
        secret_sealed: box.seal('whsec_test', `user ${id}`),
        secret_hint: 'test',
        created_at: now,
      })),
    )
    .execute();
}

async function startChild(): Promise<ChildProcess> {
  const started = fork(
    join(__dirname, 'alertChild.ts'),
    [JSON.stringify(test_.connection), TEST_SECRET, smtp.url],
    { execArgv: ['--import', 'tsx'], stdio: ['ignore', 'inherit', 'inherit', 'ipc'] },
  );
  child = started;
  const gone = once(started, 'exit').then(([code]) => {
    throw new Error(`The alerts ended with ${code}`);
  });
  gone.catch(() => {});
  await Promise.race([once(started, 'message'), gone]);
  return started;
}

async function kill(running: ChildProcess): Promise<void> {
  const gone = once(running, 'exit');
  running.kill('SIGKILL');
  const [, signal] = await gone;
  // It had not ended by itself.
  expect(signal).toBe('SIGKILL');
  // The time goes by after which what the dead process had in hand counts as given up.
  await sql`
    UPDATE pgboss.job SET started_on = started_on - interval '1 hour' WHERE state = 'active'`.execute(
    test_.db,
  );
  await sql`UPDATE mail SET claimed_until = now() WHERE claimed_until IS NOT NULL`.execute(test_.db);
  await sql`UPDATE pgboss.job SET start_after = now() WHERE state = 'retry'`.execute(test_.db);
}

/** As long as the test may take, but not longer than the process lives. */
async function until(read: () => Promise<number>, isDone: (value: number) => boolean, what: string) {
  while (!isDone(await read())) {
    if (child?.exitCode !== null) throw new Error(`The alerts ended before ${what}`);
    await pause(20);
  }
}
/** So many calls and mails have arrived. */
const reaches = (deliveries: number) =>
  until(
    async () => receiver.calls.length + smtp.received.length,
    (made) => made >= deliveries,
    `Delivery ${deliveries}`,
  );
const messageIdOf = ({ raw }: { raw: string }) => /^Message-ID: (.*)$/im.exec(raw)?.[1]?.trim() ?? '';

test('kill -9, again and again, in the middle of alerts to many: each is told once, by each of its ways', async () => {
  await makeReaders();
  let kills = 0;
  let running = await startChild();
  const published = once(running, 'message');
  running.send({ articleId: 7, title: 'Video ads', category: 'product', audiences: ['publisher'] });
  await published;
  // In the middle of the writing of notices.
  await until(countNotices, (written) => written >= ACCOUNTS / 5, 'The first part');
  await kill(running);
  kills += 1;
  const writtenAtFirst = await countNotices();
  expect(writtenAtFirst).toBeLessThan(ACCOUNTS);
  // In the middle of calls and mails.
  for (let goal = BETWEEN_KILLS; goal < 2 * ACCOUNTS; goal += BETWEEN_KILLS) {
    running = await startChild();
    await reaches(goal);
    await kill(running);
    kills += 1;
  }
  expect(kills).toBeGreaterThanOrEqual(Math.floor((2 * ACCOUNTS) / BETWEEN_KILLS));
  await startChild();
  // What the dead had in hand is tried again after a pause, which goes by here too.
  const pass = () => sql`UPDATE pgboss.job SET start_after = now() WHERE state = 'retry'`.execute(test_.db);
  await until(
    () => pass().then(countLeft),
    (left) => left === 0,
    'The end',
  );

  const { rows } = await sql<{ id: string; user_id: number; email: string }>`
    SELECT n.id::text, n.user_id, u.email FROM notice n JOIN app_user u ON u.id = n.user_id ORDER BY n.id`.execute(
    test_.db,
  );
  expect(rows).toHaveLength(ACCOUNTS);
  expect(new Set(rows.map(({ user_id }) => user_id)).size).toBe(ACCOUNTS);

  const mails = await test_.db.selectFrom('mail').select(['id', 'recipient', 'state']).execute();
  expect(mails).toHaveLength(ACCOUNTS);
  expect(mails.every(({ state }) => state === 'sent')).toBe(true);
  const letters = new Map(smtp.received.map((letter) => [messageIdOf(letter), letter.to.join()]));
  // One letter for each reader: what was handed over twice has the same Message-ID, which mail servers know by.
  expect([...letters.values()].toSorted()).toEqual(rows.map(({ email }) => email).toSorted());
  expect(smtp.received.length - ACCOUNTS).toBeLessThanOrEqual(kills * MAILS_AT_A_TIME);

  const events = new Map(receiver.calls.map(({ path, body }) => [JSON.parse(body).id as string, path]));
  expect(events.size).toBe(ACCOUNTS);
  for (const { id, user_id } of rows)
    expect(events.get(publicId('notice', Number(id)))).toBe(`/of/${user_id}`);
  expect(receiver.calls.length - ACCOUNTS).toBeLessThanOrEqual(kills * CALLS_AT_A_TIME);
  process.stdout.write(
    `kills ${kills}, calls ${receiver.calls.length} (${ACCOUNTS} events), mails handed over ${smtp.received.length} (${letters.size} letters)\n`,
  );
});
