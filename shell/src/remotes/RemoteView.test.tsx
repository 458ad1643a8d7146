import type { Registry, ServedRelease } from '@ezdash/contracts';
import { page } from '@ezdash/store';
import { UiProvider } from '@ezdash/ui';
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import i18next from 'i18next';
import { I18nextProvider, initReactI18next } from 'react-i18next';
import { Link, MemoryRouter, Route, Routes } from 'react-router-dom';
import texts from '../locales/en.json';
import { directSource, type RemoteModule, RemoteView, setRemoteSource, swapRemote } from '.';

const served = (version: string): ServedRelease => ({
  version,
  entry: '',
  type: 'var',
  global: '',
  integrity: '',
});
const registry: Registry = Object.fromEntries(
  ['mf-advertiser', 'mf-auth'].map((name) => [
    name,
    {
      ...served('1.0.0'),
      entry: `/remotes/${name}/remoteEntry.js`,
      manifest: { name, namespace: name.slice(3), contractVersion: 1, pages: [], navigation: [] },
      preload: {},
    },
  ]),
);

void i18next.use(initReactI18next).init({ lng: 'en', resources: { en: { shell: texts } }, initAsync: false });

const Auth = () => (
  <Routes>
    <Route path="/auth/login" element={<h1>Sign in</h1>} />
  </Routes>
);
const exposing = (component: RemoteModule['default']) => async () => ({ default: component });

function mount(modules: Record<string, () => Promise<RemoteModule>>) {
  setRemoteSource(directSource({ 'mf-auth/App': exposing(Auth), ...modules }), registry);
  return render(
    <I18nextProvider i18n={i18next}>
      <MemoryRouter initialEntries={['/advertiser/dashboard']}>
        <UiProvider env="test" LinkComponent={({ href, ...props }) => <Link to={href} {...props} />}>
          <Link to="/auth/login">Elsewhere</Link>
          <Link to="/advertiser/dashboard">Back</Link>
          <Routes>
            <Route path="/advertiser/dashboard" element={<RemoteView remote="mf-advertiser" />} />
            <Route path="/auth/login" element={<RemoteView remote="mf-auth" />} />
          </Routes>
        </UiProvider>
      </MemoryRouter>
    </I18nextProvider>,
  );
}

beforeEach(() => {
  // React says what its boundaries catch.
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
});
afterEach(() => jest.restoreAllMocks());

test('a module mounts with its absolute routes, inside the element that says whose it is', async () => {
  mount({
    'mf-advertiser/App': exposing(() => (
      <Routes>
        <Route path="/advertiser/dashboard" element={<h1>Dashboard</h1>} />
      </Routes>
    )),
  });
  const heading = await screen.findByRole('heading', { name: 'Dashboard' });
  const element = heading.closest('[data-mf-remote]');
  expect(element).toHaveProperty('dataset.mfRemote', 'mf-advertiser');
  expect(element).toHaveProperty('dataset.mfModule', 'App');
  expect(element).toHaveProperty('dataset.mfVersion', '1.0.0');
});

test.each([
  ['does not load', async (): Promise<RemoteModule> => Promise.reject(new Error('404'))],
  [
    'throws while it renders',
    exposing(() => {
      throw new Error('no such column');
    }),
  ],
])('a remote that %s says so in its place, and the rest works on', async (_, broken) => {
  const reload = jest.spyOn(page, 'reload').mockImplementation(() => undefined);
  mount({ 'mf-advertiser/App': broken });
  expect(await screen.findByRole('heading', { name: 'Something went wrong' })).toBeTruthy();
  // Nobody was told: the report went nowhere.
  expect(screen.getByRole('alert').textContent).not.toContain('told');
  fireEvent.click(screen.getByRole('button', { name: 'Reload Page' }));
  await waitFor(() => expect(reload).toHaveBeenCalledTimes(1));
  fireEvent.click(screen.getByText('Elsewhere'));
  expect(await screen.findByRole('heading', { name: 'Sign in' })).toBeTruthy();
  expect(screen.queryByText('Something went wrong')).toBeNull();
});

test('Reload Page replaces what did not load in the browser’s cache before it reloads', async () => {
  const order: string[] = [];
  const real = globalThis.fetch;
  globalThis.fetch = async (address, options) => {
    await Promise.resolve();
    order.push(`${String(address)} ${options?.cache}`);
    throw new TypeError('Failed to fetch');
  };
  jest.spyOn(page, 'reload').mockImplementation(() => void order.push('reload'));
  mount({ 'mf-advertiser/App': async () => Promise.reject(new Error('Wrong bytes')) });
  fireEvent.click(await screen.findByRole('button', { name: 'Reload Page' }));
  await waitFor(() => expect(order).toContain('reload'));
  globalThis.fetch = real;
  expect(order).toEqual(['/remotes/mf-advertiser/remoteEntry.js reload', 'reload']);
});

test('offline it names the connection, reports nothing, and mounts by itself once there is one', async () => {
  const onLine = jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  mount({
    'mf-advertiser/App': async () => {
      if (!navigator.onLine) throw new Error('Loading chunk 7 failed');
      return { default: () => <h1>Dashboard</h1> };
    },
  });
  expect(await screen.findByRole('heading', { name: /offline/i })).toBeTruthy();
  onLine.mockReturnValue(true);
  fireEvent(window, new Event('online'));
  expect(await screen.findByRole('heading', { name: 'Dashboard' })).toBeTruthy();
});

test('coming back tries again', async () => {
  let works = false;
  mount({
    'mf-advertiser/App': async () => {
      if (!works) throw new Error('404');
      return { default: () => <h1>Dashboard</h1> };
    },
  });
  await screen.findByRole('heading', { name: 'Something went wrong' });
  fireEvent.click(screen.getByText('Elsewhere'));
  await screen.findByRole('heading', { name: 'Sign in' });
  works = true;
  fireEvent.click(screen.getByText('Back'));
  expect(await screen.findByRole('heading', { name: 'Dashboard' })).toBeTruthy();
});

test('a swap mounts the new release in the open page', async () => {
  let version = 'one';
  mount({
    'mf-advertiser/App': async () => {
      const text = version;
      return { default: () => <h1>{text}</h1> };
    },
  });
  await screen.findByRole('heading', { name: 'one' });
  version = 'two';
  const entry = registry['mf-advertiser'];
  if (!entry) throw new Error('The fixture has no such remote');
  await act(() => swapRemote('mf-advertiser', { ...entry, ...served('2.0.0') }));
  const heading = await screen.findByRole('heading', { name: 'two' });
  expect(heading.closest('[data-mf-version]')).toHaveProperty('dataset.mfVersion', '2.0.0');
});
