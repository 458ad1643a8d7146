/** Drawn by the build (remote-kit's `paintPages`), never in a browser. */

import { FIRST_PAINT } from '@ezdash/contracts';
import { api, makeStore, StoreProvider, setBootstrap } from '@ezdash/store';
import { UiProvider } from '@ezdash/ui';
import uiDe from '@ezdash/ui/locales/de.json';
import uiEn from '@ezdash/ui/locales/en.json';
import i18next from 'i18next';
import { renderToStaticMarkup } from 'react-dom/server';
import { initReactI18next } from 'react-i18next';
import { MemoryRouter } from 'react-router-dom';
import { RouterLink } from './app/RouterLink';
import shellDe from './locales/de.json';
import shellEn from './locales/en.json';
import Welcome from './pages/welcome/Welcome';

const TEXTS = { en: { shell: shellEn, ui: uiEn }, de: { shell: shellDe, ui: uiDe } };
const NAMES = { en: 'English', de: 'Deutsch' };

function draw(locale: keyof typeof TEXTS): string {
  setBootstrap({
    config: {
      app_name: FIRST_PAINT.appName,
      locales: Object.entries(NAMES).map(([code, name]) => ({ code: code as keyof typeof NAMES, name })),
      broadcaster: null,
      demo: false,
      demo_property_url: null,
    },
    user: null,
    locale,
  });
  const i18n = i18next.createInstance();
  void i18n.use(initReactI18next).init({
    lng: locale,
    fallbackLng: 'en',
    resources: TEXTS,
    defaultNS: 'shell',
    interpolation: { escapeValue: false },
    initAsync: false,
    react: { useSuspense: false },
  });
  const store = makeStore();
  const markup = renderToStaticMarkup(
    <StoreProvider store={store}>
      <MemoryRouter>
        <UiProvider
          nonce={FIRST_PAINT.nonce}
          locale={locale}
          appName={FIRST_PAINT.appName}
          LinkComponent={RouterLink}
        >
          <Welcome />
        </UiProvider>
      </MemoryRouter>
    </StoreProvider>,
  );
  // Its answers would be kept for a minute, and the build would not end before.
  store.dispatch(api.util.resetApiState());
  return markup;
}

/** Links work as they are; what only scripts answer waits for them, also for who presses early. */
const asleep = (markup: string) => markup.replace(/<button /g, '<button inert ');

/** Address → the module that shows it, and its markup for guests in each language. */
export function paint() {
  return {
    '/': {
      source: './src/pages/welcome/Welcome.tsx',
      markup: { en: asleep(draw('en')), de: asleep(draw('de')) },
    },
  };
}
