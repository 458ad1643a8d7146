import { createHash, createHmac, randomBytes } from 'node:crypto';
import { REFERRAL_CODE, REFERRAL_COOKIE_DAYS } from '@ezdash/contracts';
import type { Request, Response } from 'express';
import { equalTexts } from '../../platform/auth';

const DAY_MS = 86_400_000;
const OWN_DAYS = 365;
/** Accounts that one browser is remembered by: who has more of them is met by the newest. */
const MOST_OWN = 5;
const TOKEN_BYTES = 16;
const TOKEN = /^[\w-]{22}$/;

/** What a browser brings along: the link it came by last, and whose account it was signed in to. */
export interface ReferralCookies {
  /** The code of the last click; null without one. */
  codeOf(req: Request): string | null;
  /** Notes a click; the SHA-256, in hex, of the random value that tells the browser from others. */
  noteClick(req: Request, res: Response, code: string): string;
  /** Of a visitor who asks not to be followed: what there was goes. */
  forgetClick(req: Request, res: Response): void;
  /** Notes that this browser is signed in as somebody who brings others. */
  noteOwn(req: Request, res: Response, userId: number): void;
  isOwn(req: Request, userId: number): boolean;
}

const cookieOf = (req: Request, name: string): string | null => {
  const sent: unknown = (req.cookies as Record<string, unknown> | undefined)?.[name];
  return typeof sent === 'string' ? sent : null;
};
const sha256 = (value: string): string => createHash('sha256').update(value).digest('hex');

/** `secure`: people come by https, where a prefix of the name keeps other hosts from planting one of their own. */
export function createReferralCookies(secret: string, secure: boolean): ReferralCookies {
  const prefix = secure ? '__Host-' : '';
  const click = `${prefix}ez.ref`;
  const own = `${prefix}ez.ref-own`;
  const options = { httpOnly: true, sameSite: 'lax', secure, path: '/' } as const;
  const sign = (text: string) =>
    createHmac('sha256', secret).update(`referral browser\0${text}`).digest('base64url');

  function readClick(req: Request): { code: string; token: string } | null {
    const [code = '', token = ''] = (cookieOf(req, click) ?? '').split('.');
    return REFERRAL_CODE.pattern.test(code) && TOKEN.test(token) ? { code, token } : null;
  }

  function readOwn(req: Request): number[] {
    const [ids = '', signature = ''] = (cookieOf(req, own) ?? '').split('.');
    if (ids === '' || !equalTexts(signature, sign(ids))) return [];
    return ids.split('-').map(Number);
  }

  return {
    codeOf: (req) => readClick(req)?.code ?? null,
    noteClick(req, res, code) {
      const token = readClick(req)?.token ?? randomBytes(TOKEN_BYTES).toString('base64url');
      res.cookie(click, `${code}.${token}`, { ...options, maxAge: REFERRAL_COOKIE_DAYS * DAY_MS });
      return sha256(token);
    },
    forgetClick(req, res) {
      if (cookieOf(req, click) !== null) res.clearCookie(click, options);
    },
    noteOwn(req, res, userId) {
      // An admin who sees the page with somebody else's eyes sits at another browser than they do.
      if (req.viewedBy) return;
      const known = readOwn(req);
      if (known[0] === userId) return;
      const ids = [userId, ...known.filter((id) => id !== userId)].slice(0, MOST_OWN).join('-');
      res.cookie(own, `${ids}.${sign(ids)}`, { ...options, maxAge: OWN_DAYS * DAY_MS });
    },
    isOwn: (req, userId) => readOwn(req).includes(userId),
  };
}
