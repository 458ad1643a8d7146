import type { CookieOptions, Request, Response } from 'express';
import { FLOW_MS } from './flow';

/**
 * Says in which browser a sign-in to Xero was begun. Lax: Xero leads back from another site. It opens nothing by itself.
 */
export function createBrowserCookie(secure: boolean) {
  const name = secure ? '__Host-ez.xero' : 'ez.xero';
  const options: CookieOptions = { httpOnly: true, secure, sameSite: 'lax', path: '/' };
  return {
    read: (req: Request): string | undefined => {
      const value: unknown = (req.cookies as Record<string, unknown> | undefined)?.[name];
      return typeof value === 'string' ? value : undefined;
    },
    write: (res: Response, value: string): void => {
      res.cookie(name, value, { ...options, maxAge: FLOW_MS });
    },
  };
}
export type BrowserCookie = ReturnType<typeof createBrowserCookie>;
