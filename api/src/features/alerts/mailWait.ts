import type { AlertEvent } from '@ezdash/contracts';

const MINUTE_MS = 60_000;
/** Whoever looks at a conversation needs no mail about it, nor what somebody answers at once. */
const WAITS_MS: { readonly [Event in AlertEvent]?: number } = {
  support_answered: 2 * MINUTE_MS,
  support_asked: 5 * MINUTE_MS,
};

/** How long the mail of an event waits for its matter to be seen to. */
export const mailWaitMs = (event: AlertEvent): number => WAITS_MS[event] ?? 0;
