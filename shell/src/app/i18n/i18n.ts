import { DEFAULT_LOCALE, LOCALES, STORAGE_KEYS } from '@ezdash/contracts/constants';
import { bootstrap, setStoreWords, storage } from '@ezdash/store';
import uiTexts from '@ezdash/ui/locales/en.json';
import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import shellTexts from '../../locales/en.json';
import { figuresInTexts } from './figuresInTexts';
import { pickLocale } from './pickLocale';
import { directionOf, loadLocale, OWN_NAMESPACES, translationsBackend } from './translations';

/** Longest wait for texts in another language before the page shows itself in English. */
const FIRST_TEXTS_MS = 1_000;
/** The same for English, of which the shell has its own part bundled; the remotes' names for their pages come late. */
const ENGLISH_TEXTS_MS = 300;

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Codes a person may choose. */
export function offeredLocales(): string[] {
  return [...new Set([...LOCALES, ...bootstrap().config.locales.map((one) => one.code)])];
}

/** The language this page starts in. */
export function initialLocale(): string {
  const { user, locale } = bootstrap();
  return pickLocale(
    {
      userLocale: user?.preferences.locale ?? null,
      selectedLocale: storage.get(STORAGE_KEYS.selectedLocale),
      storedLocale: storage.get(STORAGE_KEYS.locale),
      acceptedLocale: locale,
    },
    offeredLocales(),
  );
}

function markDocument(locale: string): void {
  document.documentElement.lang = locale;
  document.documentElement.dir = directionOf(locale);
}

function rememberLocale(locale: string): void {
  storage.set(STORAGE_KEYS.locale, locale);
  storage.set(STORAGE_KEYS.selectedLocale, locale);
}

/**
 * Starts i18next with the bundled English, then goes to the page's language.
 * @returns when the first paint may happen: the texts are there, or the patience has run out
 */
export async function initI18n(): Promise<void> {
  await i18next
    .use(translationsBackend)
    .use(figuresInTexts)
    .use(initReactI18next)
    .init({
      lng: DEFAULT_LOCALE,
      fallbackLng: DEFAULT_LOCALE,
      resources: { [DEFAULT_LOCALE]: { shell: shellTexts, ui: uiTexts } },
      partialBundledLanguages: true,
      // A copy: i18next adds what else is asked for.
      ns: [...OWN_NAMESPACES],
      defaultNS: 'shell',
      interpolation: { escapeValue: false, alwaysFormat: true },
      react: { useSuspense: false, bindI18nStore: 'added' },
    });
  setStoreWords({ cookiesNeeded: () => i18next.t('shell:cookiesNeeded') });
  const locale = initialLocale();
  let settled = locale === DEFAULT_LOCALE;
  i18next.on('languageChanged', (next) => {
    markDocument(next);
    // The page's own start is nobody's choice; every other change is.
    if (settled || next !== locale) rememberLocale(next);
    void loadLocale(next).then(() => markDocument(i18next.language));
  });
  if (settled) {
    const texts = loadLocale(locale);
    if (bootstrap().user !== null) await Promise.race([texts, wait(ENGLISH_TEXTS_MS)]);
  } else {
    const changed = i18next.changeLanguage(locale).finally(() => {
      settled = true;
    });
    await Promise.race([changed, wait(FIRST_TEXTS_MS)]);
  }
  markDocument(i18next.language);
}
