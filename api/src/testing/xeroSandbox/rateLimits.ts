import type { SandboxClock } from './sandboxClock';
import type { Peak, RateLimitProblem, SandboxLimits } from './types';

export const XERO_LIMITS: SandboxLimits = { concurrent: 5, minute: 60, day: 5_000, appMinute: 10_000 };

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

/** Moments in order; what is older than the window is forgotten as it is asked for. */
function slidingWindow(lengthMs: number) {
  const times: number[] = [];
  const trim = (now: number) => {
    const keep = times.findIndex((at) => at > now - lengthMs);
    times.splice(0, keep < 0 ? times.length : keep);
  };
  return {
    add: (now: number) => {
      times.push(now);
    },
    count: (now: number) => {
      trim(now);
      return times.length;
    },
    /** How long until the oldest is out of it. */
    secondsLeft: (now: number) => Math.max(1, Math.ceil(((times[0] ?? now) + lengthMs - now) / 1_000)),
  };
}

interface Tenant {
  inFlight: number;
  minute: ReturnType<typeof slidingWindow>;
  day: ReturnType<typeof slidingWindow>;
  /** Every call, also those that were refused. */
  seen: ReturnType<typeof slidingWindow>;
}

export interface Admission {
  /** Null: within the limits. */
  refusal: { problem: RateLimitProblem; retryAfterSeconds: number } | null;
  /** As it is at this moment, for every answer. */
  headers(): Record<string, string>;
  /** At the end of the call; once is enough, more is harmless. */
  leave(): void;
}

export interface RateLimits {
  readonly peak: Peak;
  enter(tenantId: string): Admission;
  set(limits: Partial<SandboxLimits>): void;
  clear(): void;
}

export function rateLimits(clock: SandboxClock, initial: Partial<SandboxLimits> = {}): RateLimits {
  const start = { ...XERO_LIMITS, ...initial };
  let limits = start;
  let tenants = new Map<string, Tenant>();
  let app = slidingWindow(MINUTE_MS);
  const peak: Peak = { concurrent: 0, minute: 0 };

  function tenantOf(id: string): Tenant {
    const known = tenants.get(id);
    if (known) return known;
    const tenant = {
      inFlight: 0,
      minute: slidingWindow(MINUTE_MS),
      day: slidingWindow(DAY_MS),
      seen: slidingWindow(MINUTE_MS),
    };
    tenants.set(id, tenant);
    return tenant;
  }

  function refusalOf(tenant: Tenant, now: number): Admission['refusal'] {
    // Counted with the call itself.
    if (tenant.inFlight > limits.concurrent) return { problem: 'concurrent', retryAfterSeconds: 1 };
    if (tenant.day.count(now) >= limits.day)
      return { problem: 'day', retryAfterSeconds: tenant.day.secondsLeft(now) };
    if (tenant.minute.count(now) >= limits.minute)
      return { problem: 'minute', retryAfterSeconds: tenant.minute.secondsLeft(now) };
    if (app.count(now) >= limits.appMinute)
      return { problem: 'appminute', retryAfterSeconds: app.secondsLeft(now) };
    return null;
  }

  return {
    peak,
    enter: (tenantId) => {
      const tenant = tenantOf(tenantId);
      const now = clock.nowMs();
      tenant.inFlight += 1;
      tenant.seen.add(now);
      peak.concurrent = Math.max(peak.concurrent, tenant.inFlight);
      peak.minute = Math.max(peak.minute, tenant.seen.count(now));
      const refusal = refusalOf(tenant, now);
      if (!refusal) for (const window of [tenant.minute, tenant.day, app]) window.add(now);
      let isInside = true;
      return {
        refusal,
        headers: () => {
          const at = clock.nowMs();
          const left = (limit: number, used: number) => String(Math.max(0, limit - used));
          return {
            'X-MinLimit-Remaining': left(limits.minute, tenant.minute.count(at)),
            'X-DayLimit-Remaining': left(limits.day, tenant.day.count(at)),
            'X-AppMinLimit-Remaining': left(limits.appMinute, app.count(at)),
          };
        },
        leave: () => {
          if (isInside) tenant.inFlight -= 1;
          isInside = false;
        },
      };
    },
    set: (next) => {
      limits = { ...limits, ...next };
    },
    clear: () => {
      limits = start;
      tenants = new Map();
      app = slidingWindow(MINUTE_MS);
      peak.concurrent = 0;
      peak.minute = 0;
    },
  };
}
