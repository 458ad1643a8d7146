import { randomUUID } from 'node:crypto';
import type { APIRequestContext, APIResponse } from '@playwright/test';
import { DEMO_PASSWORD } from './app';

/** The demo's people, by role. */
export const DEMO = {
  advertiser: { email: 'advertiser@demo.test', password: DEMO_PASSWORD },
  publisher: { email: 'publisher@demo.test', password: DEMO_PASSWORD },
  admin: { email: 'admin@demo.test', password: DEMO_PASSWORD },
} as const;
export type DemoRole = keyof typeof DEMO;
export interface Account {
  email: string;
  password: string;
}

/** Where each role starts. */
export const HOME = {
  advertiser: '/advertiser/dashboard',
  publisher: '/publisher/dashboard',
  admin: '/operator/review',
} as const;

/** An account nobody has yet; the password passes the rules. */
export function newAccount(): Account {
  return { email: `someone-${randomUUID().slice(0, 8)}@example.test`, password: 'a-password-of-the-tests' };
}

/** The CSRF token of the page, which belongs to the session of `request`. */
export async function csrfToken(request: APIRequestContext): Promise<string> {
  const page = await (await request.get('/')).text();
  const token = /<meta name="csrf-token" content="([^"]+)">/.exec(page)?.[1];
  if (!token) throw new Error('The page has no CSRF token');
  return token;
}

export type Method = 'POST' | 'PATCH' | 'DELETE';

/** A changing call as the app makes it. */
export async function send(
  request: APIRequestContext,
  method: Method,
  path: string,
  data?: object,
  headers: Record<string, string> = {},
): Promise<APIResponse> {
  return request.fetch(path, {
    method,
    data,
    headers: {
      'X-CSRF-TOKEN': await csrfToken(request),
      'X-Requested-With': 'XMLHttpRequest',
      ...headers,
    },
  });
}

async function mustBeOk(answer: APIResponse): Promise<APIResponse> {
  if (!answer.ok()) throw new Error(`${answer.url()} answered ${answer.status()}: ${await answer.text()}`);
  return answer;
}

/** Signs in without the page, for tests that are about something else. */
export async function signIn(request: APIRequestContext, { email, password }: Account): Promise<void> {
  await mustBeOk(await send(request, 'POST', '/api/auth/login', { email, password }));
}

/** Registers without the page, and is signed in then. */
export async function register(
  request: APIRequestContext,
  role: 'advertiser' | 'publisher',
): Promise<Account> {
  const account = newAccount();
  await mustBeOk(
    await send(request, 'POST', '/api/auth/register', {
      ...account,
      role,
      company_name: 'Testers and Sons',
      country: 'DE',
      terms_version: '2026-11',
    }),
  );
  return account;
}
