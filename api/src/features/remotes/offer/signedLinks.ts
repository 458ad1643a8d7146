import { createHmac } from 'node:crypto';
import { remoteName } from '@ezdash/contracts';
import { z } from 'zod';
import { deriveKey, equalTexts } from '../../../platform/auth';

/** What we sign is far shorter; nobody makes us hash more. */
const LONGEST = 3_000;
const FORM = /^([\w-]+)\.([\w-]{43})$/;

const linkClaims = z.object({
  /** APP_URL of the environment it was made for. */
  aud: z.string(),
  remote: remoteName,
  /** A published version, or a build on the opener's own machine, by its row. */
  version: z.string().max(80).optional(),
  local: z.int().optional(),
  until: z.int(),
});
export type LinkClaims = Omit<z.infer<typeof linkClaims>, 'aud'>;

/** What an opened link is: good, or why it is not. `elsewhere`: of another environment; `broken`: none of ours. */
export type OpenedLink = { claims: LinkClaims } | { problem: 'over' | 'elsewhere' | 'broken' };

export interface SignedLinks {
  /** Address that asks the browser that opens it whether to use a release. */
  linkTo(claims: LinkClaims): string;
  openLink(link: string): OpenedLink;
}

export interface SignedLinksParts {
  secret: string;
  /** Where people reach this environment, without a slash at the end. */
  appUrl: string;
  /** Builds on somebody's own machine are for environments that are not production. */
  production: boolean;
  now?: () => number;
}

/** Where a link is opened. */
export const OVERRIDE_PATH = '/remotes/override';

function decode(text: string): unknown {
  try {
    return JSON.parse(Buffer.from(text, 'base64url').toString('utf8'));
  } catch {
    return null;
  }
}

/** Links that name a release: signed by this environment, good for it alone and for a while. They change nothing by themselves. */
export function createSignedLinks(parts: SignedLinksParts): SignedLinks {
  const { secret, appUrl, production, now = Date.now } = parts;
  const key = deriveKey(secret, 'release override links');
  const sign = (text: string) => createHmac('sha256', key).update(text).digest('base64url');
  return {
    linkTo(claims) {
      const text = Buffer.from(JSON.stringify({ aud: appUrl, ...claims })).toString('base64url');
      return `${appUrl}${OVERRIDE_PATH}?link=${text}.${sign(text)}`;
    },
    openLink(link) {
      const [, text, signature] = (link.length <= LONGEST && FORM.exec(link)) || [];
      const parsed = linkClaims.safeParse(text && decode(text));
      if (!text || !signature || !parsed.success) return { problem: 'broken' };
      const { aud, ...claims } = parsed.data;
      // Also unsigned: environments have secrets of their own, and whoever took the wrong link is told so.
      if (aud !== appUrl) return { problem: 'elsewhere' };
      if (!equalTexts(signature, sign(text))) return { problem: 'broken' };
      const isOver = claims.until <= now() || (production && claims.local !== undefined);
      return isOver ? { problem: 'over' } : { claims };
    },
  };
}
