import { type ErrorBody, type TranslationsAnswer, translationsAnswer } from '@ezdash/contracts';
import { buildApp, createTestDb, type TestApp, type TestDb } from '../../testing';
import { createTranslationsFeature, type TextSources } from '.';

let test: TestDb;
let app: TestApp;
let sources: TextSources = { shell: { en: { hello: 'Hello' }, de: { hello: 'Hallo' } } };
beforeAll(async () => {
  test = await createTestDb();
  app = await buildApp({ test, mounts: createTranslationsFeature({ sources: () => sources }).mounts });
});
afterAll(async () => {
  await app.close();
  await test.drop();
});

it('answers all namespaces of a locale', async () => {
  const { body } = await app.client().get<TranslationsAnswer>('/api/translations/de');
  expect(translationsAnswer.parse(body)).toEqual({
    locale: 'de',
    dir: 'ltr',
    translations: { shell: { hello: 'Hallo' } },
  });
});

it.each(['fr', 'DE', '..%2Fen'])('has nothing for %s', async (locale) => {
  const { status, body } = await app.client().get<ErrorBody>(`/api/translations/${locale}`);
  expect([status, body.code]).toEqual([404, 'NO_SUCH_LOCALE']);
});

it('is not sent again until a release brings other texts', async () => {
  const client = app.client();
  const etag = (await client.get('/api/translations/en')).headers.get('ETag');
  client.setHeader('If-None-Match', etag);
  // fetch would otherwise ask for a fresh copy by itself
  client.setHeader('Cache-Control', 'max-age=0');
  expect((await client.get('/api/translations/en')).status).toBe(304);
  sources = { shell: { en: { hello: 'Good day' } } };
  const fresh = await client.get<TranslationsAnswer>('/api/translations/en');
  expect([fresh.status, fresh.body.translations]).toEqual([200, { shell: { hello: 'Good day' } }]);
});
