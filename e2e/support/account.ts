import { randomUUID } from 'node:crypto';
import type { APIRequestContext, APIResponse } from '@playwright/test';
import { DEMO_PASSWORD } from './app';
import { consoleHeaders } from './consoleHeaders';

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
  admin: '/admin',
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
      ...consoleHeaders(request, path),
      ...headers,
    },
  });
}

async function mustBeOk(answer: APIResponse): Promise<APIResponse> {
  if (!answer.ok()) throw new Error(`${answer.url()} answered ${answer.status()}: ${await answer.text()}`);
  return answer;
}

/** An address of its own for one call: a run makes more of them than one address may. */
const fromElsewhere = () => ({
  'X-Forwarded-For': `2001:db8:${randomUUID().slice(0, 4)}:${randomUUID().slice(0, 4)}::1`,
});

/** Signs in without the page, for tests that are about something else. */
export async function signIn(request: APIRequestContext, { email, password }: Account): Promise<void> {
  await mustBeOk(await send(request, 'POST', '/api/auth/login', { email, password }, fromElsewhere()));
}

/** A mail of the outbox, as the app would have sent it. */
export interface OutboxMail {
  id: string;
  to: string;
  template: string;
  locale: string;
  subject: string;
  text: string;
}

const MAIL_WITHIN_MS = 10_000;
const ASKED_EVERY_MS = 50;

/** The newest mail to an address, of the template if one is named, once there is one that is not `known`. */
export async function openMail(
  request: APIRequestContext,
  to: string,
  { template, known }: { template?: string; known?: OutboxMail } = {},
): Promise<OutboxMail> {
  const params = { to, ...(template && { template }) };
  for (const endsAt = Date.now() + MAIL_WITHIN_MS; Date.now() < endsAt; ) {
    const answer = await request.get('/dev/outbox/latest.json', { params });
    if (answer.status() !== 404) {
      const mail = (await (await mustBeOk(answer)).json()) as OutboxMail;
      if (mail.id !== known?.id) return mail;
    }
    await new Promise((resolve) => setTimeout(resolve, ASKED_EVERY_MS));
  }
  throw new Error(`No ${template ?? 'mail'} came to ${to} within ${MAIL_WITHIN_MS} ms`);
}

/** Where the mail's button leads: path and search, for `page.goto`. */
export function linkOf({ text }: OutboxMail): string {
  const [link] = /https?:\/\/\S+/.exec(text) ?? [];
  if (!link) throw new Error('The mail has no link');
  const { pathname, search } = new URL(link);
  return `${pathname}${search}`;
}

const PROFILE = {
  first_name: 'Toni',
  last_name: 'Tester',
  company_name: 'Testers and Sons',
  phone_number: null,
  country: 'DE',
  tax_id: null,
};

/**
 * Registers without the page, opens the mail, and is signed in then. With a full profile, so that the dashboard is
 * what comes next, unless it is told otherwise.
 */
export async function register(
  request: APIRequestContext,
  role: 'advertiser' | 'publisher',
  { profile = true }: { profile?: boolean } = {},
): Promise<Account> {
  const account = newAccount();
  const { company_name, country } = PROFILE;
  const details = { ...account, role, company_name, country, terms_version: '2026-11' };
  await mustBeOk(await send(request, 'POST', '/api/auth/register', details, fromElsewhere()));
  const mail = await openMail(request, account.email, { template: 'verify-email' });
  const token = new URLSearchParams(linkOf(mail).split('?')[1]).get('token');
  await mustBeOk(await send(request, 'POST', '/api/auth/verify-email', { token }, fromElsewhere()));
  if (profile) await mustBeOk(await send(request, 'POST', '/api/auth/complete-profile', PROFILE));
  return account;
}
