import type { OperatorOverview } from '@ezdash/contracts';

export type Waiting = Exclude<keyof OperatorOverview, 'recent'>;
export type NeedTone = 'bad' | 'warn' | 'info';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** Where each is dealt with, and from which age on it is late (warn) and too late (bad). `0`: at once. */
const RULES: Readonly<Record<Waiting, { href: string; lateMs: number; tooLateMs: number }>> = {
  failed_invoices: { href: '/admin/accounting', lateMs: 0, tooLateMs: 0 },
  dead_letters: { href: '/admin/dead-letters', lateMs: 0, tooLateMs: DAY_MS },
  // The network promises a decision, and an answer, within four hours.
  campaigns: { href: '/admin/review', lateMs: 2 * HOUR_MS, tooLateMs: 4 * HOUR_MS },
  conversations: { href: '/admin/conversations', lateMs: 2 * HOUR_MS, tooLateMs: 4 * HOUR_MS },
  properties: { href: '/admin/review?show=properties', lateMs: DAY_MS, tooLateMs: 3 * DAY_MS },
  payouts_requested: { href: '/admin/payouts', lateMs: 2 * DAY_MS, tooLateMs: 5 * DAY_MS },
  payouts_approved: { href: '/admin/payouts?show=approved', lateMs: DAY_MS, tooLateMs: 3 * DAY_MS },
  bank_transfers: { href: '/admin/payments', lateMs: 3 * DAY_MS, tooLateMs: 7 * DAY_MS },
  accounts: { href: '/admin/users?status=pending', lateMs: DAY_MS, tooLateMs: 3 * DAY_MS },
};

export interface OperatorNeed {
  what: Waiting;
  tone: NeedTone;
  count: number;
  /** Of the oldest; null when nobody knows. */
  ageMs: number | null;
  href: string;
}

const TONES: readonly NeedTone[] = ['bad', 'warn', 'info'];

function toneOf(ageMs: number | null, lateMs: number, tooLateMs: number): NeedTone {
  const age = ageMs ?? 0;
  if (age >= tooLateMs) return 'bad';
  return age >= lateMs ? 'warn' : 'info';
}

/** What waits for staff, the worst first, and of the same kind the oldest. */
export function needsOf(overview: OperatorOverview, nowMs: number): OperatorNeed[] {
  const needs = (Object.keys(RULES) as Waiting[]).flatMap((what): OperatorNeed[] => {
    const { count, oldest_at: oldest } = overview[what];
    if (count === 0) return [];
    const { href, lateMs, tooLateMs } = RULES[what];
    const ageMs = oldest === null ? null : Math.max(0, nowMs - Date.parse(oldest));
    return [{ what, tone: toneOf(ageMs, lateMs, tooLateMs), count, ageMs, href }];
  });
  return needs.sort(
    (a, b) => TONES.indexOf(a.tone) - TONES.indexOf(b.tone) || (b.ageMs ?? 0) - (a.ageMs ?? 0),
  );
}
