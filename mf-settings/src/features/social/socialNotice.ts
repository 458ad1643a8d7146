import type { SocialOutcome } from '@ezdash/contracts';

/** Outcomes of `?social=` that the page has words for; `confirmed` belongs to another page. */
const OUTCOMES: readonly SocialOutcome[] = [
  'linked',
  'cancelled',
  'failed',
  'expired',
  'email_taken',
  'linked_elsewhere',
  'other_account',
  'suspended',
];
/** What went right, and what the person chose, is no bad news. */
const TONES: Partial<Record<SocialOutcome, 'ok' | 'info'>> = { linked: 'ok', cancelled: 'info' };

/** How a visit to a provider ended, by the address the browser came back to; null for anything else. */
export function outcomeOf(
  search: URLSearchParams,
): { outcome: SocialOutcome; tone: 'ok' | 'info' | 'bad' } | null {
  const outcome = OUTCOMES.find((one) => one === search.get('social'));
  return outcome ? { outcome, tone: TONES[outcome] ?? 'bad' } : null;
}
