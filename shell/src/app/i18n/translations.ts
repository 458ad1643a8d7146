import type { TranslationsAnswer } from '@ezdash/contracts';
import { api, getStore } from '@ezdash/store';
import i18next, { type BackendModule } from 'i18next';

const translationsApi = api.injectEndpoints({
  overrideExisting: true,
  endpoints: (build) => ({
    shellTranslations: build.query<
      TranslationsAnswer,
      { locale: string; namespace?: string; releases?: string }
    >({
      query: ({ locale, namespace, releases }) => ({
        url: `/api/translations/${encodeURIComponent(locale)}`,
        params: { namespace, releases },
      }),
    }),
  }),
});

/** The shell's and the design system's; in English they are bundled. */
export const OWN_NAMESPACES = ['shell', 'ui'];

const loading = new Map<string, Promise<boolean>>();
const directions = new Map<string, 'ltr' | 'rtl'>();

/** Remote → version. */
type Versions = Readonly<Record<string, string>>;
type ReadVersions = (namespace?: string) => Versions;
let running: ReadVersions = () => ({});

/**
 * Tells where to read what this page runs: its texts are of these releases, whatever has become active since.
 * @param read asked with the namespace whose texts are wanted; undefined for all that the page shows
 */
export function followVersions(read: ReadVersions): void {
  running = read;
}

/** `mf-auth@1.0.0,mf-settings@1.2.0`; undefined where none is known. */
function releasesOf(next: Versions, namespace?: string): string | undefined {
  const named = Object.entries({ ...running(namespace), ...next }).map(
    ([remote, version]) => `${remote}@${version}`,
  );
  return named.length > 0 ? named.join(',') : undefined;
}

/** What the server has; null for a refused call, an empty body, a body that is no JSON. */
async function askTexts(
  locale: string,
  namespace?: string,
  next: Versions = {},
): Promise<TranslationsAnswer | null> {
  const { data, isSuccess } = await getStore().dispatch(
    translationsApi.endpoints.shellTranslations.initiate(
      { locale, namespace, releases: releasesOf(next, namespace) },
      { subscribe: false, forceRefetch: true },
    ),
  );
  return isSuccess && data.translations ? data : null;
}

async function fetchLocale(locale: string, namespace?: string): Promise<boolean> {
  const answer = await askTexts(locale, namespace);
  // The bundled file stands in.
  if (!answer) return false;
  directions.set(locale, answer.dir);
  for (const [namespace, texts] of Object.entries(answer.translations))
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

/**
 * Asks for the texts once more: releases may have brought new ones. Nothing shows them yet.
 * @param next releases that are about to take over
 * @returns takes those of one remote over; what it had and has no more stays. Never rejects
 */
export async function freshTexts(next: Versions): Promise<(namespace: string) => void> {
  const locale = i18next.language;
  const answer = await askTexts(locale, undefined, next);
  return (namespace) => {
    // What was loaded of other languages is of the release before.
    for (const other of loading.keys()) if (other !== locale) loading.delete(other);
    const texts = answer?.translations[namespace];
    if (texts) i18next.addResourceBundle(locale, namespace, texts, true, true);
  };
}

/**
 * The texts of a remote in the page's language, as they are now.
 * @returns puts them back
 */
export function keepTexts(namespace: string): () => void {
  const locale = i18next.language;
  const bundle = (): object | undefined => i18next.getResourceBundle(locale, namespace);
  const kept = structuredClone(bundle());
  return () => {
    if (kept) i18next.addResourceBundle(locale, namespace, structuredClone(kept), false, true);
  };
}

/** Reading direction of a language: the server's word, else what the language is known for. */
export function directionOf(locale: string): 'ltr' | 'rtl' {
  return directions.get(locale) ?? i18next.dir(locale);
}

/** For tests: as if the page had just been opened. */
export function forgetLocales(): void {
  loading.clear();
  directions.clear();
  running = () => ({});
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
