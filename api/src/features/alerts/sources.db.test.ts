import { type NoticePage, publicId } from '@ezdash/contracts';
import { sql } from 'kysely';
import { inTransaction } from '../../platform/db';
import { type MadeUser, makeAdmin, makeAdvertiser, makePublisher } from '../../testing';
import { until } from '../../testing/until';
import { PARTS_OF_A_JOB, READERS_AT_A_TIME } from './tellNews';
import { type AlertsWorld, LATER, openAlerts } from './testAlerts';

const MINUTE_MS = 60_000;
let world: AlertsWorld;

beforeAll(async () => {
  world = await openAlerts({ startsAt: LATER });
  await world.startJobs();
});
beforeEach(() => world.clock.set(LATER));
afterAll(() => world.close());

const templatesTo = async ({ email }: MadeUser) =>
  (await world.mailsTo(email)).map(({ template }) => template);
async function noticesOf(user: MadeUser): Promise<NoticePage> {
  const client = world.app.client();
  await client.signIn(user);
  return (await client.get<NoticePage>('/api/notices')).body;
}

it('a verification that is lost is told once, in the bell and by mail', async () => {
  const user = await makePublisher(world.test.db);
  const lose = () =>
    inTransaction(world.test.db, (trx) =>
      world.alerts.service.verificationLost(trx, {
        propertyId: 9,
        publisherId: user.id,
        name: 'Velo blog',
        domain: 'velo.example',
        outcome: 'status',
        isShowingAds: false,
        lostAt: world.clock.now(),
      }),
    );
  await lose();
  await lose();
  expect((await noticesOf(user)).notices).toEqual([
    expect.objectContaining({
      event: 'verification_lost',
      href: `/publisher/properties/${publicId('property', 9)}?tab=verification`,
      data: expect.objectContaining({ property: 'Velo blog', domain: 'velo.example', shows_ads: false }),
    }),
  ]);
  await world.runDue();
  expect(await templatesTo(user)).toEqual(['verification-lost']);
});

describe('an answer of support', () => {
  const answer = (user: MadeUser, messageId = 'm_1000', conversationId = 7) =>
    inTransaction(world.test.db, (trx) =>
      world.alerts.service.supportAnswered(trx, {
        userId: user.id,
        conversationId,
        subject: 'Not delivered',
        author: 'Sara',
        messageId,
        excerpt: 'x'.repeat(4_000),
      }),
    );
  const look = (user: MadeUser, conversationId = 7) =>
    inTransaction(world.test.db, (trx) =>
      world.alerts.service.conversationRead(trx, { userId: user.id, conversationId }),
    );

  it('stands in the bell at once, and in a mail two minutes later', async () => {
    const user = await makePublisher(world.test.db);
    await answer(user);
    expect((await noticesOf(user)).notices).toEqual([
      expect.objectContaining({
        event: 'support_answered',
        href: `/help?conversation=${publicId('conversation', 7)}`,
        data: expect.objectContaining({ subject: 'Not delivered', author: 'Sara', excerpt: 'x'.repeat(300) }),
        read: false,
      }),
    ]);
    await world.runDue();
    expect(await templatesTo(user)).toEqual([]);
    world.clock.advance(2 * MINUTE_MS);
    await world.runDue();
    await world.runDue();
    expect(await templatesTo(user)).toEqual(['support-answered']);
  });

  it('that was read meanwhile needs no mail, in the conversation or in the bell', async () => {
    const [there, bell, elsewhere] = await Promise.all([
      makePublisher(world.test.db),
      makeAdvertiser(world.test.db),
      makeAdvertiser(world.test.db),
    ]);
    for (const user of [there, bell, elsewhere]) await answer(user);
    world.publisher.sent.length = 0;
    await look(there);
    await look(there);
    expect(world.publisher.sent).toEqual([
      { to: `account:${there.id}`, event: 'notice.changed', payload: { unread: 0 } },
    ]);
    await look(elsewhere, 8);
    const client = world.app.client();
    await client.signIn(bell);
    const [notice] = (await noticesOf(bell)).notices;
    await client.post('/api/notices/read', { ids: [notice?.id] });
    world.clock.advance(2 * MINUTE_MS);
    await world.runDue();
    expect(await templatesTo(there)).toEqual([]);
    expect(await templatesTo(bell)).toEqual([]);
    expect(await templatesTo(elsewhere)).toEqual(['support-answered']);
    expect((await noticesOf(there)).unread).toBe(0);
  });

  it('is one mail however many lines it has, and another for what is written later', async () => {
    const user = await makePublisher(world.test.db);
    for (const messageId of ['m_1', 'm_2', 'm_3']) await answer(user, messageId);
    await answer(user, 'm_4', 8);
    world.clock.advance(2 * MINUTE_MS);
    await world.runDue();
    expect(await templatesTo(user)).toHaveLength(2);
    await answer(user, 'm_5');
    world.clock.advance(2 * MINUTE_MS);
    await world.runDue();
    expect(await templatesTo(user)).toHaveLength(3);
    expect((await noticesOf(user)).unread).toBe(5);
  });

  it('is told whatever it begins with, also where its beginning ends within a character', async () => {
    const user = await makePublisher(world.test.db);
    await inTransaction(world.test.db, (trx) =>
      world.alerts.service.supportAnswered(trx, {
        userId: user.id,
        conversationId: 9,
        subject: 'Not delivered',
        author: '',
        messageId: 'm_9',
        excerpt: `${'x'.repeat(299)}😀😀`,
      }),
    );
    expect((await noticesOf(user)).notices[0]?.data.excerpt).toBe('x'.repeat(299));
  });

  it('whose job was lost is asked for again, an hour later', async () => {
    const user = await makePublisher(world.test.db);
    await answer(user);
    await sql`DELETE FROM pgboss.job WHERE name = 'alerts.mail'`.execute(world.test.db);
    world.clock.advance(63 * MINUTE_MS);
    await world.runDue();
    expect(await templatesTo(user)).toEqual([]);
    await world.jobs.send('alerts.overdue', {});
    await until(
      () => templatesTo(user).then((sent) => world.runDue().then(() => sent)),
      (sent) => sent.length > 0,
      'The mail',
    );
    expect(await templatesTo(user)).toEqual(['support-answered']);
  });

  it('reaches who is suspended', async () => {
    const user = await makePublisher(world.test.db, { status: 'suspended' });
    await answer(user);
    expect((await noticesOf(user)).unread).toBe(1);
  });
});

describe('news', () => {
  let articleId = 100;
  const publish = (audiences: ('advertiser' | 'publisher')[]) => {
    articleId += 1;
    return inTransaction(world.test.db, (trx) =>
      world.alerts.service.newsPublished(trx, {
        articleId,
        title: 'Video ads',
        category: 'product',
        audiences,
        publishedAt: world.clock.now(),
      }),
    );
  };
  /** The job's own time, which is the database's. */
  const told = async () => {
    world.clock.set(LATER);
    await world.runDue();
  };

  it('are told to everybody of the audience, and mailed to who asked for it', async () => {
    const [reader, subscriber, other, resting, operator] = await Promise.all([
      makePublisher(world.test.db),
      makePublisher(world.test.db),
      makeAdvertiser(world.test.db),
      makePublisher(world.test.db, { status: 'suspended' }),
      makeAdmin(world.test.db),
    ]);
    const client = world.app.client();
    await client.signIn(subscriber);
    await client.put('/api/settings/alerts', {
      alerts: [{ event: 'news_published', channels: { mail: true } }],
    });
    await publish(['publisher']);
    await told();
    const id = publicId('newsArticle', articleId);
    expect((await noticesOf(reader)).notices).toEqual([
      expect.objectContaining({
        event: 'news_published',
        data: { article_id: id, title: 'Video ads', category: 'product', published_at: LATER },
        href: `/publisher/news/${id}`,
      }),
    ]);
    expect(await templatesTo(reader)).toEqual([]);
    expect(await templatesTo(subscriber)).toEqual(['news-published']);
    for (const user of [other, resting, operator]) expect((await noticesOf(user)).notices).toEqual([]);
  });

  it('are told to nobody else when the article was withdrawn meanwhile', async () => {
    const reader = await makePublisher(world.test.db);
    await publish(['publisher']);
    world.withdrawn.add(articleId);
    await told();
    const rows = await world.test.db
      .selectFrom('notice')
      .select('id')
      .where('user_id', '=', reader.id)
      .execute();
    expect(rows).toEqual([]);
  });

  it('reach more readers than one job tells, each once, also when the job runs again', async () => {
    const count = READERS_AT_A_TIME * PARTS_OF_A_JOB + 3;
    await world.test.db
      .insertInto('app_user')
      .values(
        Array.from({ length: count }, (_, index) => ({
          email: `reader${index}@news.test`,
          username: `reader${index}`,
          role: 'advertiser',
          status: 'active',
          account_type_id: 1,
        })),
      )
      .execute();
    const { size } = await world.test.db
      .selectFrom('app_user')
      .select(({ fn }) => fn.countAll<bigint>().as('size'))
      .where('role', '=', 'advertiser')
      .where('status', '=', 'active')
      .executeTakeFirstOrThrow();
    await publish(['advertiser']);
    await told();
    const job = { articleId, title: 'Video ads', category: 'product', audiences: ['advertiser'] };
    await world.jobs.send('alerts.news', { ...job, publishedAt: LATER });
    await told();
    const rows = await world.test.db
      .selectFrom('notice')
      .select('user_id')
      .where('occurrence', '=', String(articleId))
      .execute();
    expect(rows).toHaveLength(Number(size));
    expect(new Set(rows.map(({ user_id }) => user_id)).size).toBe(rows.length);
  });

  it('reach who wants them behind more readers than one job looks at who want none', async () => {
    const count = READERS_AT_A_TIME * PARTS_OF_A_JOB + 1;
    const refusing = await world.test.db
      .insertInto('app_user')
      .values(
        Array.from({ length: count }, (_, index) => ({
          email: `refusing${index}@news.test`,
          username: `refusing${index}`,
          role: 'publisher',
          status: 'active',
          account_type_id: 1,
        })),
      )
      .returning('id')
      .execute();
    await world.test.db
      .insertInto('alert_opt_out')
      .values(
        refusing.map(({ id }) => ({
          user_id: id,
          event: 'news_published',
          channel: 'app',
          opted_out_at: world.clock.now(),
        })),
      )
      .execute();
    const reader = await makePublisher(world.test.db);
    await publish(['publisher']);
    await told();
    expect((await noticesOf(reader)).notices).toEqual([
      expect.objectContaining({ event: 'news_published', read: false }),
    ]);
  });
});
