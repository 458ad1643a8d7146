import type { Locale } from '@ezdash/contracts';
import { getStore, sessionApi } from '@ezdash/store';
import i18next from 'i18next';
import { loadLocale } from './translations';

/**
 * A person chooses a language: its texts are loaded, the page changes to it, this browser and the server remember it.
 * Without the server's texts the bundled English shows in its place. The promise never rejects.
 */
export async function switchLocale(locale: Locale): Promise<void> {
  await loadLocale(locale);
  await i18next.changeLanguage(locale);
  const { dispatch } = getStore();
  dispatch(
    sessionApi.util.updateQueryData('me', undefined, (known) => {
      if (known.user) known.user.preferences.locale = locale;
    }),
  );
  await dispatch(sessionApi.endpoints.setLocale.initiate(locale, { track: false }));
}
