import { z } from 'zod';
import { timestamp } from './common';

/** Where people may have an account that signs them in here; by the operator's configuration. */
export const socialProvider = z.object({
  /** In addresses: `/auth/social/<id>/start`. */
  id: z.string(),
  name: z.string(),
});
export type SocialProvider = z.infer<typeof socialProvider>;

/** GET /api/auth/social; also in the page's configuration. */
export const socialProviderList = z.object({ providers: z.array(socialProvider) });
export type SocialProviderList = z.infer<typeof socialProviderList>;

export const socialConnection = socialProvider.extend({
  /** Null: not linked. */
  linked: z
    .object({
      /** As the provider names it; another person's account there may have the same. */
      email: z.string().nullable(),
      linked_at: timestamp,
      last_used_at: timestamp.nullable(),
    })
    .nullable(),
  /** The only way in that is left: it cannot be unlinked (409 LAST_WAY_IN). */
  last_way_in: z.boolean(),
});
export type SocialConnection = z.infer<typeof socialConnection>;

/** GET /api/settings/social-connections. DELETE …/:provider (recent proof) unlinks. */
export const socialConnectionList = z.object({ connections: z.array(socialConnection) });
export type SocialConnectionList = z.infer<typeof socialConnectionList>;

/** What a full page load of `/auth/social/:provider/start?intent=` is for. */
export const socialIntent = z.enum(['login', 'link', 'confirm']);
export type SocialIntent = z.infer<typeof socialIntent>;

/**
 * What went wrong, as `?social=` of the page that the browser is sent back to: the log-in page, or for link the
 * settings, for confirm the confirm-password page. `linked` and `confirmed` are the two that went right.
 * `email_unverified`: the provider does not say that the address is the person's, so no account is made; the same whether
 * or not there is one.
 */
export const socialOutcome = z.enum([
  'linked',
  'confirmed',
  'cancelled',
  'failed',
  'expired',
  'email_taken',
  'email_unverified',
  'linked_elsewhere',
  'other_account',
  'suspended',
]);
export type SocialOutcome = z.infer<typeof socialOutcome>;
