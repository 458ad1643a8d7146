import { type NewsInput, type OperatorNewsArticle, rowId } from '@ezdash/contracts';
import { type AppWorld, fakeClock, makeAdmin, makeAdvertiser, openApp } from '../../testing';
import { createTestPublisher } from '../../testing/testPublisher';
import { createNewsFeature } from '.';

const clock = fakeClock('2026-11-01T09:00:00.000Z');
const OPERATOR = '/api/operator/news';
const INPUT: NewsInput = {
  title: 'Pay per conversion',
  category: 'product',
  audiences: ['advertiser'],
  pinned: false,
  body: 'Campaigns can now pay per conversion.',
};
/** What alerts are told of articles and of their readers. */
const changes: number[] = [];
const reads: { userId: number; articleId: number | null }[] = [];
let world: AppWorld;

beforeAll(async () => {
  world = await openApp(({ db }) => ({
    clock,
    mounts: createNewsFeature({
      db,
      clock,
      checkProof: () => {},
      publisher: createTestPublisher(),
      onChanged: async (_trx, { articleId }) => {
        changes.push(articleId);
      },
      onRead: async (_trx, read) => {
        reads.push(read);
      },
    }).mounts,
  }));
});
afterAll(() => world.close());

test('alerts hear of what changes of a published article, and of who has read it', async () => {
  const editor = await world.clientOf(await makeAdmin(world.db));
  const person = await makeAdvertiser(world.db);
  const reader = await world.clientOf(person);
  const made = (await editor.post<OperatorNewsArticle>(OPERATOR, INPUT)).body;
  const path = `${OPERATOR}/${made.id}`;
  const row = rowId('newsArticle', made.id);
  const put = async (version: number, title: string) =>
    (await editor.put<OperatorNewsArticle>(path, { ...INPUT, title, version })).body;
  const draft = await put(made.version, 'A draft');
  expect(changes).toEqual([]);
  const { version } = (await editor.post<OperatorNewsArticle>(`${path}/publish`, { version: draft.version }))
    .body;
  expect(changes).toEqual([]);
  const changed = await put(version, 'Another title');
  expect(changes).toEqual([row]);
  await put(changed.version, 'Another title');
  expect(changes).toEqual([row]);

  expect((await reader.post(`/api/news/${made.id}/read`, {})).status).toBe(200);
  expect((await reader.post('/api/news/nw_zzzz/read', {})).status).toBe(404);
  expect((await reader.post('/api/news/read-all', {})).status).toBe(200);
  expect(reads).toEqual([
    { userId: person.id, articleId: row },
    { userId: person.id, articleId: null },
  ]);

  await editor.post(`${path}/withdraw`, { version: changed.version });
  expect(changes).toEqual([row, row]);
});
