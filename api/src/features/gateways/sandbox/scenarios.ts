import { SANDBOX_OUTCOMES } from '@ezdash/contracts';

export type Outcome = (typeof SANDBOX_OUTCOMES)[number];

/** Kinds of the sandbox's webhooks. They name what to ask for; nothing else is to be read from them. */
export type TellingKind =
  | 'payment.confirming'
  | 'payment.authentication_asked'
  | 'payment.authentication_passed'
  | 'payment.authentication_failed'
  | 'payment.paid'
  | 'payment.failed'
  | 'payment.cancelled'
  | 'payment.refunded'
  | 'payment.charged_back';

/** A webhook that is due. */
export interface Telling {
  kind: TellingKind;
  afterMs: number;
  /** How often the same event is sent, on purpose. */
  times: number;
}

/** How long things take at the sandbox. */
export interface Pace {
  /** Until a late answer is true; it is told a second later. */
  lateMs: number;
  /** From the payment until it is taken back. */
  backMs: number;
}
export const PACE: Pace = { lateMs: 5_000, backMs: 4_000 };

/** Mulberry32: the same numbers from 0 to 1 for the same seed. */
export function numbersOf(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** The outcome that a seed stands for. */
export function drawOutcome(draw: () => number): Outcome {
  return SANDBOX_OUTCOMES[Math.floor(draw() * SANDBOX_OUTCOMES.length)] ?? 'paid';
}

/** What is told of an outcome, in the order of the facts; the sending order is that of `afterMs`. */
export function tellingsOf(outcome: Outcome, pace: Pace): Telling[] {
  const tell = (kind: TellingKind, afterMs = 0, times = 1): Telling => ({ kind, afterMs, times });
  const asked = tell('payment.authentication_asked');
  switch (outcome) {
    case 'paid':
      return [tell('payment.paid', 0, 2)];
    case 'declined':
      return [tell('payment.failed')];
    case 'cancelled':
      return [tell('payment.cancelled')];
    case '3ds-passed':
      return [asked, tell('payment.authentication_passed'), tell('payment.paid', 0, 2)];
    case '3ds-failed':
      return [asked, tell('payment.authentication_failed'), tell('payment.failed')];
    case 'late-webhook':
      // What came first is told last.
      return [tell('payment.confirming', pace.lateMs + 2_000), tell('payment.paid', pace.lateMs + 1_000, 2)];
    case 'paid-then-refunded':
      return [tell('payment.paid', 0, 2), tell('payment.refunded', pace.backMs, 2)];
    case 'paid-then-charged-back':
      return [tell('payment.paid', 0, 2), tell('payment.charged_back', pace.backMs, 2)];
  }
}

/** Mixes number and time of what is told, the same way for the same seed; nothing is told before it is true. */
export function mixed(tellings: readonly Telling[], draw: () => number): Telling[] {
  return tellings.map((telling) => ({
    ...telling,
    afterMs: telling.afterMs + Math.floor(draw() * 3_000),
    times: 1 + Math.floor(draw() * 3),
  }));
}
