import type { PublicConfig, User } from '@ezdash/contracts';
import { type RenderedRemote, renderRemote, type StubRoutes } from '@ezdash/remote-kit/testing';
import { StrictMode } from 'react';
import { App } from '../App';
import en from '../locales/en.json';

const LOCALES = [
  { code: 'en', name: 'English' },
  { code: 'de', name: 'Deutsch' },
];
export const PROVIDERS = [
  { id: 'halden-id', name: 'Halden ID' },
  { id: 'northwind', name: 'Northwind' },
];

interface RenderAuthOptions {
  /** Who is signed in; nobody unless said. */
  user?: User;
  config?: Partial<PublicConfig>;
}

/** The pages of coming in at an address; mounted twice by StrictMode, as while the app is developed. */
export function renderAuth(
  path: string,
  routes: StubRoutes = {},
  { user, config }: RenderAuthOptions = {},
): RenderedRemote {
  window.history.replaceState(null, '', path);
  return renderRemote(
    <StrictMode>
      <App />
    </StrictMode>,
    { path, routes, user, texts: { auth: en }, config: { locales: LOCALES, ...config } },
  );
}

/** A refusal as the server words it. */
export const refusal = (code: string, message: string, errors?: Record<string, string[]>) => ({
  code,
  message,
  requestId: 'req_1',
  ...(errors && { errors }),
});
