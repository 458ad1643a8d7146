import { getStore, sessionApi, setBootstrap } from '@ezdash/store';
import i18next from 'i18next';
import { calls, config, stubServer, userOf } from '../../testing/renderApp';
import { initI18n } from './i18n';
import { switchLocale } from './switchLocale';
import { followVersions, forgetLocales, freshTexts } from './translations';

const german = {
  locale: 'de',
  dir: 'ltr',
  translations: {
    shell: { site: { signIn: 'Anmelden' } },
    advertiser: { page: { dashboard: 'Übersicht' } },
  },
};
const bundledOnly = () => new Response('<html>', { status: 502 });

async function start(locale: string, answers: Record<string, unknown>) {
  setBootstrap({ config, user: null, locale });
  stubServer(answers);
  await initI18n();
}

beforeEach(() => {
  window.localStorage.clear();
  forgetLocales();
  i18next.off('languageChanged');
  jest.spyOn(console, 'warn').mockImplementation(() => {});
});
afterEach(() => {
  jest.useRealTimers();
  jest.restoreAllMocks();
});

test('the page starts in its language, with one call for all namespaces', async () => {
  await start('de', { 'GET /api/translations/de': german });
  expect(i18next.language).toBe('de');
  expect(document.documentElement.lang).toBe('de');
  expect(document.documentElement.dir).toBe('ltr');
  expect(i18next.t('site.signIn')).toBe('Anmelden');
  expect(i18next.t('advertiser:page.dashboard')).toBe('Übersicht');
  expect(calls.filter(({ call }) => call.includes('/translations/de'))).toHaveLength(1);
  // Nobody has chosen anything yet.
  expect(window.localStorage.getItem('selectedLocale')).toBeNull();
});

test('numbers in sentences are written as figures of the language', async () => {
  const translations = { shell: { zones: '{{count}} Zonen', answer: 'Antwort {{status}}', of: '{{name}}' } };
  await start('de', { 'GET /api/translations/de': { ...german, translations } });
  expect(i18next.t('zones', { count: 1700 })).toBe('1.700 Zonen');
  expect(i18next.t('answer', { status: 1006 })).toBe('Antwort 1006');
  expect(i18next.t('of', { name: '1700' })).toBe('1700');
});

test('a key the server does not have falls to the bundled English, and one that nobody has shows itself', async () => {
  await start('de', { 'GET /api/translations/de': german });
  expect(i18next.t('site.join')).toBe('Create account');
  expect(i18next.t('site.noSuchKey')).toBe('site.noSuchKey');
});

test.each([
  ['refuses', bundledOnly],
  ['answers nothing', () => new Response('')],
  ['answers HTML', () => new Response('<html>')],
])('a server that %s leaves the bundled texts', async (_, answer) => {
  i18next.removeResourceBundle('de', 'shell');
  await start('de', { 'GET /api/translations/de': answer });
  expect(i18next.t('site.signIn')).toBe('Sign in');
});

test('slow texts hold the first paint for a second at most, and come when they come', async () => {
  i18next.removeResourceBundle('de', 'shell');
  jest.useFakeTimers({ doNotFake: ['queueMicrotask'] });
  let answer: (response: Response) => void = () => {};
  const slow = new Promise<Response>((resolve) => {
    answer = resolve;
  });
  const started = start('de', { 'GET /api/translations/de': () => slow });
  await jest.advanceTimersByTimeAsync(1_000);
  await started;
  expect(document.documentElement.lang).toBe('en');
  expect(i18next.t('site.signIn')).toBe('Sign in');
  const changed = new Promise((resolve) => i18next.on('languageChanged', resolve));
  answer(new Response(JSON.stringify(german)));
  await jest.advanceTimersByTimeAsync(10);
  await changed;
  expect(document.documentElement.lang).toBe('de');
  expect(window.localStorage.getItem('selectedLocale')).toBeNull();
});

test('the pseudo-locale falls to English', async () => {
  const pseudo = {
    locale: 'en-XA',
    dir: 'ltr',
    translations: { shell: { site: { signIn: '[Šîgñ îñ ~~~]' } } },
  };
  await start('en-XA', { 'GET /api/translations/en-XA': pseudo });
  expect(document.documentElement.lang).toBe('en-XA');
  expect(i18next.t('site.signIn')).toBe('[Šîgñ îñ ~~~]');
  expect(i18next.t('site.join')).toBe('Create account');
});

test('a right-to-left language turns the page', async () => {
  await start('de', { 'GET /api/translations/de': { ...german, dir: 'rtl' } });
  expect(document.documentElement.dir).toBe('rtl');
});

test('switching loads the texts, changes the page, remembers it here and tells the server', async () => {
  const answers = {
    'GET /api/translations/en': {},
    'GET /api/translations/de': german,
    'POST /api/locale': {},
  };
  await start('en', answers);
  const me = { user: userOf('advertiser'), csrf_token: '' };
  getStore().dispatch(
    sessionApi.util.upsertQueryEntries([{ endpointName: 'me', arg: undefined, value: me }]),
  );
  await switchLocale('de');
  expect(i18next.t('site.signIn')).toBe('Anmelden');
  expect(document.documentElement.lang).toBe('de');
  expect(window.localStorage.getItem('ezdash_locale')).toBe('de');
  expect(window.localStorage.getItem('selectedLocale')).toBe('de');
  expect(calls.at(-1)).toEqual({ call: 'POST /api/locale', body: '{"locale":"de"}' });
  const known = sessionApi.endpoints.me.select()(getStore().getState());
  expect(known.data?.user?.preferences.locale).toBe('de');
});

test('the texts of a tool that few open come by a call of their own, when they are asked for', async () => {
  const tool = { ...german, translations: { debug: { tool: { name: 'Debug' } } } };
  await start('de', {
    'GET /api/translations/de': ({ url }: Request) =>
      new Response(JSON.stringify(url.endsWith('?namespace=debug') ? tool : german)),
  });
  const asked = () => calls.map(({ call }) => call).filter((call) => call.includes('/translations/'));
  expect(asked()).toEqual(['GET /api/translations/de']);
  await i18next.loadNamespaces('debug');
  expect(asked().at(-1)).toBe('GET /api/translations/de?namespace=debug');
  expect(i18next.t('debug:tool.name')).toBe('Debug');
  expect(i18next.t('site.signIn')).toBe('Anmelden');
  const before = asked().length;
  await i18next.loadNamespaces('advertiser');
  expect(asked()).toHaveLength(before);
});

test('texts are of the releases that the page runs, and of those that are about to take over', async () => {
  followVersions(() => ({ 'mf-auth': '1.0.0', 'mf-debug': '2.0.0' }));
  const named = (versions: string) => `GET /api/translations/de?releases=${encodeURIComponent(versions)}`;
  await start('de', { 'GET /api/translations/de': german });
  expect(calls.map(({ call }) => call)).toContain(named('mf-auth@1.0.0,mf-debug@2.0.0'));
  await freshTexts({ 'mf-auth': '1.1.0' });
  expect(calls.at(-1)?.call).toBe(named('mf-auth@1.1.0,mf-debug@2.0.0'));
});

test('a language that was loaded before a release took over is loaded anew when it is chosen again', async () => {
  let title = 'Übersicht';
  const answers = {
    'GET /api/translations/en': { locale: 'en', dir: 'ltr', translations: {} },
    'GET /api/translations/de': () =>
      Response.json({ ...german, translations: { advertiser: { page: { dashboard: title } } } }),
    'POST /api/locale': {},
  };
  await start('en', answers);
  await switchLocale('de');
  await switchLocale('en');
  title = 'Alles auf einen Blick';
  const take = await freshTexts({ 'mf-advertiser': '2.0.0' });
  take('advertiser');
  await switchLocale('de');
  expect(i18next.t('advertiser:page.dashboard')).toBe('Alles auf einen Blick');
});

test('a remote that changes the language gets the texts first, too', async () => {
  await start('en', { 'GET /api/translations/en': {}, 'GET /api/translations/de': german });
  i18next.removeResourceBundle('de', 'shell');
  forgetLocales();
  await i18next.changeLanguage('de');
  expect(i18next.t('advertiser:page.dashboard')).toBe('Übersicht');
  expect(window.localStorage.getItem('selectedLocale')).toBe('de');
});
