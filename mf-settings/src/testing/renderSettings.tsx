import type { User } from '@ezdash/contracts';
import { type RenderedRemote, renderRemote, type StubRoutes, testUser } from '@ezdash/remote-kit/testing';
import { App } from '../App';
import { ProofPrompt } from '../features/proof/ProofPrompt';
import en from '../locales/en.json';

const locales = [
  { code: 'en', name: 'English' },
  { code: 'de', name: 'Deutsch' },
  { code: 'en-XA', name: 'Pseudo-English (for testers)' },
];

/** The settings at an address, signed in. */
export function renderSettings(
  path: string,
  routes: StubRoutes = {},
  user: User = testUser(),
): RenderedRemote {
  // The dialog that asks for a proof is the shell's to place.
  const page = (
    <>
      <App />
      <ProofPrompt />
    </>
  );
  return renderRemote(page, { path, user, routes, texts: { settings: en }, config: { locales } });
}
