import { createHmac } from 'node:crypto';
import type { CookieOptions, Request, Response } from 'express';
import { z } from 'zod';
import { equalTexts } from './equalTexts';
import { deriveKey } from './secretBox';

const NAME = 'ez.debug-page';
/** Behind https its name keeps other hosts from planting one of their own. */
export const debugPageCookie = (secure: boolean): string => (secure ? `__Host-${NAME}` : NAME);
/** A cookie of ours is far shorter; nobody makes us hash more. */
const LONGEST = 3_000;
const FORM = /^([\w-]+)\.([\w-]{43})$/;

const claims = z.object({
  /** Debug session that the browser's pages belong to. */
  session: z.int(),
  /** End of that session whatever its use, ms since 1970: the cookie says nothing after it. */
  until: z.int(),
  /** Row of `debug_view` whose user's eyes the pages are seen with. */
  view: z.int().optional(),
  /** Remote → release to give instead of the active one, and until when. */
  remotes: z.record(z.string(), z.object({ version: z.string(), until: z.int() })).optional(),
});
/** What a browser in which the debug tool is activated is given with every page and call, beside the half credential. */
export type DebugPageClaims = z.infer<typeof claims>;

export interface DebugPage {
  /** What the call's cookie says; null without one that we signed and that is not over. Says nothing of whether the session still lives. */
  read(req: Request): DebugPageClaims | null;
  write(res: Response, given: DebugPageClaims): void;
  clear(res: Response): void;
}

/**
 * The signed cookie of a browser in which the debug tool is activated. It opens nothing by itself: it makes the server
 * keep timelines of the browser's calls, name other releases to its pages, show them with a user's eyes, and beside the admin's
 * own sign-in it lets windows of the console in; all but the first only as long as the debug session lives, which whoever acts on them asks the database.
 */
export function createDebugPage({
  secret,
  secure,
  now = Date.now,
}: {
  secret: string;
  /** APP_URL is https. */
  secure: boolean;
  now?: () => number;
}): DebugPage {
  const name = debugPageCookie(secure);
  const options: CookieOptions = { httpOnly: true, secure, sameSite: 'strict', path: '/' };
  const key = deriveKey(secret, 'debug page');
  const sign = (text: string) => createHmac('sha256', key).update(text).digest('base64url');
  return {
    read(req) {
      const sent: unknown = (req.cookies as Record<string, unknown> | undefined)?.[name];
      if (typeof sent !== 'string' || sent.length > LONGEST) return null;
      const [, text, signature] = FORM.exec(sent) ?? [];
      if (!text || !signature || !equalTexts(signature, sign(text))) return null;
      try {
        const known = claims.parse(JSON.parse(Buffer.from(text, 'base64url').toString('utf8')));
        return known.until > now() ? known : null;
      } catch {
        return null;
      }
    },
    write(res, given) {
      const text = Buffer.from(JSON.stringify(claims.parse(given))).toString('base64url');
      res.cookie(name, `${text}.${sign(text)}`, { ...options, maxAge: Math.max(0, given.until - now()) });
    },
    clear: (res) => void res.clearCookie(name, options),
  };
}
