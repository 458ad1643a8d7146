import type { FactorList, OwnSession, SocialConnection } from '@ezdash/contracts';
import { reply, type StubRoutes } from '@ezdash/remote-kit/testing';

export const session = (change: Partial<OwnSession> = {}): OwnSession => ({
  id: 's1',
  current: true,
  device: 'desktop',
  browser: 'Firefox 145',
  system: 'Windows',
  country: 'AT',
  signed_in_at: '2026-11-20T08:12:00Z',
  seen_at: '2026-11-21T12:00:00Z',
  ...change,
});
export const PHONE = session({
  id: 's2',
  current: false,
  device: 'phone',
  browser: 'Safari 18',
  system: 'iOS',
  country: 'DE',
});
export const UNKNOWN = session({
  id: 's3',
  current: false,
  device: 'tv',
  browser: null,
  system: null,
  country: null,
});

export const factors = (change: Partial<FactorList> = {}): FactorList => ({
  totp: null,
  recovery_codes_left: 0,
  passkeys: [],
  ...change,
});

export const connection = (change: Partial<SocialConnection> = {}): SocialConnection => ({
  id: 'acme',
  name: 'Acme',
  linked: null,
  last_way_in: false,
  ...change,
});

/** What the pages about signing in read, answered by lists that a test may change between calls. */
export function signInRoutes(
  lists: { factors?: FactorList; sessions?: OwnSession[]; connections?: SocialConnection[] } = {},
): StubRoutes {
  return {
    'GET /api/settings/factors': () => lists.factors ?? factors(),
    'GET /api/settings/api-tokens': { tokens: [] },
    'GET /api/settings/sessions': () => ({ sessions: lists.sessions ?? [session()] }),
    'GET /api/settings/social-connections': () => ({ connections: lists.connections ?? [] }),
  };
}

export const REAUTH = reply(403, {
  message: 'Confirm that it is you to go on',
  code: 'REAUTH_REQUIRED',
  requestId: 'req_1',
});

/** A server that wants a proof: refuses with 403 until one was given, then does what `after` answers. */
export function provedFirst(after: unknown): { route: unknown; confirm: unknown } {
  let proved = false;
  return {
    route: (call: unknown) => {
      if (!proved) return REAUTH;
      return typeof after === 'function' ? after(call) : after;
    },
    confirm: ({ body }: { body: unknown }) => {
      if ((body as { password?: string }).password === 'wrong') {
        const errors = { password: ['Wrong password'] };
        return reply(422, { message: 'Wrong password', code: 'WRONG_PASSWORD', errors, requestId: 'req_2' });
      }
      proved = true;
      return { confirmed_until: new Date(Date.now() + 300_000).toISOString() };
    },
  };
}
