import { parseUrl } from '@ezdash/contracts';
import { z } from 'zod';
import { isLoopbackHost } from '../platform/address';

/** Where people may have an account that signs them in here, by OpenID Connect. */
export interface OidcProvider {
  /** In addresses: `/auth/social/<id>/…`. */
  id: string;
  /** As the button names it. */
  name: string;
  /** Its discovery document lies under it. */
  issuer: string;
  clientId: string;
  /** Undefined: a public client, by PKCE alone. */
  clientSecret?: string;
  /** With `openid` among them. */
  scopes: string[];
}

/** Tokens travel to it: only this machine itself may be spoken to in the clear. */
function isIssuer(text: string): boolean {
  const url = parseUrl(text);
  if (url === null) return false;
  const { protocol, hostname, username, search, hash } = url;
  const safe = protocol === 'https:' || (protocol === 'http:' && isLoopbackHost(hostname));
  return safe && username === '' && search === '' && hash === '';
}

const filled = (most: number) =>
  z
    .string({ error: `must be a text of 1 to ${most} characters` })
    .trim()
    .min(1, { error: `must be a text of 1 to ${most} characters` })
    .max(most, { error: `must be a text of 1 to ${most} characters` });
const SCOPES = 'must be a list of scopes without blanks';
const oidcProvider = z.strictObject(
  {
    id: z.string({ error: 'is missing' }).regex(/^[a-z0-9][a-z0-9-]{0,39}$/, {
      error: 'must have 1 to 40 small letters, digits and dashes',
    }),
    name: filled(40),
    issuer: z
      .string({ error: 'is missing' })
      .refine(isIssuer, { error: 'must be an https address (http only on this machine itself)' }),
    client_id: filled(500),
    client_secret: filled(2_000).optional(),
    scopes: z
      .array(z.string({ error: SCOPES }).regex(/^[\x21\x23-\x5b\x5d-\x7e]+$/, { error: SCOPES }), {
        error: SCOPES,
      })
      .optional(),
  },
  { error: (issue) => (issue.code === 'unrecognized_keys' ? undefined : 'must be an object') },
);
const DEFAULT_SCOPES = ['openid', 'email', 'profile'];

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** JSON with its mistakes named; never what a field holds, since one of them is a secret. */
function oidcProviders(text: string, context: z.RefinementCtx): OidcProvider[] {
  const complain = (message: string): OidcProvider[] => {
    context.addIssue({ code: 'custom', message });
    return [];
  };
  const given = parseJson(text);
  if (!Array.isArray(given)) return complain('must be a JSON array of providers');
  const parsed = given.map((each: unknown) => oidcProvider.safeParse(each));
  const mistakes = parsed.flatMap(({ error }, index) =>
    (error?.issues ?? []).map((issue) => {
      const what =
        issue.code === 'unrecognized_keys' ? `has no place for ${issue.keys.join(', ')}` : issue.message;
      return [`provider ${index + 1}:`, ...issue.path.slice(0, 1).map(String), what].join(' ');
    }),
  );
  if (mistakes.length > 0) return complain(mistakes.join(', '));
  const providers = parsed.flatMap(({ data }) => data ?? []);
  const twice = providers.find(({ id }, index) => providers.findIndex((other) => other.id === id) < index);
  if (twice) return complain(`two providers have the id ${twice.id}`);
  return providers.map(({ id, name, issuer, client_id, client_secret, scopes = DEFAULT_SCOPES }) => ({
    id,
    name,
    issuer,
    clientId: client_id,
    clientSecret: client_secret,
    scopes: [...new Set(['openid', ...scopes])],
  }));
}

/** The variables about accounts elsewhere. */
export const socialEnvironment = { OIDC_PROVIDERS: z.string().default('[]').transform(oidcProviders) };
