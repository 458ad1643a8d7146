import type { PublicConfig, RemoteManifest } from '@ezdash/contracts';
import type { LiveTransport } from '@ezdash/store';
import { dismissToasts } from '@ezdash/ui';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, Routes } from 'react-router-dom';
import { config, englishTexts, registryOf, renderApp, texts, userOf } from '../../testing/renderApp';
import { setTransport } from './loadTransport';

const broadcaster: PublicConfig['broadcaster'] = { key: 'k', host: 'live.test', port: 443, scheme: 'https' };
const weather: RemoteManifest = {
  name: 'mf-weather',
  namespace: 'weather',
  contractVersion: 1,
  pages: [
    { id: 'today', path: '/weather', titleKey: 'weather:page.today', access: 'signed-in', built: true },
  ],
  navigation: [
    { page: 'today', icon: 'chart', group: 1, labelKey: 'weather:nav.today', roles: ['advertiser'] },
  ],
};
const App = () => (
  <Routes>
    <Route path="/weather" element={<input aria-label="Place" />} />
  </Routes>
);

type Listener = Parameters<LiveTransport['join']>[1];
let channels: Map<string, Listener>;
beforeEach(() => {
  channels = new Map();
  setTransport(({ onLive }) => {
    onLive();
    const transport: LiveTransport = {
      join: (name, listener) => {
        channels.set(name, listener);
        return { leave: () => void channels.delete(name), whisper: () => undefined };
      },
    };
    return { transport, close: () => undefined };
  });
});
afterEach(() => {
  act(dismissToasts);
  setTransport(null);
});

/** A release of the remote waits, since something is typed in it. */
async function waits(words: Record<string, unknown>) {
  const registry = registryOf([weather]);
  await renderApp({
    path: '/weather',
    user: userOf('advertiser'),
    page: { config: { ...config, broadcaster } },
    remotes: [weather],
    modules: { 'mf-weather/App': async () => ({ default: App }) },
    answers: {
      'GET /api/translations/en': { ...englishTexts, translations: { ...texts, ...words } },
      'GET /remotes/registry.json': {
        ...registry,
        'mf-weather': { ...registry['mf-weather'], version: '2.0.0' },
      },
    },
  });
  await userEvent.type(await screen.findByLabelText('Place'), 'Oslo');
  await waitFor(() => expect(channels.has('releases')).toBe(true));
  const told = { remote: 'mf-weather', version: '2.0.0', revision: 41, spread_ms: 0 };
  act(() => channels.get('releases')?.onTold('release.activated', told));
}

test('a remote of another repository is called as the navigation calls it', async () => {
  await waits({ weather: { nav: { today: 'Weather' }, page: { today: 'The weather today' } } });
  expect(await screen.findByText(/^A new version of Weather is ready/)).toBeTruthy();
});

test('and by its name when nobody has words for it', async () => {
  await waits({});
  expect(await screen.findByText(/^A new version of mf-weather is ready/)).toBeTruthy();
});
