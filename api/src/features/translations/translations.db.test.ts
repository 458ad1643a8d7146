import { type ErrorBody, type TranslationsAnswer, translationsAnswer } from '@ezdash/contracts';
import { buildApp, createTestDb, type TestApp, type TestDb } from '../../testing';
import { createTranslationsFeature, type TextSources } from '.';

let test: TestDb;
let app: TestApp;
let shown: TextSources = { shell: { en: { hello: 'Hello' }, de: { hello: 'Hallo' } } };
const whole: TextSources = { ...shown, debug: { en: { tool: 'Tool' }, de: { tool: 'Werkzeug' } } };
beforeAll(async () => {
  test = await createTestDb();
  const sources = async () => ({ shown: { texts: shown }, whole: { texts: whole } });
  app = await buildApp({ test, mounts: createTranslationsFeature({ sources }).mounts });
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

it('answers one namespace, whoever is shown it', async () => {
  const { body, headers } = await app
    .client()
    .get<TranslationsAnswer>('/api/translations/de?namespace=debug');
  expect(translationsAnswer.parse(body).translations).toEqual({ debug: { tool: 'Werkzeug' } });
  expect(headers.get('Vary')).toContain('Cookie');
});

it.each(['nobody', '__proto__', ''])('has no texts of the name "%s"', async (namespace) => {
  const { status, body } = await app
    .client()
    .get<ErrorBody>(`/api/translations/de?namespace=${encodeURIComponent(namespace)}`);
  expect([status, body.code]).toEqual([404, 'NO_SUCH_NAMESPACE']);
});

it('is not sent again until a release brings other texts', async () => {
  const client = app.client();
  const etag = (await client.get('/api/translations/en')).headers.get('ETag');
  client.setHeader('If-None-Match', etag);
  // fetch would otherwise ask for a fresh copy by itself
  client.setHeader('Cache-Control', 'max-age=0');
  expect((await client.get('/api/translations/en')).status).toBe(304);
  shown = { shell: { en: { hello: 'Good day' } } };
  const fresh = await client.get<TranslationsAnswer>('/api/translations/en');
  expect([fresh.status, fresh.body.translations]).toEqual([200, { shell: { hello: 'Good day' } }]);
});
