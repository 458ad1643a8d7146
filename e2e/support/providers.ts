import type { Page } from '@playwright/test';
import { type OidcPerson, startOidcProvider } from '../../api/src/testing/oidcProvider';
import { freePort, startApp } from './app';
import { test as base, expect, type Network } from './test';

/** The provider that answers, as the log-in page names it. */
export const ACME = { id: 'acme', name: 'Acme' };
/** One that nobody can reach: the operator has set it up, and it is down. */
export const AWAY = { id: 'away', name: 'Lantern' };
const CLIENT = { clientId: 'ezdash-of-the-tests', clientSecret: 'secret-of-the-tests' };

interface ProviderHouse {
  network: Network;
  /** With an account at Acme from now on. */
  people: OidcPerson[];
  stop: () => Promise<unknown>;
}

async function openHouse(): Promise<ProviderHouse> {
  const people: OidcPerson[] = [];
  const [port, closed] = [await freePort(), await freePort(28_000)];
  const redirectUris = [`http://localhost:${port}/auth/social/${ACME.id}/callback`];
  const provider = await startOidcProvider({ ...CLIENT, redirectUris, people });
  const client = { client_id: CLIENT.clientId, client_secret: CLIENT.clientSecret };
  const app = await startApp({
    PORT: String(port),
    DEMO_DAYS: '1',
    OIDC_PROVIDERS: JSON.stringify([
      { ...ACME, issuer: provider.issuer, ...client },
      { ...AWAY, issuer: `http://127.0.0.1:${closed}`, ...client },
    ]),
  });
  return {
    network: { url: app.url, demoUrl: app.demoUrl, dataDir: app.dataDir },
    people,
    stop: () => Promise.all([provider.stop(), app.stop()]),
  };
}

interface Fixtures {
  /** Somebody who has an account at Acme. */
  atAcme: (person: OidcPerson) => OidcPerson;
}

/** With a real OpenID provider beside a network that knows it. */
export const test = base.extend<Fixtures, { house: ProviderHouse }>({
  house: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from this pattern
    async ({}, use) => {
      const house = await openHouse();
      await use(house);
      await house.stop();
    },
    { scope: 'worker', timeout: 300_000 },
  ],
  network: async ({ house }, use) => use(house.network),
  atAcme: async ({ house }, use) =>
    use((person) => {
      house.people.push(person);
      return person;
    }),
});

/** Signs in at Acme's own page; who has not agreed there before is asked, and does. */
export async function signInAtAcme(
  page: Page,
  { email }: OidcPerson,
  { agreed = false }: { agreed?: boolean } = {},
): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sign in to the test provider');
  await page.getByLabel('E-mail').fill(email);
  await page.getByRole('button', { name: 'Sign in' }).click();
  if (!agreed) await page.getByRole('button', { name: 'Share' }).click();
}
