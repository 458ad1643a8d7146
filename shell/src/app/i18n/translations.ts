import type { TranslationsAnswer } from '@ezdash/contracts';
import { api, getStore } from '@ezdash/store';
import i18next, { type BackendModule } from 'i18next';

const translationsApi = api.injectEndpoints({
  overrideExisting: true,
  endpoints: (build) => ({
    shellTranslations: build.query<TranslationsAnswer, { locale: string; namespace?: string }>({
      query: ({ locale, namespace }) => ({
        url: `/api/translations/${encodeURIComponent(locale)}`,
        params: { namespace },
      }),
    }),
  }),
});

/** The shell's and the design system's; in English they are bundled. */
export const OWN_NAMESPACES = ['shell', 'ui'];

const loading = new Map<string, Promise<boolean>>();
const directions = new Map<string, 'ltr' | 'rtl'>();

async function fetchLocale(locale: string, namespace?: string): Promise<boolean> {
  const { data, isSuccess } = await getStore().dispatch(
    translationsApi.endpoints.shellTranslations.initiate(
      { locale, namespace },
      { subscribe: false, forceRefetch: true },
    ),
  );
  // A refused call, an empty body, a body that is no JSON: the bundled file stands in for all of them.
  if (!isSuccess || !data.translations) return false;
  directions.set(locale, data.dir);
  for (const [namespace, texts] of Object.entries(data.translations))
    i18next.addResourceBundle(locale, namespace, texts, true, true);
  return true;
}

/**
 * Loads the texts of a language, every namespace in one call, once a page. Keys the server does not have fall to the
 * bundled English.
 * @returns whether the server's texts are there; false means the bundled file is all there is, and the next call tries again
 */
export function loadLocale(locale: string): Promise<boolean> {
  const known = loading.get(locale);
  if (known) return known;
  const started = fetchLocale(locale).then((loaded) => {
    if (!loaded) loading.delete(locale);
    return loaded;
  });
  loading.set(locale, started);
  return started;
}

/** Loads the texts once more: a release that was taken since may have brought new ones. Those there are stay. */
export async function refreshTexts(): Promise<void> {
  await fetchLocale(i18next.language);
}

/** Reading direction of a language: the server's word, else what the language is known for. */
export function directionOf(locale: string): 'ltr' | 'rtl' {
  return directions.get(locale) ?? i18next.dir(locale);
}

/** For tests: as if the page had just been opened. */
export function forgetLocales(): void {
  loading.clear();
  directions.clear();
}

/** Of one namespace: they come with the others, or, for a tool that few people open, by a call of their own. */
async function loadNamespace(locale: string, namespace: string): Promise<Record<string, unknown> | null> {
  const known = (): Record<string, unknown> | null => i18next.getResourceBundle(locale, namespace) ?? null;
  if (!(await loadLocale(locale))) return null;
  if (known() === null && !OWN_NAMESPACES.includes(namespace)) await fetchLocale(locale, namespace);
  return known() ?? {};
}

/**
 * Lets i18next fetch what it misses, so that `i18next.changeLanguage` of a remote waits for the texts as the shell's
 * own switch does.
 */
export const translationsBackend: BackendModule = {
  type: 'backend',
  init: () => {},
  read: (locale, namespace, done) => {
    loadNamespace(locale, namespace).then((texts) => {
      if (texts) done(null, texts);
      else done(`No texts of ${locale}`, false);
    });
  },
};
