import {
  type ErrorBody,
  type NewsArticle,
  type NewsInput,
  type NewsPage,
  newsArticle,
  newsPage,
  type OperatorNewsArticle,
  type OperatorNewsList,
  operatorNewsArticle,
  operatorNewsList,
} from '@ezdash/contracts';
import {
  buildApp,
  createTestDb,
  fakeClock,
  makeAdmin,
  makeAdvertiser,
  makePublisher,
  type TestApp,
  type TestClient,
  type TestDb,
} from '../../testing';
import { createTestPublisher } from '../../testing/testPublisher';
import { createNewsFeature, type NewsFeature, type PublishedNews } from '.';

const clock = fakeClock('2026-11-01T09:00:00.000Z');
const publisher = createTestPublisher();
const announced: PublishedNews[] = [];
let refuses = false;

let test_: TestDb;
let app: TestApp;
let news: NewsFeature;
let mara: TestClient;
let tomas: TestClient;
let advertiser: TestClient;
let publisherClient: TestClient;
let advertiserId: number;

beforeAll(async () => {
  test_ = await createTestDb();
  const { db } = test_;
  news = createNewsFeature({
    db,
    clock,
    checkProof: () => {},
    publisher,
    onPublished: async (_trx, published) => {
      if (refuses) throw new Error('No alerts today');
      announced.push(published);
    },
  });
  app = await buildApp({ test: test_, mounts: news.mounts });
  mara = app.client();
  await mara.signIn(await makeAdmin(db, { first_name: 'Mara', last_name: 'Okafor' }));
  tomas = app.client();
  await tomas.signIn(await makeAdmin(db, { first_name: 'Tomas', last_name: 'Berg' }));
  const createdAt = '2026-10-01T00:00:00Z';
  advertiser = app.client();
  const person = await makeAdvertiser(db, { created_at: createdAt });
  advertiserId = person.id;
  await advertiser.signIn(person);
  publisherClient = app.client();
  await publisherClient.signIn(await makePublisher(db, { created_at: createdAt }));
});
afterAll(async () => {
  await app.close();
  await test_.drop();
});
beforeEach(async () => {
  await test_.db.deleteFrom('news_article').execute();
  clock.advance(60_000);
  publisher.sent.length = 0;
  announced.length = 0;
});

const INPUT: NewsInput = {
  title: 'Pay per conversion',
  category: 'product',
  audiences: ['advertiser'],
  pinned: false,
  body: 'Campaigns can now pay **per conversion**.\n\n## How\n\nChoose [CPA](/advertiser/campaigns/new).',
};
const OPERATOR = '/api/operator/news';

async function draft(input: Partial<NewsInput> = {}): Promise<OperatorNewsArticle> {
  const { status, body } = await mara.post<OperatorNewsArticle>(OPERATOR, { ...INPUT, ...input });
  expect(status).toBe(201);
  return body;
}
async function published(input: Partial<NewsInput> = {}): Promise<OperatorNewsArticle> {
  const { id, version } = await draft(input);
  const { status, body } = await mara.post<OperatorNewsArticle>(`${OPERATOR}/${id}/publish`, { version });
  expect(status).toBe(200);
  clock.advance(60_000);
  return body;
}
const list = async (client: TestClient, query = '') => {
  const { status, body } = await client.get<NewsPage>(`/api/news${query}`);
  expect(status).toBe(200);
  expect(newsPage.parse(body)).toEqual(body);
  return body;
};
const titles = (page: NewsPage) => page.articles.map(({ title }) => title);
const update = (by: TestClient, article: OperatorNewsArticle, change: Partial<NewsInput>) => {
  const { title, category, audiences, pinned, body, version } = article;
  const path = `${OPERATOR}/${article.id}`;
  const sent = { title, category, audiences, pinned, body, version, ...change };
  return by.put<OperatorNewsArticle & ErrorBody>(path, sent);
};
const act = (by: TestClient, what: 'publish' | 'withdraw', { id, version }: OperatorNewsArticle) =>
  by.post<OperatorNewsArticle & ErrorBody>(`${OPERATOR}/${id}/${what}`, { version });

describe('readers', () => {
  test('see what is published for their role, and nothing else', async () => {
    await published({ title: 'For buyers' });
    await published({ title: 'For sellers', audiences: ['publisher'] });
    await published({ title: 'For all', audiences: ['publisher', 'advertiser'] });
    const { id: draftId } = await draft({ title: 'Not yet' });
    expect(titles(await list(advertiser))).toEqual(['For all', 'For buyers']);
    expect(titles(await list(publisherClient))).toEqual(['For all', 'For sellers']);
    const sellers = (await list(publisherClient)).articles.find(({ title }) => title === 'For sellers');
    for (const id of [draftId, sellers?.id, 'nw_zzzz', 'c_1000']) {
      expect((await advertiser.get<ErrorBody>(`/api/news/${id}`)).status).toBe(404);
      expect((await advertiser.post<ErrorBody>(`/api/news/${id}/read`, {})).status).toBe(404);
    }
    // The page of an operator is another one.
    expect((await mara.get('/api/news')).status).toBe(403);
    expect((await app.client().get('/api/news')).status).toBe(401);
    for (const path of ['', `/${draftId}`]) expect((await advertiser.get(OPERATOR + path)).status).toBe(403);
  });

  test('get an article as data, with its first words in the list', async () => {
    const { id } = await published();
    const [item] = (await list(advertiser)).articles;
    expect(item).toMatchObject({
      id,
      category: 'product',
      pinned: false,
      read: false,
      updated_at: null,
      summary: 'Campaigns can now pay per conversion. Choose CPA.',
    });
    const { body } = await advertiser.get<NewsArticle>(`/api/news/${id}`);
    expect(newsArticle.parse(body)).toEqual(body);
    expect(body.body.map(({ type }) => type)).toEqual(['paragraph', 'heading', 'paragraph']);
  });

  test('what is written as HTML arrives as text', async () => {
    const { id } = await published({ body: '<img src=x onerror=alert(1)> [x](javascript:alert(1))' });
    const { body } = await advertiser.get<NewsArticle>(`/api/news/${id}`);
    const [block] = body.body;
    expect(block).toEqual({
      type: 'paragraph',
      children: [{ type: 'text', text: '<img src=x onerror=alert(1)> [x](javascript:alert(1))' }],
    });
  });

  test('reading is kept, counted once, and never undone by reading again', async () => {
    const first = await published({ title: 'One' });
    await published({ title: 'Two' });
    expect(await list(advertiser)).toMatchObject({ unread: 2 });
    for (let times = 0; times < 2; times += 1)
      expect((await advertiser.post(`/api/news/${first.id}/read`, {})).body).toEqual({ unread: 1 });
    const page = await list(advertiser);
    expect(page.articles.map(({ title, read }) => [title, read])).toEqual([
      ['Two', false],
      ['One', true],
    ]);
    expect(titles(await list(advertiser, '?unread=1'))).toEqual(['Two']);
    // The publisher of the same network has read nothing and is for none of it.
    expect(await list(publisherClient)).toMatchObject({ unread: 0, articles: [] });
  });

  test('all at once are read, and not counted as opened', async () => {
    const article = await published();
    expect((await advertiser.post('/api/news/read-all', {})).body).toEqual({ unread: 0 });
    expect((await list(advertiser)).articles[0]?.read).toBe(true);
    const seen = await mara.get<OperatorNewsArticle>(`${OPERATOR}/${article.id}`);
    expect(seen.body.readers).toBe(0);
    await advertiser.post(`/api/news/${article.id}/read`, {});
    expect((await mara.get<OperatorNewsArticle>(`${OPERATOR}/${article.id}`)).body.readers).toBe(1);
    // Marking all again does not take the opening back.
    await advertiser.post('/api/news/read-all', {});
    expect((await mara.get<OperatorNewsArticle>(`${OPERATOR}/${article.id}`)).body.readers).toBe(1);
  });

  test('a new account does not begin with what was written before it', async () => {
    await published({ title: 'Long ago' });
    const late = app.client();
    await late.signIn(await makeAdvertiser(test_.db, { created_at: clock.now() }));
    expect(await list(late)).toMatchObject({ unread: 0, articles: [{ title: 'Long ago', read: true }] });
    await published({ title: 'Since then' });
    expect(await list(late)).toMatchObject({ unread: 1 });
    expect(titles(await list(late, '?unread=1'))).toEqual(['Since then']);
  });

  test('a suspended account reads on, and what it reads counts for it', async () => {
    const { id } = await published({ category: 'policy' });
    const suspended = app.client();
    const person = await makeAdvertiser(test_.db, {
      status: 'suspended',
      created_at: '2026-10-01T00:00:00Z',
    });
    await suspended.signIn(person);
    expect((await suspended.post(`/api/news/${id}/read`, {})).body).toEqual({ unread: 0 });
    // It is not among those that the operator counts.
    const { body } = await mara.get<OperatorNewsArticle>(`${OPERATOR}/${id}`);
    expect(body.readers).toBe(0);
  });

  test('pinned ones come first; page by page nothing is missed or shown twice', async () => {
    for (let number = 1; number <= 7; number += 1)
      await published({ title: `No ${number}`, pinned: number === 2 || number === 4 });
    // Two in the same moment are told apart too.
    await test_.db
      .updateTable('news_article')
      .set({ published_at: clock.now() })
      .where('pinned', '=', false)
      .execute();
    const all: string[] = [];
    let before = '';
    for (let page = 0; page < 4; page += 1) {
      const { articles, next } = await list(advertiser, `?limit=2${before}`);
      all.push(...articles.map(({ title }) => title));
      if (next === null) break;
      before = `&before=${next}`;
    }
    expect(all).toEqual(['No 4', 'No 2', 'No 7', 'No 6', 'No 5', 'No 3', 'No 1']);
  });

  test('a category alone, and questions that make no sense', async () => {
    await published({ title: 'Bots', category: 'traffic' });
    await published();
    expect(titles(await list(advertiser, '?category=traffic'))).toEqual(['Bots']);
    for (const query of ['category=gossip', 'before=never', 'limit=0', 'limit=51', 'unread=yes']) {
      const { status, body } = await advertiser.get<ErrorBody>(`/api/news?${query}`);
      expect([query, status]).toEqual([query, 422]);
      expect(Object.keys(body.errors ?? {})).toEqual([query.split('=')[0]]);
    }
  });

  test('what a person has read is in their archive, and goes with them', async () => {
    const { id } = await published({ title: 'Kept' });
    await advertiser.post(`/api/news/${id}/read`, {});
    expect(await news.exportOf(advertiserId)).toEqual([
      { title: 'Kept', read_at: clock.now(), opened: true },
    ]);
    await test_.db.transaction().execute((trx) => news.forget(trx, advertiserId));
    expect(await news.exportOf(advertiserId)).toEqual([]);
  });
});

describe('editors', () => {
  test('write a draft, change it and publish it; readers are told when they can see it', async () => {
    const first = await draft({ audiences: ['publisher', 'advertiser'] });
    expect(operatorNewsArticle.parse(first)).toEqual(first);
    expect(first).toMatchObject({
      audiences: ['advertiser', 'publisher'],
      published_at: null,
      version: 1,
      author: 'Mara Okafor',
      changed_by: 'Mara Okafor',
      readers: 0,
    });
    const second = await update(tomas, first, { title: 'Pay per lead' });
    expect(second.body).toMatchObject({ version: 2, changed_by: 'Tomas Berg', author: 'Mara Okafor' });
    expect(publisher.sent).toEqual([]);
    const third = await act(mara, 'publish', second.body);
    expect(third.body).toMatchObject({
      published_at: clock.now().toISOString(),
      updated_at: null,
      version: 3,
    });
    expect(announced).toEqual([
      {
        articleId: expect.any(Number),
        title: 'Pay per lead',
        category: 'product',
        audiences: ['advertiser', 'publisher'],
        publishedAt: clock.now(),
      },
    ]);
    expect(publisher.sent).toEqual([
      { to: 'role:advertiser', event: 'news.changed', payload: {} },
      { to: 'role:publisher', event: 'news.changed', payload: {} },
    ]);
  });

  test('the list has drafts first, without bodies, with how many have read', async () => {
    const article = await published({ title: 'Out' });
    await draft({ title: 'In work' });
    await advertiser.post(`/api/news/${article.id}/read`, {});
    const { body } = await mara.get<OperatorNewsList>(OPERATOR);
    expect(operatorNewsList.parse(body)).toEqual(body);
    expect(body.articles.map(({ title, readers }) => [title, readers])).toEqual([
      ['In work', 0],
      ['Out', 1],
    ]);
    const active = await test_.db
      .selectFrom('app_user')
      .where('role', '=', 'advertiser')
      .where('status', '=', 'active')
      .select((row) => row.fn.countAll().as('count'))
      .executeTakeFirstOrThrow();
    expect(body.articles[1]?.audience_size).toBe(Number(active.count));
    expect(Object.keys(body.articles[0] ?? {})).not.toContain('body');
  });

  test('a change of what is read is shown to readers, of the rest is not, and nobody is told again', async () => {
    const article = await published();
    await advertiser.post(`/api/news/${article.id}/read`, {});
    publisher.sent.length = 0;
    const pinned = await update(mara, article, { pinned: true });
    expect(pinned.body).toMatchObject({ pinned: true, updated_at: null });
    clock.advance(1_000);
    const edited = await update(mara, pinned.body, { body: 'Something else' });
    expect(edited.body.updated_at).toBe(clock.now().toISOString());
    expect((await list(advertiser)).articles[0]).toMatchObject({
      summary: 'Something else',
      updated_at: clock.now().toISOString(),
      // It stays read: the mark says what changed, not the count.
      read: true,
    });
    expect(publisher.sent).toHaveLength(2);
    expect(announced).toHaveLength(1);
  });

  test('saving what is there already changes nothing', async () => {
    const article = await published();
    publisher.sent.length = 0;
    expect((await update(tomas, article, {})).body).toEqual({ ...article, readers: 0 });
    expect(publisher.sent).toEqual([]);
  });

  test('of two who edit at once the second is told, and nothing is lost', async () => {
    const article = await draft();
    const answers = await Promise.all([
      update(mara, article, { title: 'Mara was here' }),
      update(tomas, article, { title: 'Tomas was here' }),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const late = answers.find(({ status }) => status === 409);
    expect(late?.body.code).toBe('CHANGED');
    const winner = answers.find(({ status }) => status === 200);
    const { body } = await mara.get<OperatorNewsArticle>(`${OPERATOR}/${article.id}`);
    expect(body.title).toBe(winner?.body.title);
  });

  test('who publishes, withdraws or deletes does it with what they saw', async () => {
    const article = await draft();
    const { body: newer } = await update(tomas, article, { title: 'Newer' });
    expect((await act(mara, 'publish', article)).body.code).toBe('CHANGED');
    const gone = await mara.delete<ErrorBody>(`${OPERATOR}/${article.id}?version=1`);
    expect(gone).toMatchObject({ status: 409, body: { code: 'CHANGED' } });
    const { body: out } = await act(mara, 'publish', newer);
    expect((await act(tomas, 'withdraw', newer)).body.code).toBe('CHANGED');
    // Whoever still writes on the draft learns that it is out by now.
    expect((await update(tomas, newer, { body: 'Half a sentence' })).body.code).toBe('CHANGED');
    expect((await act(tomas, 'withdraw', out)).status).toBe(200);
  });

  test('published at once by several: once', async () => {
    for (let round = 0; round < 5; round += 1) {
      announced.length = 0;
      const article = await draft({ title: `Round ${round}` });
      const answers = await Promise.all([mara, tomas, mara, tomas].map((by) => act(by, 'publish', article)));
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
      expect(new Set(answers.map(({ body }) => body.published_at)).size).toBe(1);
      expect(announced).toHaveLength(1);
    }
  });

  test('withdrawn: nobody sees it, its readers stay known; published again it is told to nobody twice', async () => {
    const article = await published();
    await advertiser.post(`/api/news/${article.id}/read`, {});
    publisher.sent.length = 0;
    const { body: hidden } = await act(mara, 'withdraw', article);
    expect([article.withdrawn, hidden.withdrawn]).toEqual([false, true]);
    expect(hidden).toMatchObject({ published_at: null, readers: 1 });
    expect(await list(advertiser)).toMatchObject({ articles: [], unread: 0 });
    expect((await advertiser.get(`/api/news/${article.id}`)).status).toBe(404);
    expect(publisher.sent).toEqual([{ to: 'role:advertiser', event: 'news.changed', payload: {} }]);
    const { body: edited } = await update(mara, hidden, { audiences: ['advertiser', 'publisher'] });
    expect(edited.withdrawn).toBe(true);
    const { body: again } = await act(mara, 'publish', edited);
    expect(again.withdrawn).toBe(false);
    expect(again.published_at).toBe(clock.now().toISOString());
    expect(announced.map(({ audiences }) => audiences)).toEqual([['advertiser'], ['publisher']]);
    expect(await list(advertiser)).toMatchObject({ articles: [{ read: true }] });
  });

  test('a role added to what is published is told, once', async () => {
    const article = await published();
    const { body: wider } = await update(mara, article, { audiences: ['advertiser', 'publisher'] });
    const { body: narrower } = await update(mara, wider, { audiences: ['publisher'] });
    await update(mara, narrower, { audiences: ['advertiser', 'publisher'] });
    expect(announced.map(({ audiences }) => audiences)).toEqual([['advertiser'], ['publisher']]);
  });

  test('what cannot be announced is not published', async () => {
    const article = await draft();
    publisher.sent.length = 0;
    refuses = true;
    const { status } = await act(mara, 'publish', article);
    refuses = false;
    expect(status).toBe(500);
    const { body } = await mara.get<OperatorNewsArticle>(`${OPERATOR}/${article.id}`);
    expect(body).toMatchObject({ published_at: null, version: 1 });
    expect((await act(mara, 'publish', article)).status).toBe(200);
  });

  test('drafts are deleted, what is published is not', async () => {
    const article = await published();
    const path = `${OPERATOR}/${article.id}?version=${article.version}`;
    expect(await mara.delete<ErrorBody>(path)).toMatchObject({ status: 409, body: { code: 'PUBLISHED' } });
    const { body: hidden } = await act(mara, 'withdraw', article);
    expect((await mara.delete(`${OPERATOR}/${article.id}?version=${hidden.version}`)).status).toBe(204);
    expect((await mara.get(`${OPERATOR}/${article.id}`)).status).toBe(404);
    expect((await mara.delete(`${OPERATOR}/${article.id}?version=1`)).status).toBe(404);
  });

  test('every mistake is said at its field', async () => {
    const wrong = { title: ' ', category: 'gossip', audiences: [], pinned: 'yes', body: '' };
    const { status, body } = await mara.post<ErrorBody>(OPERATOR, wrong);
    expect(status).toBe(422);
    expect(Object.keys(body.errors ?? {}).sort()).toEqual([
      'audiences',
      'body',
      'category',
      'pinned',
      'title',
    ]);
    const long = {
      ...INPUT,
      title: 'a'.repeat(141),
      body: 'b'.repeat(20_001),
      audiences: ['publisher', 'publisher'],
    };
    expect((await mara.post<ErrorBody>(OPERATOR, long)).body.errors).toEqual({
      title: ['Use at most 140 characters'],
      body: ['Use at most 20000 characters'],
      audiences: ['Name each audience only once'],
    });
    const article = await draft();
    for (const version of [undefined, 0, 'x'])
      expect((await mara.post(`${OPERATOR}/${article.id}/publish`, { version })).status).toBe(422);
  });

  test('a preview is what readers will see, and is kept nowhere', async () => {
    const { body } = await mara.post(`${OPERATOR}/preview`, { body: '# Title\n\n<b>x</b>' });
    expect(body).toEqual({
      body: [
        { type: 'heading', level: 2, children: [{ type: 'text', text: 'Title' }] },
        { type: 'paragraph', children: [{ type: 'text', text: '<b>x</b>' }] },
      ],
    });
    expect((await mara.get<OperatorNewsList>(OPERATOR)).body.articles).toEqual([]);
    expect((await advertiser.post(`${OPERATOR}/preview`, { body: 'x' })).status).toBe(403);
  });

  test('what was done is kept with who did it, and nobody changes that', async () => {
    const article = await draft({ title: 'Audited' });
    const { body: edited } = await update(tomas, article, { title: 'Audited twice', pinned: true });
    const { body: out } = await act(mara, 'publish', edited);
    const { body: hidden } = await act(tomas, 'withdraw', out);
    await mara.delete(`${OPERATOR}/${article.id}?version=${hidden.version}`);
    const all = await test_.db
      .selectFrom('news_audit')
      .innerJoin('app_user', 'app_user.id', 'news_audit.actor_id')
      .select(['app_user.first_name', 'news_audit.action', 'news_audit.detail'])
      .orderBy('news_audit.id')
      .execute();
    const rows = all.slice(-5);
    expect(rows.map(({ first_name, action }) => [first_name, action])).toEqual([
      ['Mara', 'created'],
      ['Tomas', 'changed'],
      ['Mara', 'published'],
      ['Tomas', 'withdrawn'],
      ['Mara', 'deleted'],
    ]);
    expect(rows[1]?.detail).toEqual({
      version: 2,
      title: 'Audited twice',
      fields: ['title', 'pinned'],
      told: [],
    });
    await expect(test_.owner.deleteFrom('news_audit').execute()).rejects.toThrow('append-only');
  });
});
