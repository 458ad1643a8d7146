import { createHmac } from 'node:crypto';
import { remoteName } from '@ezdash/contracts';
import type { CookieOptions, Request, Response } from 'express';
import { z } from 'zod';
import { deriveKey, equalTexts } from '../../../platform/auth';
import { isDirect } from '../../../platform/http';

const NAME = 'ez.override';
/** Behind https its name keeps other hosts from planting one of their own. */
export const overrideCookie = (secure: boolean): string => (secure ? `__Host-${NAME}` : NAME);
/** What we sign is far shorter; nobody makes us hash more. */
const LONGEST = 3_000;
const FORM = /^([\w-]+)\.([\w-]{43})$/;
/** Remotes that one browser is given others of at once: its cookie stays small. */
const MOST_REMOTES = 12;

/** A published version, or a build on the browser's own machine, by its row. */
const target = { version: z.string().max(80).optional(), local: z.int().optional(), until: z.int() };
const linkClaims = z.object({
  /** APP_URL of the environment it was made for. */
  aud: z.string(),
  remote: remoteName,
  ...target,
});
export type OverrideClaims = Omit<z.infer<typeof linkClaims>, 'aud'>;
const cookieClaims = z.object({ aud: z.string(), remotes: z.record(remoteName, z.object(target)) });

/** A release that this browser is given instead of what others get. */
export interface NamedOverride {
  remote: string;
  /** Of a build on the browser's own machine `local.<id of its row>`, which no published release can be called. */
  version: string;
}

/** What an opened link is: good, or why it is not. `elsewhere`: of another environment; `broken`: none of ours. */
export type OpenedLink = { claims: OverrideClaims } | { problem: 'over' | 'elsewhere' | 'broken' };

export interface Overrides {
  /** Address that gives a release to the browser that opens it. */
  linkTo(claims: OverrideClaims): string;
  openLink(link: string): OpenedLink;
  /** What the call's cookie names, by remote; nothing of it that is over or that we did not sign. */
  readOverride(req: Request): NamedOverride[];
  /** Adds to what the browser is given already; a remote is given once. */
  give(req: Request, res: Response, claims: OverrideClaims): void;
  clear(res: Response): void;
}

export interface OverrideParts {
  secret: string;
  /** Where people reach this environment, without a slash at the end. */
  appUrl: string;
  /** Builds on somebody's own machine are for environments that are not production. */
  production: boolean;
  now?: () => number;
}

/** Where a link is opened. */
export const OVERRIDE_PATH = '/remotes/override';
const LOCAL = /^local\.(\d{1,9})$/;

/** The release that a link or a cookie speaks of. */
export const namedBy = ({ remote, version, local }: Omit<OverrideClaims, 'until'>): NamedOverride => ({
  remote,
  version: local === undefined ? (version ?? '') : `local.${local}`,
});

/** Row of a build on the browser's own machine; null for the version of a published release. */
export function localBuildId(version: string): number | null {
  const [, id] = LOCAL.exec(version) ?? [];
  return id === undefined ? null : Number(id);
}

/** Signs a text for one use; what was signed for another, or by another server, does not open. */
function createSigner(secret: string, use: string) {
  const key = deriveKey(secret, use);
  const sign = (text: string) => createHmac('sha256', key).update(text).digest('base64url');
  const decode = (text: string): unknown => {
    try {
      return JSON.parse(Buffer.from(text, 'base64url').toString('utf8'));
    } catch {
      return null;
    }
  };
  return {
    seal(value: unknown): string {
      const text = Buffer.from(JSON.stringify(value)).toString('base64url');
      return `${text}.${sign(text)}`;
    },
    /** `signed` is false for what anybody can have written. Null: no such text at all. */
    open(sealed: string): { value: unknown; signed: boolean } | null {
      if (sealed.length > LONGEST) return null;
      const [, text, signature] = FORM.exec(sealed) ?? [];
      if (!text || !signature) return null;
      return { value: decode(text), signed: equalTexts(signature, sign(text)) };
    },
  };
}

/**
 * Releases for one browser by a link: signed by this environment, good for it alone and for a while. The link becomes a
 * signed cookie, so that pages, calls and texts of the browser are of the same release.
 */
export function createOverrides({ secret, appUrl, production, now = Date.now }: OverrideParts): Overrides {
  const secure = appUrl.startsWith('https:');
  const name = overrideCookie(secure);
  const options: CookieOptions = { httpOnly: true, secure, sameSite: 'lax', path: '/' };
  const links = createSigner(secret, 'release override links');
  const cookies = createSigner(secret, 'release override cookies');

  const isGood = ({ until, local }: { until: number; local?: number }) =>
    until > now() && !(production && local !== undefined);

  function remotesOf(req: Request): z.infer<typeof cookieClaims>['remotes'] {
    const sent: unknown = (req.cookies as Record<string, unknown> | undefined)?.[name];
    const opened = typeof sent === 'string' ? cookies.open(sent) : null;
    const parsed = opened?.signed ? cookieClaims.safeParse(opened.value) : null;
    if (!parsed?.success || parsed.data.aud !== appUrl) return {};
    return Object.fromEntries(Object.entries(parsed.data.remotes).filter(([, one]) => isGood(one)));
  }

  return {
    linkTo: (claims) => `${appUrl}${OVERRIDE_PATH}?link=${links.seal({ aud: appUrl, ...claims })}`,
    openLink(link) {
      const opened = links.open(link);
      const parsed = linkClaims.safeParse(opened?.value);
      if (!opened || !parsed.success) return { problem: 'broken' };
      const { aud, ...claims } = parsed.data;
      // Also unsigned: environments have secrets of their own, and whoever took the wrong link is told so.
      if (aud !== appUrl) return { problem: 'elsewhere' };
      if (!opened.signed) return { problem: 'broken' };
      return isGood(claims) ? { claims } : { problem: 'over' };
    },
    readOverride: (req) =>
      Object.entries(remotesOf(req)).flatMap(([remote, one]) => {
        const named = namedBy({ remote, ...one });
        // Builds on somebody's own machine are a developers' door.
        const isOpen = one.local === undefined || isDirect(req);
        return isOpen && named.version !== '' ? [named] : [];
      }),
    give(req, res, { remote, ...given }) {
      const { [remote]: _, ...others } = remotesOf(req);
      const remotes = Object.fromEntries([
        [remote, given],
        ...Object.entries(others).slice(0, MOST_REMOTES - 1),
      ]);
      const lastUntil = Math.max(...Object.values(remotes).map(({ until }) => until));
      res.cookie(name, cookies.seal({ aud: appUrl, remotes }), { ...options, maxAge: lastUntil - now() });
    },
    clear: (res) => void res.clearCookie(name, options),
  };
}
