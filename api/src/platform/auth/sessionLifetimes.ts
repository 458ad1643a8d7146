import type { Role } from '@ezdash/contracts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

export interface SessionLifetime {
  /** Without any use. */
  idleMs: number;
  /** From the sign-in, however much it is used. */
  absoluteMs: number;
  /** Use is noted at most so often: each note is a write. */
  noteEveryMs: number;
}

const CUSTOMER: SessionLifetime = { idleMs: 30 * DAY_MS, absoluteMs: 90 * DAY_MS, noteEveryMs: 6 * HOUR_MS };

/** How long a sign-in lasts. Operators see everybody's money, so theirs ends sooner; docs/accounts.md gives the reasons. */
export const SESSION_LIFETIMES: Readonly<Record<Role, SessionLifetime>> = {
  advertiser: CUSTOMER,
  publisher: CUSTOMER,
  admin: { idleMs: 2 * HOUR_MS, absoluteMs: 12 * HOUR_MS, noteEveryMs: HOUR_MS / 12 },
};

/** When a session was begun and last noted as used, ms since 1970. */
export interface SessionTimes {
  signedInAt: number;
  usedAt: number;
}

/** Whether a session has to be begun again. The note of its use may be late by `noteEveryMs`. */
export function isOver(role: Role, { signedInAt, usedAt }: SessionTimes, nowMs: number): boolean {
  const { idleMs, absoluteMs, noteEveryMs } = SESSION_LIFETIMES[role];
  return nowMs - usedAt > idleMs + noteEveryMs || nowMs - signedInAt > absoluteMs;
}
