/** A page of the shell in miniature, for tests of a remote's pages: store, router, design system, English texts. */
import type { PublicConfig, User } from '@ezdash/contracts';
import { api, forgetProofs, liveChannels, makeStore, StoreProvider, setBootstrap } from '@ezdash/store';
import { dismissToasts, type LinkComponent, UiProvider } from '@ezdash/ui';
import uiTexts from '@ezdash/ui/locales/en.json';
import { type RenderResult, render } from '@testing-library/react';
import i18next from 'i18next';
import type { ReactElement } from 'react';
import { I18nextProvider, initReactI18next } from 'react-i18next';
import { Link, MemoryRouter, useLocation } from 'react-router-dom';
import { type Call, type StubRoutes, stubFetch } from './stubFetch';

export { type FakeLive, fakeLive } from './fakeLive';
export { fillIn } from './fillIn';
export { type Call, reply, type StubAnswer, type StubRoutes } from './stubFetch';
export { testUser } from './testUser';

const RouterLink: LinkComponent = ({ href, ...props }) => <Link to={href} {...props} />;

interface RenderRemoteOptions {
  /** Address of the page, with its query. */
  path?: string;
  /** Who is signed in. */
  user?: User | null;
  /** What differs from a plain set-up: the languages offered, the app's name. */
  config?: Partial<PublicConfig>;
  /** `'GET /api/campaigns/:id'` → the answer as JSON, or a function of the call. */
  routes?: StubRoutes;
  /** Namespace → English texts, as in `src/locales/en.json`. */
  texts?: Record<string, Record<string, unknown>>;
}

export interface RenderedRemote extends RenderResult {
  /** Every call that was made, in order. */
  calls: Call[];
  /** Adds answers, or replaces them. */
  answer: (routes: StubRoutes) => void;
  /** Path and query the page is at. */
  address: () => string;
}

function AddressProbe({ onAddress }: { onAddress: (address: string) => void }) {
  const { pathname, search } = useLocation();
  onAddress(pathname + search);
  return null;
}

function makeI18n(texts: NonNullable<RenderRemoteOptions['texts']>) {
  const i18n = i18next.createInstance();
  void i18n.use(initReactI18next).init({
    lng: 'en',
    fallbackLng: 'en',
    resources: { en: { ui: uiTexts, ...texts } },
    interpolation: { escapeValue: false },
    initAsync: false,
    react: { useSuspense: false },
  });
  return i18n;
}

/** Renders an element of a remote, usually its App, at an address. Calls without an answer get a 404 and a warning. */
export function renderRemote(ui: ReactElement, options: RenderRemoteOptions = {}): RenderedRemote {
  const { path = '/', user = null, config, routes = {}, texts = {} } = options;
  // They are the tab's, not the page's: what an earlier test said would answer for this one.
  dismissToasts();
  forgetProofs();
  liveChannels.use(null);
  setBootstrap({
    config: {
      app_name: 'EzDash',
      locales: [],
      broadcaster: null,
      demo: false,
      demo_property_url: null,
      ...config,
    },
    user,
    locale: 'en',
  });
  const stub = stubFetch(routes);
  const store = makeStore();
  let address = path;
  const result = render(
    <I18nextProvider i18n={makeI18n(texts)}>
      <StoreProvider store={store}>
        <MemoryRouter initialEntries={[path]}>
          <UiProvider LinkComponent={RouterLink} timezone={user?.preferences.timezone} env="test">
            {ui}
            <AddressProbe
              onAddress={(now) => {
                address = now;
              }}
            />
          </UiProvider>
        </MemoryRouter>
      </StoreProvider>
    </I18nextProvider>,
  );
  const { unmount } = result;
  return Object.assign(result, {
    calls: stub.calls,
    answer: stub.answer,
    address: () => address,
    unmount: () => {
      unmount();
      store.dispatch(api.util.resetApiState());
    },
  });
}
