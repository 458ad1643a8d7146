import type { ErrorBody, HelpArticle, HelpList } from '@ezdash/contracts';
import { makePublisher } from '../../../testing';
import { openSupport, type SupportWorld } from '../testSupport';

let world: SupportWorld;
beforeAll(async () => {
  world = await openSupport(async () => []);
});
afterAll(() => world.close());

test('guests read and search the help, in the language they ask for', async () => {
  const guest = world.client();
  guest.setHeader('Accept-Language', 'de-AT,en;q=0.5');
  const { body } = await guest.get<HelpList>('/api/help/articles?q=Zweitpreis');
  expect(body.articles[0]).toMatchObject({ slug: 'second-price', title: 'Wie der Zweitpreis funktioniert' });
  const named = await guest.get<HelpArticle>('/api/help/articles/second-price?locale=en');
  expect(named.body).toMatchObject({ title: 'How second price works', category: 'Campaigns' });
  expect(named.body.related.length).toBeGreaterThan(0);
  const nothing = await guest.get<ErrorBody>('/api/help/articles/nothing');
  expect([nothing.status, nothing.body.code]).toEqual([404, 'NOT_FOUND']);
  expect((await guest.get(`/api/help/articles?q=${'x'.repeat(201)}`)).status).toBe(422);
});

test('who is signed in gets the articles of their kind of account, those of the page first', async () => {
  const client = await world.clientOf(await makePublisher(world.db));
  const { body } = await client.get<HelpList>('/api/help/articles?for=/publisher/properties/p_1000');
  expect(body.articles[0]?.slug).toBe('add-the-tag');
  expect(body.articles.map(({ slug }) => slug)).not.toContain('html5-bundles');
});

test('of a long text the first twelve words are looked for', async () => {
  const guest = world.client();
  const search = async (...words: string[]) => {
    const { body } = await guest.get<HelpList>(
      `/api/help/articles?locale=en&q=${encodeURIComponent(words.join(' '))}`,
    );
    return body.articles.map(({ slug }) => slug);
  };
  const others = Array.from({ length: 12 }, (_, index) => `qq${index}qq${index}`);
  expect(await search(...others.slice(1), 'html5')).toContain('html5-bundles');
  expect(await search(...others, 'html5')).toEqual([]);
});

test('one address searches so many times a minute, and reads on', async () => {
  const guest = world.client();
  const statuses = new Set<number>();
  for (let n = 0; n <= 120; n += 1) statuses.add((await guest.get('/api/help/articles?q=tag')).status);
  expect(statuses).toEqual(new Set([200, 429]));
  expect((await guest.get('/api/help/articles')).status).toBe(200);
  expect((await guest.get('/api/help/articles/second-price')).status).toBe(200);
});
