import type { SocialIntent, SocialOutcome } from '@ezdash/contracts';
import { safeNext } from '@ezdash/contracts/constants';
import { withNext } from '../next';

/** Address that leads to the provider and back; opened by a full page load, it is the server's. */
export function socialStart(provider: string, intent: SocialIntent, next: string | null): string {
  const safe = safeNext(next, { links: intent === 'confirm' });
  return withNext(`/auth/social/${encodeURIComponent(provider)}/start?intent=${intent}`, safe);
}

/** What can have gone wrong, as the address says it; anything else in there is nobody's word. */
const TROUBLE = [
  'cancelled',
  'failed',
  'expired',
  'email_taken',
  'email_unverified',
  'linked_elsewhere',
  'other_account',
  'suspended',
] as const satisfies readonly SocialOutcome[];
export type SocialTrouble = (typeof TROUBLE)[number];

export function socialTrouble(outcome: string | null): SocialTrouble | null {
  return TROUBLE.find((one) => one === outcome) ?? null;
}
