import { type RenderedRemote, renderRemote, type StubRoutes } from '@ezdash/remote-kit/testing';
import { App } from '../App';
import en from '../locales/en.json';

// Whole pages with typing in them: on a busy machine a second is not enough to tell slow from broken.
jest.setTimeout(30_000);

const LOCALES = [
  { code: 'en', name: 'English' },
  { code: 'de', name: 'Deutsch' },
];

/** The pages of coming in at an address, with nobody signed in. */
export function renderAuth(path: string, routes: StubRoutes = {}): RenderedRemote {
  return renderRemote(<App />, { path, routes, texts: { auth: en }, config: { locales: LOCALES } });
}
