import type { Chaos, Fault, FaultKind } from './types';

/** A fault as it strikes: one of those that were asked for, or one that the seed brought. */
export type Strike = Pick<
  Fault,
  'kind' | 'status' | 'retryAfterSeconds' | 'problem' | 'delayMs' | 'isRemembered'
>;

/** What a call is known as to those who ask for faults. */
export interface Target {
  operation: string;
  isAccounting: boolean;
}

/** These change who may call; they strike before anybody looks at the token. */
export const ACCESS_FAULTS: readonly FaultKind[] = ['expiredAccessToken', 'revokedConnection'];

export interface Faults {
  ask(fault: Fault): void;
  setChaos(chaos: Chaos | null): void;
  /** The fault that strikes this call, if any: of the access or of the work. */
  take(target: Target, which: 'access' | 'work'): Strike | null;
  /** How many are still to strike. */
  pending(): number;
  clearAsked(): void;
  clear(): void;
}

/** Mulberry32: small, and the same everywhere. */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** What the app's server calls besides the accounting. */
const BEHIND_THE_SCENES = ['token', 'connections', 'revocation'];

function isOn(on: string | undefined, { operation, isAccounting }: Target): boolean {
  if (on === 'everything') return isAccounting || BEHIND_THE_SCENES.includes(operation);
  return on === operation || ((on ?? 'accounting') === 'accounting' && isAccounting);
}
const isOf = (kind: FaultKind, which: 'access' | 'work') =>
  ACCESS_FAULTS.includes(kind) === (which === 'access');

export function faults(initial: Chaos | null): Faults {
  let asked: (Fault & { left: number })[] = [];
  let chaos = initial;
  let random = seededRandom(initial?.seed ?? 0);

  function byChance(target: Target, which: 'access' | 'work'): Strike | null {
    if (!chaos || !isOn(chaos.on, target)) return null;
    const { probabilities, delayMs = 50, retryAfterSeconds = 1, status = 503 } = chaos;
    const kinds = (Object.entries(probabilities) as [FaultKind, number][]).filter(([kind]) =>
      isOf(kind, which),
    );
    // Without one of this sort nothing is drawn, so that the order of the draws stays.
    if (kinds.length === 0) return null;
    let left = random();
    for (const [kind, probability] of kinds) {
      if (left < probability) return { kind, delayMs, retryAfterSeconds, status };
      left -= probability;
    }
    return null;
  }

  return {
    ask: (fault) => {
      asked.push({ ...fault, left: fault.times ?? 1 });
    },
    setChaos: (next) => {
      chaos = next;
      random = seededRandom(next?.seed ?? 0);
    },
    take: (target, which) => {
      const first = asked.find((fault) => isOf(fault.kind, which) && isOn(fault.on, target));
      if (!first) return byChance(target, which);
      first.left -= 1;
      asked = asked.filter((fault) => fault.left > 0);
      return first;
    },
    pending: () => asked.reduce((sum, fault) => sum + fault.left, 0),
    clearAsked: () => {
      asked = [];
    },
    clear: () => {
      asked = [];
      chaos = initial;
      random = seededRandom(initial?.seed ?? 0);
    },
  };
}
