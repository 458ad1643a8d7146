import type { APIRequestContext } from '@playwright/test';

const tokens = new WeakMap<APIRequestContext, string>();

/** Calls of this browser that no page makes carry the token from now on, where it belongs. */
export function keepToken(context: APIRequestContext, token: string): void {
  tokens.set(context, token);
}

/** What a call of the console needs beside the cookies; nothing for other addresses and other people. */
export function consoleHeaders(context: APIRequestContext, path: string): Record<string, string> {
  const token = tokens.get(context);
  return token && /^\/api\/operator(\/|$)/.test(path) ? { 'X-Debug-Token': token } : {};
}
