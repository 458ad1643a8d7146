import { isDeepStrictEqual } from 'node:util';
import type { GateCheck, GateVerdict, Release, RemoteManifest } from '@ezdash/contracts';
import { Counter, type Registry as PromRegistry } from 'prom-client';
import { type Work, workHere } from '../../../platform/work';
import type { Gate, StoredRelease } from '../releases.types';
import { gateTask } from '../tasks';
import { type Taken, takenBy } from './addressesCheck';
import { createTrials, type TrialsParts } from './createTrials';
import { integrityCheck } from './integrityCheck';
import { skipped } from './staticChecks';
import { sheetsOf } from './stylesCheck';
import { BROWSER_CHECKS } from './tryRelease';
import type { VerdictRepo } from './verdicts';

export interface GateParts extends TrialsParts {
  verdicts: VerdictRepo;
  /** What is taken when a release is judged. */
  taken(): Taken;
  metrics: PromRegistry;
  /** Where what it says and its style sheets are read. */
  work?: Pick<Work, 'run'>;
}

export type RunningGate = Gate & {
  /**
   * What of a release is the shell's or another remote's: for who is given it past the gate, and, by the manifests of the
   * others, for who has the pointers in hand.
   */
  takenBy(release: Release, others?: readonly RemoteManifest[]): string[];
  /** Ends a trial that is under way, with its browser, and waits for that. */
  stop(): Promise<void>;
};

function verdictCounter(registry: PromRegistry): Counter<'outcome'> {
  return new Counter({
    name: 'ezdash_gate_verdicts_total',
    help: 'Releases that the gate judged',
    labelNames: ['outcome'],
    registers: [registry],
  });
}

/** What can be said of a release without running it. */
async function staticChecks(
  { shell, store, taken, work = workHere }: GateParts,
  release: Release,
): Promise<GateCheck[]> {
  const read = (file: string) => store.read(release.name, release.version, file);
  const integrity = await integrityCheck(release, read);
  const sheets = new Map<string, Buffer>();
  for (const file of sheetsOf(release)) {
    const bytes = await read(file).catch(() => null);
    if (bytes) sheets.set(file, bytes);
  }
  const judged = { release, shell, taken: taken(), sheets };
  return [integrity, ...(await work.run(gateTask, judged, release.name))];
}

/** What these complain of keeps no browser from trying it; anything else would only fail for a reason that is known. */
const HARMLESS: readonly string[] = ['budget', 'addresses', 'styles'];
const isInTheWay = ({ check, outcome }: GateCheck) => outcome === 'failed' && !HARMLESS.includes(check);

/** Says whether a release may be given to visitors; tries them in a browser one at a time. */
export function createGate(parts: GateParts): RunningGate {
  const { shell, verdicts, clock, log } = parts;
  const counter = verdictCounter(parts.metrics);
  const trials = createTrials(parts);
  const judging = new Map<number, Promise<GateVerdict>>();

  function browserChecks(
    release: Release,
    before: GateCheck[],
    kept: GateCheck[] | null,
  ): GateCheck[] | Promise<GateCheck[]> {
    const reason = before.find(isInTheWay);
    if (!reason) return kept ?? trials.try(release);
    return BROWSER_CHECKS.map((check) => skipped(check, `not tried, because ${reason.check} failed`));
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
    if (trials.isStopped()) return verdict;
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

  /** @param known the verdict that it has: said again when it is the same one */
  async function judgeOnce(
    stored: StoredRelease,
    kept: GateCheck[] | null,
    known?: GateVerdict,
  ): Promise<GateVerdict> {
    const release = published(stored);
    const before = await staticChecks(parts, release);
    const checks = [...before, ...(await browserChecks(release, before, kept))];
    return kept && known && isDeepStrictEqual(known.checks, checks) ? known : write(stored, checks);
  }

  function begin(...[stored, ...rest]: Parameters<typeof judgeOnce>): Promise<GateVerdict> {
    const made = judgeOnce(stored, ...rest).finally(() => judging.delete(stored.id));
    judging.set(stored.id, made);
    return made;
  }

  const judge: Gate['judge'] = async (stored, beforeTrial) => {
    if (!judging.has(stored.id)) await beforeTrial?.();
    return judging.get(stored.id) ?? begin(stored, null);
  };

  const latest: Gate['latest'] = (releaseIds) => verdicts.latest(releaseIds, shell.buildId);

  return {
    judge,
    latest,
    takenBy(release, others) {
      const taken = parts.taken();
      return takenBy(release, shell, { ...taken, others: others ?? taken.others });
    },
    async admit(stored, beforeTrial) {
      const known = (await latest([stored.id])).get(stored.id);
      if (!known?.passed) {
        const kept = trials.recall(published(stored));
        if (!kept) return judge(stored, beforeTrial);
        return judging.get(stored.id) ?? begin(stored, kept, known);
      }
      const again = await staticChecks(parts, published(stored));
      if (again.every(({ outcome }) => outcome === 'passed')) return known;
      const why = BROWSER_CHECKS.map((check) => skipped(check, 'not tried, because it has changed'));
      return write(stored, [...again, ...why]);
    },
    stop: trials.stop,
  };
}
