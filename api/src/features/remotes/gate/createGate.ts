import type { GateCheck, GateVerdict, Release } from '@ezdash/contracts';
import { Counter, type Registry as PromRegistry } from 'prom-client';
import type { Log } from '../../../platform/log';
import type { Gate, ReleaseStore, StoredRelease } from '../releases.types';
import { addressesCheck, type Taken } from './addressesCheck';
import { findBrowser } from './findBrowser';
import { integrityCheck } from './integrityCheck';
import { openBrowser, type TrialBrowser } from './openBrowser';
import { budgetCheck, contractCheck, outcomeOf, pluginCheck, sharedCheck, skipped } from './staticChecks';
import { createTrialSite, type SiteParts } from './trialSite';
import { BROWSER_CHECKS, type TrialLimits, tryRelease } from './tryRelease';
import type { VerdictRepo } from './verdicts';

export interface GateParts extends SiteParts {
  store: Pick<ReleaseStore, 'read'>;
  verdicts: VerdictRepo;
  /** What is taken when a release is judged. */
  taken(): Taken;
  /** Path of the Chromium that the operator names; null: one of the usual places. */
  browser: string | null;
  log: Log;
  metrics: PromRegistry;
  limits?: TrialLimits;
}

/** `stop` ends a trial that is under way, with its browser, and waits for that. */
export type RunningGate = Gate & { stop(): Promise<void> };

const STOPPING = 'This server is stopping';
const NO_BROWSER = 'No browser on this server to try it in: set GATE_BROWSER';

function verdictCounter(registry: PromRegistry): Counter<'outcome'> {
  return new Counter({
    name: 'ezdash_gate_verdicts_total',
    help: 'Releases that the gate judged',
    labelNames: ['outcome'],
    registers: [registry],
  });
}

/** What can be said of a release without running it. */
async function staticChecks({ shell, store, taken }: GateParts, release: Release): Promise<GateCheck[]> {
  const read = (file: string) => store.read(release.name, release.version, file);
  return [
    await integrityCheck(release, read),
    contractCheck(release, shell),
    sharedCheck(release, shell),
    pluginCheck(release, shell),
    budgetCheck(release),
    addressesCheck(release, shell, taken()),
  ];
}

/** What these complain of keeps no browser from trying it; anything else would only fail for a reason that is known. */
const HARMLESS: readonly string[] = ['budget', 'addresses'];
const isInTheWay = ({ check, outcome }: GateCheck) => outcome === 'failed' && !HARMLESS.includes(check);

/** Says whether a release may be given to visitors; tries them in a browser one at a time. */
export function createGate(parts: GateParts): RunningGate {
  const { shell, store, verdicts, clock, log } = parts;
  const counter = verdictCounter(parts.metrics);
  const judging = new Map<number, Promise<GateVerdict>>();
  let queue: Promise<unknown> = Promise.resolve();
  let running: TrialBrowser | null = null;
  let isStopped = false;

  async function tryInBrowser(release: Release): Promise<GateCheck[]> {
    const failed = (why: string) => BROWSER_CHECKS.map((check) => outcomeOf(check, [why], ''));
    if (isStopped) return failed(STOPPING);
    const path = findBrowser(parts.browser);
    if (path === null) return failed(NO_BROWSER);
    const read = (file: string) => store.read(release.name, release.version, file);
    try {
      running = await openBrowser(path);
      if (isStopped) return failed(STOPPING);
      const context = await running.newContext();
      return await tryRelease(
        { context, site: createTrialSite(parts, release, read), release },
        parts.limits,
      );
    } catch (error) {
      log.error(
        { event: 'release.no-trial', err: error, browser: path },
        'The browser that releases are tried in does not run',
      );
      return failed('The browser on this server does not run: see its log');
    } finally {
      await running?.close();
      running = null;
    }
  }

  async function browserChecks(release: Release, before: GateCheck[]): Promise<GateCheck[]> {
    const reason = before.find(isInTheWay);
    if (reason)
      return BROWSER_CHECKS.map((check) => skipped(check, `not tried, because ${reason.check} failed`));
    const tried = queue.then(() => tryInBrowser(release));
    queue = tried;
    return tried;
  }

  async function write({ id, name, version }: StoredRelease, checks: GateCheck[]): Promise<GateVerdict> {
    const failed = checks.filter(({ outcome }) => outcome === 'failed');
    const verdict: GateVerdict = {
      passed: checks.every(({ outcome }) => outcome === 'passed'),
      checks,
      shell_build: shell.buildId,
      checked_at: clock.now().toISOString(),
    };
    // Says nothing of the release, and the database may have gone.
    if (isStopped) return verdict;
    await verdicts.add(id, verdict);
    counter.inc({ outcome: verdict.passed ? 'passed' : 'refused' });
    log.info(
      { event: 'release.judged', remote: name, version, passed: verdict.passed, failed },
      'Release judged',
    );
    return verdict;
  }

  /** Under the version it was published as, which is the one in its addresses. */
  const published = ({ release, version }: StoredRelease): Release => ({ ...release, version });

  async function judgeOnce(stored: StoredRelease): Promise<GateVerdict> {
    const release = published(stored);
    const before = await staticChecks(parts, release);
    return write(stored, [...before, ...(await browserChecks(release, before))]);
  }

  function judge(stored: StoredRelease): Promise<GateVerdict> {
    const known = judging.get(stored.id);
    if (known) return known;
    const made = judgeOnce(stored).finally(() => judging.delete(stored.id));
    judging.set(stored.id, made);
    return made;
  }

  const latest: Gate['latest'] = (releaseIds) => verdicts.latest(releaseIds, shell.buildId);

  return {
    judge,
    latest,
    async admit(stored) {
      const known = (await latest([stored.id])).get(stored.id);
      if (!known?.passed) return judge(stored);
      const again = await staticChecks(parts, published(stored));
      if (again.every(({ outcome }) => outcome === 'passed')) return known;
      const why = BROWSER_CHECKS.map((check) => skipped(check, 'not tried, because it has changed'));
      return write(stored, [...again, ...why]);
    },
    async stop() {
      isStopped = true;
      await running?.close();
      await queue.catch(() => undefined);
    },
  };
}
