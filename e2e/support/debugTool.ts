import { expect, type Page, type Request } from '@playwright/test';
import { DEMO } from './account';

export const TABS = ['Page', 'User', 'Promo', 'Xero', 'Inspector', 'Logs'] as const;
export type TabName = (typeof TABS)[number];
export const DEBUG_TOKEN = 'debug_token';

export const debugPanel = (page: Page) => page.getByRole('region', { name: 'Debug tool' });
export const debugButton = (page: Page) => page.getByRole('button', { name: /debug tool/ });
export const debugLogin = (page: Page) => page.getByRole('dialog', { name: 'Debug login' });
/** What the browser keeps, whatever page it is on its way to. */
export async function storedToken(page: Page): Promise<string | null> {
  const { origins } = await page.context().storageState();
  const kept = origins.flatMap(({ localStorage }) => localStorage);
  return kept.find(({ name }) => name === DEBUG_TOKEN)?.value ?? null;
}

/** Fills the login dialog that is open, and sends it with Enter. */
export async function sendDebugLogin(page: Page, password: string = DEMO.admin.password): Promise<void> {
  await debugLogin(page).getByLabel('E-mail').fill(DEMO.admin.email);
  await debugLogin(page).getByLabel('Password', { exact: true }).fill(password);
  await page.keyboard.press('Enter');
}

/** Opens the tool on the page that is shown, and signs the demo's admin in to it unless the browser has a session. */
export async function openDebugTool(page: Page): Promise<void> {
  await debugButton(page).click();
  await expect(debugPanel(page).or(debugLogin(page))).toBeVisible();
  if (await debugLogin(page).isVisible()) await sendDebugLogin(page);
  await expect(debugPanel(page)).toBeVisible();
}

/** The app is there, and with it what listens for the shortcut. */
export async function arrive(page: Page, path: string): Promise<void> {
  trafficOf(page);
  await page.goto(path);
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
}

/** Arrives with the tool open, signed in. */
export async function arriveDebugging(page: Page, path: string): Promise<void> {
  await arrive(page, `${path}?debug=true`);
  await openDebugTool(page);
}

export async function chooseTab(page: Page, name: TabName): Promise<void> {
  const tab = debugPanel(page).getByRole('tab', { name });
  await tab.click();
  await expect(tab).toHaveAttribute('aria-selected', 'true');
}

/** A titled part of the tab that is shown. */
export const debugPart = (page: Page, title: string) =>
  debugPanel(page).getByRole('region', { name: title, exact: true });

/** The value beside a name in the panel, or in a part of it. */
export const debugFact = (page: Page, name: string, within = debugPanel(page)) =>
  within
    .getByRole('term')
    .and(page.getByText(name, { exact: true }))
    .locator('xpath=following-sibling::dd[1]');

/** The texts of the alerts in the panel, without the ids of requests. */
export const debugAlert = (page: Page) => debugPanel(page).getByRole('alert');

const QUIET_MS = 200;
const traffic = new WeakMap<Page, { pending: Set<Request>; lastAtMs: number }>();

/** What the page has asked for and not got yet; of what was asked before the first look nothing is known. */
function trafficOf(page: Page) {
  const known = traffic.get(page);
  if (known) return known;
  const made = { pending: new Set<Request>(), lastAtMs: Date.now() };
  traffic.set(page, made);
  page.on('request', (request) => {
    made.pending.add(request);
    made.lastAtMs = Date.now();
  });
  const ended = (request: Request) => {
    made.pending.delete(request);
    made.lastAtMs = Date.now();
  };
  page.on('requestfinished', ended);
  page.on('requestfailed', ended);
  // What a page that was left had asked for is nobody's any more.
  page.on('framenavigated', (frame) => {
    if (frame === page.mainFrame()) made.pending.clear();
  });
  return made;
}

/** Waits until everything was answered and nothing asked for in a while; the page's own clock may stand still. */
export async function quiet(page: Page): Promise<void> {
  const { pending } = trafficOf(page);
  await expect
    .poll(() => pending.size === 0 && Date.now() - trafficOf(page).lastAtMs > QUIET_MS, { intervals: [50] })
    .toBe(true);
}
