import type {
  ActivateReleaseRequest,
  GateVerdict,
  PinSubject,
  ReleaseChange,
  ShellRelease,
} from '@ezdash/contracts';
import type { Clock } from '../../../platform/clock';
import { type Db, errorDetail, type Trx } from '../../../platform/db';
import type { Log } from '../../../platform/log';
import { incompatibilities } from '../gate/compatibility';
import type { RunningGate } from '../gate/createGate';
import { forgetPerson } from '../offer/team.repo';
import type { Activation, ReleaseActor, ReleaseStore, StoredRelease, Trouble } from '../releases.types';
import { isOfTeam } from '../tokens/releaseDoor';
import { remoteNames } from './activation.repo';
import { type By, createChanges } from './changes';
import { exportOf } from './personal.repo';
import { createPlans } from './plans';
import { createPointers, type RemoteOffer } from './pointers';
import { createReleaseInfos } from './releaseInfos';
import { createStarts } from './starts';
import { createViews } from './views';

export interface ActivationParts {
  db: Db;
  store: Pick<ReleaseStore, 'has'>;
  shell: ShellRelease;
  gate: Pick<RunningGate, 'judge' | 'admit' | 'latest' | 'takenBy'>;
  trouble: Pick<Trouble, 'of'>;
  clock: Clock;
  log: Log;
  /** Publishes what a build left in a folder. */
  publishBuilt(distDir: string): Promise<StoredRelease>;
  /** Told when a planned activation came to nothing. */
  onPlanRefused(): void;
}

/** Releases whose files could not be brought here are asked for again so often. */
const FILES_AGAIN_MS = 10_000;

/** Moves what visitors get: the rules, one row of history for each change. */
export function createActivationService(parts: ActivationParts) {
  const { db, shell, gate, log, publishBuilt } = parts;
  const pointers = createPointers(parts);
  /** Remote → what this server was built with. */
  const builds = new Map<string, StoredRelease>();
  const infos = createReleaseInfos(parts);
  const views = createViews({ ...parts, pointers, infos, buildOf: (name) => builds.get(name) ?? null });
  const changes = createChanges({ ...parts, pointers, views });
  const plans = createPlans({ ...parts, pointers, changes });
  const startRelease = createStarts({ pointers, changes, log });
  let again: NodeJS.Timeout | null = null;

  /** From memory: nobody waits for a database that is away, and what was given before is better than nothing. */
  const follow = (atLeast?: number): Promise<void> =>
    pointers.refresh(atLeast).catch((error: unknown) => {
      log.warn(errorDetail(error), 'What visitors get could not be read anew');
    });

  async function startBuild(distDir: string): Promise<void> {
    const built = await publishBuilt(distDir);
    const { name, version, release } = built;
    const reasons = incompatibilities(release, shell);
    if (reasons.length > 0) throw new Error(`${name} ${version} ${reasons.join('; ')}`);
    builds.set(name, built);
    await startRelease(built);
  }

  const activation: Activation = {
    state: views.state,
    revision: pointers.revision,
    refresh: pointers.refresh,
    withdraw: changes.withdraw,
  };

  return {
    ...activation,
    /** The same for whoever cannot do anything about a failure; it is in the log. */
    follow,
    /** What can be given to visitors. From memory, the same list until it is another. */
    offers: (): readonly RemoteOffer[] => pointers.offers(),
    manifests: pointers.manifests,
    missing: pointers.missing,
    /** The release, when some visitor gets it now or falls back to it. From memory. */
    offered(name: string, version: string): StoredRelease | null {
      const offer = pointers.offers().find((one) => one.name === name);
      if (!offer) return null;
      const { active, previous, canary, pins } = offer;
      const all = [active, previous, canary?.stored, ...pins.map(({ stored }) => stored)];
      return all.find((stored) => stored?.version === version) ?? null;
    },

    summaries: views.summaries,
    releases: views.releases,
    releaseInfos: infos,
    history: views.history,

    /** The verdict: for operators made now, for a team one that is known already when there is one. */
    async check(name: string, version: string, actor: ReleaseActor): Promise<GateVerdict> {
      const stored = await changes.requireRelease(name, version);
      const beforeTrial = changes.spendTrial(actor);
      return isOfTeam(actor) ? gate.admit(stored, beforeTrial) : gate.judge(stored, beforeTrial);
    },
    activate(name: string, { version, at }: ActivateReleaseRequest, by: By): Promise<ReleaseChange> {
      return at === undefined
        ? changes.activate(name, version, by)
        : plans.add(name, version, new Date(at), by);
    },
    cancelPlan: plans.cancel,
    canary: changes.canary,
    stopCanary: changes.stopCanary,
    rollback: changes.rollback,
    pin: changes.pin,
    unpin: (name: string, subject: PinSubject, by: By) => changes.unpin(name, subject, by),

    /**
     * Publishes what was built here and activates what is new since the last start, where people have not decided since
     * then. A remote that cannot be published is logged and left as it was: one broken build stops no server.
     */
    async publishBuilds(distDirs: readonly string[]): Promise<void> {
      for (const distDir of distDirs) {
        await startBuild(distDir).catch((error: unknown) => {
          log.error({ err: error, distDir }, 'A built remote could not be published');
        });
      }
      await pointers.refresh();
    },

    /** Does the planned activations that are due, and waits for it. */
    carryOutPlans: plans.work,
    start(): void {
      plans.start();
      again ??= setInterval(() => {
        if (pointers.lacksFiles()) void follow();
      }, FILES_AGAIN_MS);
      again.unref();
    },
    async stop(): Promise<void> {
      if (again) clearInterval(again);
      again = null;
      await plans.stop();
    },

    /** What releases have of a person: pins for their account, and what they did as an operator. */
    exportOf: (userId: number, on: Db = db) => exportOf(on, userId),
    /** Pins of an account that is being deleted end, and it is on no team; what it did stays in the history. */
    async forget(trx: Trx, userId: number): Promise<void> {
      await changes.forget(trx, await remoteNames(trx), userId);
      await forgetPerson(trx, userId);
    },
  };
}

export type ActivationService = ReturnType<typeof createActivationService>;
