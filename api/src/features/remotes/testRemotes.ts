import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { GateVerdict, Release, ShellRelease } from '@ezdash/contracts';
import { Registry } from 'prom-client';
import { requireRecentProof } from '../../platform/auth';
import { type Clock, systemClock } from '../../platform/clock';
import { type Log, silentLog } from '../../platform/log';
import type { TestDb } from '../../testing';
import { createDebugToolFeature, type DebugToolFeature } from '../debug-tool';
import { createRemotesFeature, type RemotesFeature, type RemotesFeatureParts } from './createRemotesFeature';
import { takenBy } from './gate/addressesCheck';
import type { RunningGate } from './gate/createGate';
import type { StoredRelease } from './releases.types';
import { makeRelease, makeShell, writeDist } from './testReleases';
import type { TroubleRoom } from './trouble/createTrouble';

/** A gate for tests: opens unless the release is of a version that was named. */
export interface TestGate extends RunningGate {
  refuse(version: string): void;
  /** What each trial waits for from now on. */
  wait(until: () => Promise<unknown>): void;
  /** Versions that were asked about, in order. */
  asked: string[];
}

export function createTestGate(shell: ShellRelease = makeShell()): TestGate {
  const refused = new Set<string>();
  const asked: string[] = [];
  const known = new Set<string>();
  const verdicts = new Map<number, GateVerdict>();
  let waitFor: () => Promise<unknown> = async () => {};
  const keyOf = ({ name, version }: StoredRelease) => `${name}/${version}`;
  const judge: RunningGate['judge'] = async (stored, beforeTrial): Promise<GateVerdict> => {
    await beforeTrial?.();
    const { version } = stored;
    known.add(keyOf(stored));
    asked.push(version);
    await waitFor();
    const passed = !refused.has(version);
    const detail = passed ? 'It loads' : 'It throws';
    const verdict: GateVerdict = {
      passed,
      checks: [{ check: 'entry', outcome: passed ? 'passed' : 'failed', detail }],
      shell_build: shell.buildId,
      checked_at: '2026-11-16T12:00:00.000Z',
    };
    verdicts.set(stored.id, verdict);
    return verdict;
  };
  return {
    asked,
    refuse: (version) => void refused.add(version),
    wait(until) {
      waitFor = until;
    },
    judge,
    async admit(stored, beforeTrial) {
      return judge(stored, known.has(keyOf(stored)) ? undefined : beforeTrial);
    },
    latest: async (ids) => new Map([...verdicts].filter(([id]) => ids.includes(id))),
    takenBy: (release, others = []) => takenBy(release, shell, { others, shellPaths: ['/help'] }),
    stop: async () => {},
  };
}

/** Nobody has trouble. */
export const noTrouble: TroubleRoom = {
  ticketFor: () => '',
  countPage: () => {},
  of: async () => new Map(),
  hear: (_req, _res, next) => next(),
  tell: () => {},
  start: () => {},
  stop: async () => {},
  mounts: [],
};

export interface TestRemotes extends RemotesFeature {
  gate: TestGate;
  debugTool: DebugToolFeature;
  /** Holds builds and `DATA_DIR`. */
  scratch: string;
  shellDist: string;
  /** A build as it leaves its folder. */
  dist(change?: Partial<Release>, content?: string): string;
  /** Publishes a build of `makeRelease` under this version, and activates nothing. */
  publish(version: string, change?: Partial<Release>): Promise<StoredRelease>;
  /** Stops it and takes its folder away. */
  close(): Promise<void>;
}

let dists = 0;

/** The feature on a database of the tests, with a gate that opens and nobody in trouble. */
export function createTestRemotes(
  { db }: Pick<TestDb, 'db'>,
  options: Partial<RemotesFeatureParts> & { clock?: Clock; log?: Log; shell?: ShellRelease } = {},
): TestRemotes {
  const { shell = makeShell(), clock = systemClock, dataDir, ...parts } = options;
  const scratch = dataDir ?? mkdtempSync(path.join(os.tmpdir(), 'remotes-'));
  const gate = createTestGate(shell);
  const shellDist = writeDist(path.join(scratch, 'shell-dist'), shell);
  const debugTool = createDebugToolFeature({ db, clock, secret: 'a secret', secure: false });
  const dist = (change: Partial<Release> = {}, content?: string) => {
    dists += 1;
    return writeDist(path.join(scratch, `dist-${dists}`), makeRelease(change), content ?? `of ${dists}`);
  };
  const remotes = createRemotesFeature({
    db,
    dataDir: scratch,
    bucket: null,
    shellDist,
    remoteDists: [],
    secret: 'a secret of the tests, long enough for anybody',
    appUrl: 'http://localhost:8080',
    production: false,
    log: silentLog,
    clock,
    metrics: new Registry(),
    debugTool,
    checkProof: requireRecentProof,
    gate: () => gate,
    trouble: () => noTrouble,
    ...parts,
  });
  return {
    ...remotes,
    gate,
    debugTool,
    scratch,
    shellDist,
    dist,
    publish: (version, change = {}) =>
      remotes.publishing.publishBuilt(
        dist({ version, buildId: `${dists + 1}`.padStart(12, '0'), ...change }),
      ),
    async close() {
      await remotes.stop();
      rmSync(scratch, { recursive: true, force: true });
    },
  };
}
