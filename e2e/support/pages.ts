import { TRY_RELEASE_PATH } from '@ezdash/contracts';
import { type APIRequestContext, expect, type Page } from '@playwright/test';
import type { DemoRole } from './account';
import { consoleHeaders } from './consoleHeaders';
import { settled } from './settled';

/** A page as the registry describes it. */
export interface KnownPage {
  path: string;
  titleKey: string;
  access: 'public' | 'guest' | 'signed-in' | { roles: DemoRole[] };
  built: boolean;
}

/** An address that is nobody's. */
export const NOWHERE = '/no/such/page';

/** Pages of the shell, which are in no registry. */
export const SHELL_PAGES: readonly KnownPage[] = [
  { path: '/', titleKey: 'shell:page.welcome', access: 'public', built: true },
  { path: '/help', titleKey: 'shell:page.help', access: 'public', built: true },
  { path: '/payment/result', titleKey: 'shell:page.paymentResult', access: 'signed-in', built: true },
  { path: '/payment/test', titleKey: 'shell:page.paymentTest', access: 'signed-in', built: true },
  { path: TRY_RELEASE_PATH, titleKey: 'shell:page.tryRelease', access: 'public', built: true },
];

/** The registry that a page is given at an address. */
export async function registryOf(
  request: APIRequestContext,
  address: string,
): Promise<Record<string, { manifest: { pages: KnownPage[] }; preload: object }>> {
  const answer = await request.get(address, { headers: { Accept: 'text/html' } });
  return JSON.parse(/id="registry"[^>]*>(.*?)<\/script>/.exec(await answer.text())?.[1] ?? '{}');
}

/** Every page of the app: what is added to a remote's manifest is tested from then on. */
export async function knownPages(request: APIRequestContext): Promise<KnownPage[]> {
  // Whoever asks for a page of staff is given all pages; elsewhere others than staff are not told of theirs.
  const registry = await registryOf(request, '/admin');
  return [...SHELL_PAGES, ...Object.values(registry).flatMap(({ manifest }) => manifest.pages)];
}

/** Whether a role, or a guest, may see the page. */
export function isOpenTo({ access }: KnownPage, who: DemoRole | 'guest'): boolean {
  if (access === 'public') return true;
  if (access === 'guest') return who === 'guest';
  if (who === 'guest') return false;
  return access === 'signed-in' || access.roles.includes(who);
}

/** Whether an address is one of the page's. */
export function isAddressOf({ path }: KnownPage, pathname: string): boolean {
  const expression = path.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/:\w+/g, '[^/]+');
  return new RegExp(`^${expression}/?$`).test(pathname);
}

const LISTS = {
  '/advertiser/campaigns/:id': { url: '/api/campaigns', key: 'campaigns' },
  '/publisher/properties/:id': { url: '/api/properties', key: 'properties' },
  '/advertiser/news/:id': { url: '/api/news', key: 'articles' },
  '/publisher/news/:id': { url: '/api/news', key: 'articles' },
  '/admin/news/:id': { url: '/api/operator/news', key: 'articles' },
  '/admin/users/:id': { url: '/api/operator/users', key: 'users' },
  '/admin/conversations/:id': { url: '/api/operator/conversations', key: 'conversations' },
  '/admin/remotes/:name': { url: '/api/operator/releases', key: 'remotes' },
} as const;

/** A remote is known by its name. */
interface Thing {
  id?: string | number;
  remote?: string;
}

/** An address of the page; for one with a parameter, the first thing that `request` may see. */
export async function addressOf(page: KnownPage, request: APIRequestContext): Promise<string> {
  if (!page.path.includes(':')) return page.path;
  const list = LISTS[page.path as keyof typeof LISTS];
  if (!list) throw new Error(`No list is known for the addresses of ${page.path}`);
  const today = new Date().toISOString().slice(0, 10);
  const headers = consoleHeaders(request, list.url);
  const answer = await request.get(`${list.url}?from=${today}&to=${today}`, { headers });
  const things = ((await answer.json()) as Record<string, Thing[]>)[list.key];
  const id = things?.[0]?.id ?? things?.[0]?.remote;
  if (id === undefined) throw new Error(`${list.url} lists nothing`);
  return page.path.replace(/:\w+/, String(id));
}

/** Parts of a page that have an address of their own, behind the page's. */
const PARTS: Readonly<Record<string, readonly string[]>> = {
  '/publisher/properties/:id': ['?tab=verification', '?tab=ads-txt', '?tab=ads', '?tab=blocks'],
};

/** The page's address, and those of its parts. */
export async function addressesOf(page: KnownPage, request: APIRequestContext): Promise<string[]> {
  const address = await addressOf(page, request);
  return [address, ...(PARTS[page.path] ?? []).map((part) => address + part)];
}

/** Where the tag of a zone is open over its property's page. */
export async function tagAddress(request: APIRequestContext): Promise<string> {
  const property = await addressOf(
    { path: '/publisher/properties/:id', titleKey: '', access: 'signed-in', built: true },
    request,
  );
  const id = property.slice(property.lastIndexOf('/') + 1);
  const answer = await request.get(`/api/properties/${id}`);
  const { zones } = (await answer.json()) as { zones: { id: string }[] };
  if (!zones[0]) throw new Error(`${property} has no zone`);
  return `${property}?tag=${zones[0].id}`;
}

/** To another address of the app without loading it anew, as by back and forward. */
export const move = (page: Page, path: string) =>
  page.evaluate((to) => {
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
  }, path);

/**
 * Shows a page within the app that is there: a fraction of what loading it anew takes. The first page, and another part
 * of the same one (its title does not change), are loaded. Waits until it is settled.
 */
export async function showPage(page: Page, path: string): Promise<void> {
  const [here, title] = [page.url(), await page.title()];
  const pathOf = (address: string) => new URL(address, 'http://localhost').pathname;
  if (here === 'about:blank' || pathOf(here) === pathOf(path)) await page.goto(path);
  else {
    await move(page, path);
    // One that leads on may end at a page of the title that was there before.
    await expect
      .poll(async () => (await page.title()) !== title || pathOf(page.url()) !== pathOf(path))
      .toBe(true);
  }
  await settled(page);
}
