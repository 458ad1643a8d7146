import {
  type APIRequestContext,
  type BrowserContextOptions,
  expect,
  type Page,
  request,
} from '@playwright/test';
import { DEMO, send } from './account';

/** What a browser that is signed in to the console has: the token in its storage, and the cookies that go with it. */
export interface HalfCredential {
  token: string;
  cookies: Awaited<ReturnType<APIRequestContext['storageState']>>['cookies'];
}

const TOKEN = 'debug_token';
const DEBUG_COOKIE = /debug/;
/** An admin has two debug sessions at most, so that the demo's is shared by all tests of a network. */
const kept = new Map<string, HalfCredential>();

const headersOf = (token: string) => ({ 'X-Debug-Token': token, 'X-Requested-With': 'XMLHttpRequest' });

async function isLive(url: string, { token, cookies }: HalfCredential): Promise<boolean> {
  const asked = await request.newContext({ baseURL: url, storageState: { cookies, origins: [] } });
  const answer = await asked.get('/debug-tool/verify', { headers: headersOf(token) });
  const isValid = answer.ok() && ((await answer.json()) as { valid: boolean }).valid;
  await asked.dispose();
  return isValid;
}

/** The demo admin's debug session: the one of the tests before, or a new one when that is over. */
export async function halfCredential(url: string): Promise<HalfCredential> {
  const known = kept.get(url);
  if (known && (await isLive(url, known))) return known;
  const context = await request.newContext({ baseURL: url });
  const { email, password } = DEMO.admin;
  const answer = await send(context, 'POST', '/debug-tool/activate', {
    admin_email: email,
    admin_password: password,
  });
  if (!answer.ok()) throw new Error(`The debug session was refused: ${await answer.text()}`);
  const { session_token: token } = (await answer.json()) as { session_token: string };
  const { cookies } = await context.storageState();
  await context.dispose();
  const half = { token, cookies: cookies.filter(({ name }) => DEBUG_COOKIE.test(name)) };
  kept.set(url, half);
  return half;
}

/** For a new browser that is signed in to the console from the start. */
export function withConsole(url: string, { token, cookies }: HalfCredential): BrowserContextOptions {
  return {
    storageState: {
      cookies,
      origins: [{ origin: new URL(url).origin, localStorage: [{ name: TOKEN, value: token }] }],
    },
  };
}

/** Signs in at the gate that stands in place of the page, or lies over it. */
export async function passGate(page: Page, password: string = DEMO.admin.password): Promise<void> {
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Login', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Login', exact: true })).toHaveCount(0);
}
