import type { GateCheck, Release } from '@ezdash/contracts';
import { findBrowser, openBrowser, type TrialBrowser } from '../../../platform/browser';
import type { Clock } from '../../../platform/clock';
import type { Log } from '../../../platform/log';
import type { ReleaseStore } from '../releases.types';
import { outcomeOf } from './staticChecks';
import { createTrialSite, type SiteParts } from './trialSite';
import { BROWSER_CHECKS, type TrialLimits, tryRelease } from './tryRelease';

export interface TrialsParts extends SiteParts {
  store: Pick<ReleaseStore, 'read'>;
  /** Path of the Chromium that the operator names; null: one of the usual places. */
  browser: string | null;
  clock: Clock;
  log: Log;
  limits?: TrialLimits;
}

/** Releases tried in a browser, one at a time. */
export interface Trials {
  /** Tries it, when its turn comes. */
  try(release: Release): Promise<GateCheck[]>;
  /**
   * What came of trying it here: of a release that failed for ten minutes, unless it was this machine's fault. Null: it
   * may be tried.
   */
  recall(release: Release): GateCheck[] | null;
  isStopped(): boolean;
  /** Ends the one that is under way, with its browser, and waits for that. */
  stop(): Promise<void>;
}

const STOPPING = 'This server is stopping';
const NO_BROWSER = 'No browser on this server to try it in: set GATE_BROWSER';
const KEPT_MS = 10 * 60_000;
const MOST_KEPT = 200;

const keyOf = ({ name, version }: Release) => `${name}/${version}`;
const hasPassed = (checks: readonly GateCheck[]) => checks.every(({ outcome }) => outcome === 'passed');
const failed = (why: string) => BROWSER_CHECKS.map((check) => outcomeOf(check, [why], ''));

/** What came of trials, while it counts. */
function createMemory(clock: Clock) {
  const kept = new Map<string, { checks: GateCheck[]; endsAt: number }>();
  return {
    keep(release: Release, checks: GateCheck[]): void {
      const [oldest] = kept.keys();
      if (kept.size >= MOST_KEPT && oldest !== undefined) kept.delete(oldest);
      const endsAt = hasPassed(checks) ? Number.POSITIVE_INFINITY : clock.nowMs() + KEPT_MS;
      kept.set(keyOf(release), { checks, endsAt });
    },
    recall(release: Release): GateCheck[] | null {
      const known = kept.get(keyOf(release));
      return known && known.endsAt > clock.nowMs() ? known.checks : null;
    },
  };
}

export function createTrials(parts: TrialsParts): Trials {
  const { store, clock, log } = parts;
  const memory = createMemory(clock);
  let queue: Promise<unknown> = Promise.resolve();
  let running: TrialBrowser | null = null;
  let isStopped = false;

  async function tryNow(release: Release): Promise<GateCheck[]> {
    if (isStopped) return failed(STOPPING);
    const path = findBrowser(parts.browser);
    if (path === null) return failed(NO_BROWSER);
    const read = (file: string) => store.read(release.name, release.version, file);
    try {
      running = await openBrowser(path);
      if (isStopped) return failed(STOPPING);
      const context = await running.newContext();
      const site = createTrialSite(parts, release, read);
      const checks = await tryRelease({ context, site, release }, parts.limits);
      // What was broken off says nothing of the release.
      if (!isStopped) memory.keep(release, checks);
      return checks;
    } catch (error) {
      log.error(
        { event: 'release.no-trial', err: error, browser: path },
        'The browser that releases are tried in does not run',
      );
      return failed('The browser on this server does not run: see its log');
    } finally {
      await running?.close().catch((error: unknown) => {
        log.error({ event: 'release.browser-stays', err: error }, 'The browser of a trial does not end');
      });
      running = null;
    }
  }

  return {
    recall: memory.recall,
    isStopped: () => isStopped,
    try(release) {
      const tried = queue.then(() => tryNow(release));
      // Whatever becomes of this one, the next is tried.
      queue = tried.catch(() => undefined);
      return tried;
    },
    async stop() {
      isStopped = true;
      await running?.close().catch(() => undefined);
      await queue;
    },
  };
}
