import { createHmac } from 'node:crypto';
import { socialIntent } from '@ezdash/contracts';
import type { Request } from 'express';
import { z } from 'zod';
import { equalTexts } from '../../platform/auth';
import type { Clock } from '../../platform/clock';

/** How long a visit to a provider may take. */
export const FLOW_MS = 10 * 60_000;

const NAME = 'ez.social';

const flow = z.object({
  provider: z.string(),
  intent: socialIntent,
  /** Where to go on to; checked. */
  next: z.string().nullable(),
  state: z.string(),
  nonce: z.string(),
  /** Of PKCE. */
  verifier: z.string(),
  /** Who began it, and a digest of their session; null for a log-in. */
  owner: z.object({ userId: z.int(), session: z.string() }).nullable(),
  /** When it began, ms since 1970. */
  beganAt: z.number(),
});
/** A visit to a provider, from our start to our callback. */
export type Flow = z.infer<typeof flow>;

export interface FlowCookie {
  issue(req: Request, flow: Flow): void;
  /** What the visitor's cookie holds; null without one of ours, and when it is too old. */
  read(req: Request): Flow | null;
  remove(req: Request): void;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(Buffer.from(text, 'base64url').toString());
  } catch {
    return null;
  }
}

/** Keeps a visit in the browser that began it: whoever brings its answer from another one has no such cookie. */
export function createFlowCookie(options: { secret: string; secure: boolean; clock: Clock }): FlowCookie {
  const { secret, secure, clock } = options;
  const name = secure ? `__Host-${NAME}` : NAME;
  const attributes = { httpOnly: true, sameSite: 'lax', secure, path: '/' } as const;
  const sign = (text: string) =>
    createHmac('sha256', secret).update(`social flow\0${text}`).digest('base64url');

  return {
    issue(req, begun) {
      const text = Buffer.from(JSON.stringify(begun)).toString('base64url');
      req.res?.cookie(name, `${text}.${sign(text)}`, { ...attributes, maxAge: FLOW_MS });
    },
    read(req) {
      const sent: unknown = (req.cookies as Record<string, unknown> | undefined)?.[name];
      const [text, signature, ...rest] = typeof sent === 'string' ? sent.split('.') : [];
      if (!text || !signature || rest.length > 0 || !equalTexts(signature, sign(text))) return null;
      const { data } = flow.safeParse(parse(text));
      return data && clock.nowMs() - data.beganAt <= FLOW_MS ? data : null;
    },
    remove: (req) => void req.res?.clearCookie(name, attributes),
  };
}
