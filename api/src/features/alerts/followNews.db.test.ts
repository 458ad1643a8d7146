import { type NewsAudience, type NoticePage, publicId } from '@ezdash/contracts';
import { inTransaction } from '../../platform/db';
import { type MadeUser, makeAdmin, makeAdvertiser, makePublisher, type TestClient } from '../../testing';
import { type AlertsWorld, LATER, openAlerts } from './testAlerts';

let world: AlertsWorld;
let reader: MadeUser;
let client: TestClient;

beforeAll(async () => {
  world = await openAlerts({ startsAt: LATER });
  await world.startJobs();
});
beforeEach(async () => {
  world.clock.set(LATER);
  reader = await makePublisher(world.test.db);
  client = world.app.client();
  await client.signIn(reader);
});
afterAll(() => world.close());

const pageOf = async () => (await client.get<NoticePage>('/api/notices')).body;
const titles = async () => (await pageOf()).notices.map(({ data }) => data.title);

async function publish(title: string, audiences: NewsAudience[] = ['publisher']): Promise<number> {
  const now = world.clock.now();
  const by = (await makeAdmin(world.test.db)).id;
  const { id } = await world.test.db
    .insertInto('news_article')
    .values({
      title,
      category: 'product',
      audiences,
      pinned: false,
      body: 'New',
      summary: 'New',
      author_id: by,
      created_at: now,
      changed_at: now,
      changed_by: by,
      published_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await inTransaction(world.test.db, (trx) =>
    world.alerts.service.newsPublished(trx, {
      articleId: id,
      title,
      category: 'product',
      audiences,
      publishedAt: now,
    }),
  );
  await world.runDue();
  return id;
}
async function change(articleId: number, to: { title?: string; audiences?: NewsAudience[] } = {}) {
  await inTransaction(world.test.db, async (trx) => {
    if (Object.keys(to).length > 0)
      await trx.updateTable('news_article').set(to).where('id', '=', articleId).execute();
    await world.alerts.service.newsChanged(trx, { articleId });
  });
  await world.runDue();
}
const rings = () =>
  world.publisher.sent
    .filter(({ to, event }) => to === `account:${reader.id}` && event === 'notice.changed')
    .map(({ payload }) => payload);

test('a notice of news follows the title of its article, and open pages hear of it', async () => {
  const id = await publish('Vidoe ads');
  expect(await titles()).toEqual(['Vidoe ads']);
  await change(id, { title: 'Video ads' });
  expect(await titles()).toEqual(['Video ads']);
  expect(rings()).toHaveLength(2);
  await change(id);
  expect(rings()).toHaveLength(2);
});

test('it goes when the article is withdrawn, or is not for its reader any more', async () => {
  const [withdrawn, narrowed, left] = [
    await publish('Withdrawn'),
    await publish('Narrowed', ['advertiser', 'publisher']),
    await publish('Left'),
  ];
  world.withdrawn.add(withdrawn);
  await change(withdrawn);
  await change(narrowed, { audiences: ['advertiser'] });
  await change(left);
  expect(await titles()).toEqual(['Left']);
  expect(rings().at(-1)).toEqual({ unread: 1 });
});

test('it is read with its article, and all are with all of the news; nobody else’s', async () => {
  const other = await makeAdvertiser(world.test.db);
  const id = await publish('First', ['advertiser', 'publisher']);
  await publish('Second', ['advertiser', 'publisher']);
  const read = (articleId: number | null) =>
    inTransaction(world.test.db, (trx) =>
      world.alerts.service.newsRead(trx, { userId: reader.id, articleId }),
    );
  await read(id);
  expect(
    (await pageOf()).notices.map(({ data, read }) => [data.article_id === publicId('newsArticle', id), read]),
  ).toEqual([
    [false, false],
    [true, true],
  ]);
  await read(null);
  expect((await pageOf()).unread).toBe(0);
  expect(rings().at(-1)).toEqual({ unread: 0 });
  const others = world.app.client();
  await others.signIn(other);
  expect((await others.get<NoticePage>('/api/notices')).body.unread).toBe(2);
});
