import { get } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { createJobs, type Jobs } from '../../platform/jobs';
import { silentLog } from '../../platform/log';
import { buildApp, createTestDb, type TestApp, type TestDb } from '../../testing';
import { BadMailData, createMail, InvalidAddress, type Mail, type MailOptions } from '.';
import { deliver } from './deliver';
import { findMail, tidyMails } from './mail.repo';
import { createSmtp } from './smtp';
import { TEST_DATA, TEST_SITE } from './testMails';
import { startTestSmtpServer, type TestSmtpServer } from './testSmtpServer';

let test: TestDb;
let smtp: TestSmtpServer;
const cleanup: (() => Promise<void>)[] = [];

beforeAll(async () => {
  test = await createTestDb();
});
beforeEach(async () => {
  smtp = await startTestSmtpServer();
});
afterEach(async () => {
  for (const step of cleanup.splice(0).reverse()) await step();
  await smtp.close();
  await sql`DELETE FROM mail`.execute(test.db);
  if (await hasBoss()) await sql`DELETE FROM pgboss.job`.execute(test.db);
});
afterAll(() => test.drop());

/** With headers that fetch would not send as they are. */
const statusOf = (port: number, path: string, headers: Record<string, string>): Promise<number | undefined> =>
  new Promise((resolve, reject) => {
    get({ host: '127.0.0.1', port, path, headers }, (answer) => {
      answer.resume();
      resolve(answer.statusCode);
    }).on('error', reject);
  });

const hasBoss = async () =>
  (await sql<{ known: string | null }>`SELECT to_regclass('pgboss.job')::text AS known`.execute(test.db))
    .rows[0]?.known != null;

async function open(options: Partial<MailOptions> = {}): Promise<{ mail: Mail; jobs: Jobs }> {
  const jobs = createJobs({ connection: test.connection, log: silentLog, pollMs: 20 });
  const mail = createMail({
    db: test.db,
    jobs,
    log: silentLog,
    ...TEST_SITE,
    mailFrom: 'Ads <no-reply@ads.example>',
    smtpUrl: smtp.url,
    production: false,
    ...options,
  });
  await jobs.start();
  cleanup.push(async () => {
    mail.stop();
    await jobs.stop();
  });
  return { mail, jobs };
}

const request = (idempotencyKey: string, to = 'jonas@example.com') =>
  ({ to, template: 'new-login', locale: 'de', data: TEST_DATA['new-login'], idempotencyKey }) as const;

async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  const endsAt = Date.now() + 8_000;
  while (!(await holds())) {
    if (Date.now() > endsAt) throw new Error('It did not happen in time');
    await pause(10);
  }
}
const stateOf = async (id: string) => (await findMail(test.db, id))?.state;
const hurry = () =>
  sql`UPDATE pgboss.job SET start_after = now() - interval '1 s' WHERE state = 'retry'`.execute(test.db);
const job = (more: { isLastAttempt?: boolean } = {}) => ({
  id: 'test',
  attempt: 1,
  isLastAttempt: false,
  signal: new AbortController().signal,
  log: silentLog,
  ...more,
});

describe('sending', () => {
  it('reaches the server once, in both forms, and the content is erased', async () => {
    const { mail } = await open();
    const { id, isNew } = await mail.send(test.db, request('a'));
    expect(isNew).toBe(true);
    await until(async () => (await stateOf(id)) === 'sent');
    expect(smtp.received).toHaveLength(1);
    const { raw = '', to } = smtp.received[0] ?? {};
    expect(to).toEqual(['jonas@example.com']);
    expect(raw).toMatch(/^From: Ads <no-reply@ads\.example>\r$/m);
    expect(raw).toMatch(/^To: jonas@example\.com\r$/m);
    expect(raw).toMatch(/^Subject: Neue Anmeldung in Ihrem Konto\r$/m);
    expect(raw).toContain(`Message-ID: <${id}@ads.example>`);
    expect(raw).toMatch(/^Auto-Submitted: auto-generated\r$/m);
    expect(raw).toMatch(/^Content-Language: de\r$/m);
    expect(raw).toContain('Content-Type: multipart/alternative');
    expect(raw).toContain('text/plain; charset=utf-8');
    expect(raw).toContain('text/html; charset=utf-8');
    expect(await findMail(test.db, id)).toMatchObject({ data: null, attempts: 1, last_error: null });
  });

  it('sends nothing when the transaction is rolled back', async () => {
    const { mail } = await open();
    const undone = test.db.transaction().execute(async (trx) => {
      await mail.send(trx, request('rolled back'));
      throw new Error('undone');
    });
    await expect(undone).rejects.toThrow('undone');
    const { id } = await test.db
      .transaction()
      .execute((trx) => mail.send(trx, request('kept', 'second@example.com')));
    await until(async () => (await stateOf(id)) === 'sent');
    await pause(100);
    expect(smtp.received.map(({ to }) => to)).toEqual([['second@example.com']]);
    expect(await test.db.selectFrom('mail').select('id').execute()).toEqual([{ id }]);
    const { rows } = await sql<{ data: unknown }>`SELECT data FROM pgboss.job`.execute(test.db);
    expect(rows).toEqual([{ data: { mailId: id } }]);
  });

  it('sends one mail for one key, however often it is asked for', async () => {
    const { mail } = await open();
    const answers = await Promise.all([1, 2, 3, 4].map(() => mail.send(test.db, request('same'))));
    expect(answers.filter(({ isNew }) => isNew)).toHaveLength(1);
    expect(new Set(answers.map(({ id }) => id)).size).toBe(1);
    await until(async () => (await stateOf(answers[0]?.id ?? '')) === 'sent');
    expect(await mail.send(test.db, request('same'))).toEqual({ id: answers[0]?.id, isNew: false });
    await pause(100);
    expect(smtp.received).toHaveLength(1);
  });

  it('sends each mail once from two processes', async () => {
    const [{ mail }] = [await open(), await open()];
    smtp.delayMs = 20;
    for (let n = 0; n < 20; n++) await mail.send(test.db, request(`n${n}`, `p${n}@example.com`));
    await until(() => smtp.received.length >= 20);
    await until(async () =>
      (await test.db.selectFrom('mail').select('state').execute()).every(({ state }) => state === 'sent'),
    );
    expect(new Set(smtp.received.map(({ to }) => to[0])).size).toBe(20);
    expect(smtp.received).toHaveLength(20);
  });

  it('lets one worker alone send a mail, even when two have its job', async () => {
    const { mail, jobs } = await open();
    await jobs.stop();
    const { id } = await mail.send(test.db, request('twice'));
    smtp.delayMs = 100;
    const transport = createSmtp(smtp.url, { name: 'Ads', address: 'no-reply@ads.example' });
    const parts = { db: test.db, site: TEST_SITE, transport };
    const results = await Promise.allSettled([1, 2, 3].map(() => deliver(parts, id, job())));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    // And whoever comes later finds it done.
    await deliver(parts, id, job());
    expect(smtp.received).toHaveLength(1);
    transport.close();
  });

  it('refuses addresses and data that do not fit, before anything is written', async () => {
    const { mail } = await open();
    const injected = 'a@example.com\r\nBcc: thief@example.com';
    await expect(mail.send(test.db, request('x', injected))).rejects.toThrow(InvalidAddress);
    await expect(mail.send(test.db, request('x', 'a@example.com, b@example.com'))).rejects.toThrow(
      InvalidAddress,
    );
    const bad = { ...request('x'), data: { ...TEST_DATA['new-login'], signedInAt: 'soon' } };
    await expect(mail.send(test.db, bad)).rejects.toThrow(BadMailData);
    expect(await test.db.selectFrom('mail').select('id').execute()).toEqual([]);
  });

  it('brings the files of a mail', async () => {
    const { mail } = await open();
    const data = { ...TEST_DATA['metrics-report'], csv: '\uFEFFcountry,spend\r\nDE,1.000001\r\n' };
    const { id } = await mail.send(test.db, { ...request('file'), template: 'metrics-report', data });
    await until(async () => (await stateOf(id)) === 'sent');
    const { raw = '' } = smtp.received[0] ?? {};
    expect(raw).toMatch(/Content-Type: text\/csv; charset=utf-8/i);
    expect(raw).toContain('filename=metrics-2026-11-14-2026-11-20.csv');
    expect(raw.replaceAll(/\s/g, '')).toContain(Buffer.from(data.csv).toString('base64'));
  });

  it('puts no header into a mail that somebody wrote into a name', async () => {
    const { mail } = await open();
    const { id } = await mail.send(test.db, {
      ...request('injection'),
      template: 'api-token-expiring',
      data: { ...TEST_DATA['api-token-expiring'], tokenName: 'x\r\nBcc: thief@example.com\r\n\r\nHello' },
    });
    await until(async () => (await stateOf(id)) === 'sent');
    const { raw = '', to } = smtp.received[0] ?? {};
    expect(to).toEqual(['jonas@example.com']);
    const head = raw.slice(0, raw.indexOf('\r\n\r\n'));
    expect(head).not.toMatch(/^Bcc:/im);
    expect(head).toMatch(/^Subject: /m);
  });
});

describe('a server that does not take mails', () => {
  it('is tried again until it does', async () => {
    const { mail } = await open();
    smtp.mood = 'busy';
    const { id } = await mail.send(test.db, request('later'));
    await until(async () => ((await findMail(test.db, id))?.last_error ?? null) !== null);
    const row = await findMail(test.db, id);
    expect(row).toMatchObject({ state: 'waiting', attempts: 1, claimed_until: null });
    expect(row?.last_error).toContain('451 4.3.0 Try again later');
    // The server's text names the recipient: that is not kept.
    expect(row?.last_error).not.toContain('@');
    smtp.mood = 'takes';
    await until(async () => {
      await hurry();
      return (await stateOf(id)) === 'sent';
    });
    expect(await findMail(test.db, id)).toMatchObject({ attempts: 2, last_error: null });
    expect(smtp.received).toHaveLength(1);
  });

  it('becomes a dead letter after the last try, and can be sent again by hand', async () => {
    const { mail, jobs } = await open();
    smtp.mood = 'busy';
    const { id } = await mail.send(test.db, request('never'));
    await until(async () => {
      await hurry();
      return (await jobs.deadLetters('mail.send')).length === 1;
    });
    expect(await findMail(test.db, id)).toMatchObject({ state: 'failed', attempts: 9 });
    const [letter] = await jobs.deadLetters('mail.send');
    expect(letter?.payload).toEqual({ mailId: id });
    smtp.mood = 'takes';
    await jobs.retryDead('mail.send', letter?.id ?? '');
    await until(async () => (await stateOf(id)) === 'sent');
    expect(smtp.received).toHaveLength(1);
  });

  it('is not asked again after it refused for good', async () => {
    const { mail, jobs } = await open();
    smtp.mood = 'refuses';
    const { id } = await mail.send(test.db, request('unknown'));
    await until(async () => (await jobs.deadLetters('mail.send')).length === 1);
    expect(await findMail(test.db, id)).toMatchObject({ state: 'failed', attempts: 1 });
  });

  it('does not hold up a stop: a silent one is left', async () => {
    smtp.mood = 'silence';
    const transport = createSmtp(smtp.url, { name: 'Ads', address: 'no-reply@ads.example' });
    const limit = new AbortController();
    const letter = {
      id: 'x',
      to: 'a@example.com',
      locale: 'en',
      subject: 's',
      text: 't',
      html: '<p>t</p>',
      files: [],
    };
    const sending = transport.send(letter, limit.signal);
    setTimeout(() => limit.abort(), 100);
    await expect(sending).rejects.toThrow(/abort/i);
    transport.close();
  });
});

describe('keeping house', () => {
  it('forgets a person, a mail that waits too', async () => {
    const { mail } = await open({ smtpUrl: undefined });
    await mail.send(test.db, request('1', 'Jonas@example.com'));
    await mail.send(test.db, request('2', 'other@example.com'));
    expect(await mail.forget(test.db, 'jonas@EXAMPLE.com')).toBe(1);
    expect(await test.db.selectFrom('mail').select('recipient').execute()).toEqual([
      { recipient: 'other@example.com' },
    ]);
  });

  it('forgets old mails and gives up those whose job is gone', async () => {
    const { mail } = await open({ smtpUrl: undefined });
    for (const key of ['old', 'abandoned', 'fresh']) await mail.send(test.db, request(key));
    const age = (key: string, hours: number) =>
      sql`UPDATE mail SET state = 'waiting', created_at = now() - make_interval(hours => ${hours})
        WHERE idempotency_key = ${key}`.execute(test.db);
    await age('old', 31 * 24);
    await age('abandoned', 25);
    await tidyMails(test.db);
    const rows = await test.db
      .selectFrom('mail')
      .select(['idempotency_key', 'state'])
      .orderBy('state')
      .execute();
    expect(rows).toEqual([
      { idempotency_key: 'abandoned', state: 'failed' },
      { idempotency_key: 'fresh', state: 'kept' },
    ]);
  });
});

describe('/dev/outbox', () => {
  async function serve(options: Partial<MailOptions>): Promise<{ app: TestApp; mail: Mail }> {
    const { mail } = await open(options);
    const app = await buildApp({ test, mounts: mail.mounts, trustProxy: ['loopback'] });
    cleanup.push(app.close);
    return { app, mail };
  }

  it('keeps mails without a server, and shows them', async () => {
    const { app, mail } = await serve({ smtpUrl: undefined });
    const client = app.client();
    expect((await client.get('/dev/outbox')).text).toContain('No mail yet');
    const { id } = await mail.send(test.db, {
      ...request('shown', 'ada+<b>@example.com'.replace('<b>', 'b')),
      template: 'account-rejected',
      locale: 'en',
      data: { reason: '<script>alert(1)</script>' },
    });
    expect(await stateOf(id)).toBe('kept');
    expect(smtp.connections()).toBe(0);

    const list = await client.get('/dev/outbox');
    expect(list.status).toBe(200);
    expect(list.text).toContain('ada+b@example.com');
    expect(list.text).not.toContain('newest 1 mails');
    expect(list.text.match(/<h1[ >]/g)).toHaveLength(1);
    expect(list.headers.get('cache-control')).toBe('no-store');
    const policy = list.headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toContain('unsafe-inline');
    expect(policy).not.toContain('script-src');

    const one = await client.get(`/dev/outbox/${id}`);
    expect(one.text).toContain('sandbox="allow-popups allow-popups-to-escape-sandbox"');
    expect(one.text).toContain('<a href="https://ads.example/auth/status" target="_blank"');
    expect(one.text).not.toContain('<script>');
    expect(one.text).toContain('&lt;script&gt;');

    const frame = await client.get(`/dev/outbox/${id}/html`);
    expect(frame.text).toContain('<base target="_blank">');
    expect(frame.text).not.toContain('<script>');
    expect(frame.headers.get('content-security-policy')).toContain('sandbox allow-popups');
    expect(frame.headers.get('content-security-policy')).toContain("frame-ancestors 'self'");
  });

  it('gives the newest mail to an address to programs', async () => {
    const { app, mail } = await serve({ smtpUrl: undefined });
    const client = app.client();
    const latest = (query: string) => client.get<{ template: string }>(`/dev/outbox/latest.json?${query}`);
    await mail.send(test.db, request('one', 'Ada+a@example.com'));
    await sql`UPDATE mail SET created_at = now() - interval '1 minute'`.execute(test.db);
    const { id } = await mail.send(test.db, {
      ...request('two', 'ada+a@example.com'),
      template: 'verify-email',
      data: TEST_DATA['verify-email'],
    });
    const { status, headers, body } = await latest('to=ada%2Ba%40example.com');
    expect([status, headers.get('content-type'), headers.get('cache-control')]).toEqual([
      200,
      'application/json; charset=utf-8',
      'no-store',
    ]);
    expect(body).toMatchObject({ id, to: 'ada+a@example.com', template: 'verify-email', locale: 'de' });
    expect(body).toMatchObject({
      subject: 'Bestätigen Sie Ihre E-Mail-Adresse',
      text: expect.stringContaining('https://ads.example/auth/verify-email?token=q7Zb2mC0w3eR9xYtA1sD4fGh'),
    });
    expect((await latest('to=ada%2Ba@example.com&template=new-login')).body.template).toBe('new-login');
    for (const none of ['to=nobody@example.com', '', 'to=ada%2Ba@example.com&template=reset-password']) {
      const answer = await latest(none);
      expect([answer.status, answer.body]).toEqual([404, null]);
    }
  });

  it('speaks German to Germans', async () => {
    const { app } = await serve({ smtpUrl: undefined });
    const answer = await app.client().request('/dev/outbox', { headers: { 'Accept-Language': 'de-AT' } });
    expect(answer.text).toContain('<h1>Postausgang</h1>');
    expect(answer.headers.get('content-language')).toBe('de');
  });

  it.each(['/dev/outbox/x', '/dev/outbox/x/html', '/dev/outbox/5f0c1b8e-28b4-4c5f-9f5a-6a2f2f5d5c11'])(
    'answers 404 for %s',
    async (path) => {
      const { app } = await serve({ smtpUrl: undefined });
      expect((await app.client().get(path)).status).toBe(404);
    },
  );

  it.each([
    ['from another machine', { 'X-Forwarded-For': '192.0.2.7' }],
    ['by a name that points here', { Host: 'evil.example' }],
    ['by such a name that says it is another', { Host: 'evil.example', 'X-Forwarded-Host': 'localhost' }],
  ])('is absent %s', async (_who, headers) => {
    const { app } = await serve({ smtpUrl: undefined });
    for (const path of ['/dev/outbox', '/dev/outbox/latest.json?to=a@example.com'])
      expect(await statusOf(app.port, path, headers)).toBe(404);
    expect(await statusOf(app.port, '/dev/outbox', { Host: `localhost:${app.port}` })).toBe(200);
  });

  it.each([
    ['in production', { smtpUrl: undefined, production: true }],
    ['with a mail server', {}],
  ])('is absent %s', async (_when, options) => {
    const { app } = await serve(options);
    expect((await app.client().get('/dev/outbox')).status).toBe(404);
  });
});
