import {
  gateVerdict,
  type ReleaseChange,
  type ReleaseInfo,
  releaseChange,
  releaseInfo,
  remoteStates,
} from '@ezdash/contracts';
import { GATE_TIMEOUT_MS, PUBLISH_TIMEOUT_MS } from './commands';
import { RefusedError, UsageError, withUsage } from './failures';
import { type PackedRelease, packRelease } from './packRelease';
import { CallError, createReleaseClient, type ReleaseClient } from './releaseClient';
import type { Output } from './runCommand';
import { addressAndToken, commitIdOf, numberOf, readArguments } from './values';
import { failedChecks, jsonLine, kB, stateLines, verdictLines } from './words';

/** Something that must be in order before a release is built. */
export interface Check {
  /** `types`, `tests`: shown with its time. */
  name: string;
  /** Null: in order. Otherwise what is wrong, as whoever checked it says so. */
  run: () => Promise<string | null>;
}

/** What differs between a remote of this repository and one of another. */
export interface DeployedRemote {
  /** As its release will say. */
  name: string;
  checks: Check[];
  /** Builds it. Null: built; otherwise what is wrong. */
  build: () => Promise<string | null>;
  /** Folder that the build fills. */
  dist: string;
  /** What releases are handled with there: `npx ezdash-remote`. */
  program: string;
  /** Where to raise the version: `mf-weather/package.json`. */
  versionFile: string;
  /** Of its sources; null when there is no repository, or something is not committed. */
  commit: () => Promise<string | null>;
}

export interface DeployParts {
  env: NodeJS.ProcessEnv;
  output: Output;
  sleep?: (ms: number) => Promise<void>;
  /** Tells of Ctrl-C; tests say it themselves. */
  signals?: Pick<NodeJS.EventEmitter, 'once' | 'off'>;
  exit?: (code: number) => void;
}

/** What `--json` answers: the API's own answers by step. */
interface Deployed {
  release: ReleaseInfo;
  verdict: ReleaseChange['verdict'];
  /** Null with `--no-activate`. */
  state: ReleaseChange['state'] | null;
}

const DEPLOY = 'deploy [--canary PERCENT | --no-activate] [--why TEXT] [--commit ID] [--json]';
export const DEPLOY_USAGE = `${DEPLOY}
  Checks, builds, publishes and activates this remote: for everybody, for a share of the visitors, or for nobody yet.
  REMOTES_URL   the running network (http://localhost:8080)
  REMOTES_TOKEN what it is published with`;

interface DeployOptions {
  /** Share of the visitors; null: everybody. */
  percent: number | null;
  activate: boolean;
  why: string | undefined;
  commit: string | undefined;
  json: boolean;
}

/** @throws UsageError */
function readOptions(args: string[]): DeployOptions | 'help' {
  const { words, texts, switches, given } = readArguments(args);
  if (switches.has('help')) return 'help';
  const known = new Set<string>(['canary', 'no-activate', 'why', 'commit', 'json']);
  const unknown = [...words, ...given.filter((one) => !known.has(one)).map((one) => `--${one}`)];
  if (unknown.length > 0) throw new UsageError(`deploy does not know ${unknown.join(', ')}.`);
  const activate = !switches.has('no-activate');
  if (texts.canary !== undefined && !activate)
    throw new UsageError('Either --canary or --no-activate, not both.');
  const percent = texts.canary === undefined ? null : numberOf(texts.canary, '--canary');
  return { percent, activate, why: texts.why, commit: commitIdOf(texts.commit), json: switches.has('json') };
}

/** Runs steps one after the other and says how long each took. */
function createSteps({ note }: Output) {
  const seconds = (fromMs: number) => `${((performance.now() - fromMs) / 1_000).toFixed(1)} s`;
  return async function step<T>(name: string, work: () => Promise<T>): Promise<T> {
    const startedAt = performance.now();
    try {
      const result = await work();
      note(`  ${name.padEnd(10)} ${seconds(startedAt)}`);
      return result;
    } catch (error) {
      note(`  ${name.padEnd(10)} ${seconds(startedAt)}  failed`);
      throw error;
    }
  };
}

/** All checks, so that one run names everything that is wrong. @throws RefusedError */
async function runChecks(checks: Check[], step: ReturnType<typeof createSteps>, note: Output['note']) {
  const failed: string[] = [];
  for (const { name, run } of checks) {
    const problem = await step(name, run);
    if (problem === null) continue;
    failed.push(name);
    note(problem);
  }
  if (failed.length > 0) throw new RefusedError(`Not deployed. What failed: ${failed.join(', ')}`);
}

async function publish(
  client: ReleaseClient,
  { release, archive }: PackedRelease,
  commit: string | undefined,
  versionFile: string,
): Promise<ReleaseInfo> {
  try {
    return await client.call(`/${release.name}`, releaseInfo, {
      method: 'POST',
      archive,
      query: { commit },
      timeoutMs: PUBLISH_TIMEOUT_MS,
      repeatable: true,
    });
  } catch (error) {
    if (!(error instanceof CallError && error.code === 'VERSION_TAKEN')) throw error;
    throw new RefusedError(
      `${release.name} ${release.version} was published before, with other bytes: raise the version in ${versionFile}`,
      { cause: error },
    );
  }
}

/** A token that is refused, or a network that is away, is said before minutes of checks. @throws RefusedError */
async function assertReachable(client: ReleaseClient): Promise<void> {
  try {
    await client.call('', remoteStates);
  } catch (error) {
    const isDoor = !(error instanceof CallError) || [401, 403].includes(error.status);
    if (isDoor || error.code === 'NO_SUCH_ADDRESS' || error.code === 'NOT_UNDERSTOOD') throw error;
  }
}

/** What the gate refuses is published all the same. @throws what it was, with what to do next */
function sayWhatNext(error: unknown, { version }: ReleaseInfo, { versionFile }: DeployedRemote): never {
  if (!(error instanceof RefusedError)) throw error;
  const isGate = !(error instanceof CallError) || error.code === 'GATE_REFUSED';
  if (!isGate) throw error;
  const next = `${version} stays published, and nobody gets it: what is mended needs a higher version in ${versionFile}`;
  const message = `${error.message}\n${next}`;
  if (!(error instanceof CallError)) throw new RefusedError(message, { cause: error });
  throw new CallError(error.status, error.code, message, error.body);
}

/** What has happened so far, for whoever stops it in the middle: the network goes on with what it was asked. */
function onInterrupt(remote: DeployedRemote, { output, signals = process, exit }: DeployParts) {
  let words = 'Stopped. Nothing was sent';
  const stop = () => {
    output.note(`\n${words}`);
    if (exit) exit(130);
    else process.exit(130);
  };
  signals.once('SIGINT', stop);
  const look = `${remote.program} show ${remote.name}`;
  return {
    sending() {
      words = `Stopped while it was sent. It may be published, and nobody gets it: ${look}`;
    },
    asking({ version }: ReleaseInfo, { activate }: DeployOptions) {
      words = activate
        ? `Stopped waiting. ${version} is published, and the network may still give it to visitors: ${look}\n` +
          `Back: ${remote.program} rollback ${remote.name}, of a canary: ${remote.program} stop ${remote.name}`
        : `Stopped waiting. ${version} is published, and nobody gets it`;
    },
    end: () => void signals.off('SIGINT', stop),
  };
}

/** The gate, and what it opens to. @throws CallError GATE_REFUSED; RefusedError when it refuses and nothing was asked */
async function release(client: ReleaseClient, info: ReleaseInfo, options: DeployOptions): Promise<Deployed> {
  const { remote, version } = info;
  const { percent, why } = options;
  const call = { method: 'POST' as const, timeoutMs: GATE_TIMEOUT_MS, repeatable: true };
  if (!options.activate) {
    const verdict = await client.call(`/${remote}/check`, gateVerdict, { ...call, body: { version } });
    return { release: info, verdict, state: null };
  }
  const change =
    percent === null
      ? await client.call(`/${remote}/activate`, releaseChange, { ...call, body: { version, why } })
      : await client.call(`/${remote}/canary`, releaseChange, { ...call, body: { version, percent, why } });
  return { release: info, verdict: change.verdict, state: change.state };
}

/** From sources to what visitors get, once it is known what is wanted. */
async function carryOut(
  remote: DeployedRemote,
  options: DeployOptions,
  parts: DeployParts,
  stopped: ReturnType<typeof onInterrupt>,
): Promise<number> {
  const { output, env, sleep } = parts;
  const { url, token } = addressAndToken(env);
  const client = createReleaseClient({ url, token, log: output.note, sleep });
  const step = createSteps(output);
  const tell = options.json ? output.note : output.print;
  tell(`Deploying ${remote.name} to ${url}`);
  await assertReachable(client);
  await runChecks(remote.checks, step, output.note);
  const problem = await step('build', remote.build);
  if (problem !== null) throw new RefusedError(`${remote.name} does not build:\n${problem}`);
  const packed = await step('pack', async () => packRelease(remote.dist));
  const commit = options.commit ?? (await remote.commit()) ?? undefined;
  if (!commit) output.note(`  ${'commit'.padEnd(10)} none: not everything in this folder is committed`);
  stopped.sending();
  const info = await step('publish', () => publish(client, packed, commit, remote.versionFile));
  tell(`Published ${info.remote} ${info.version}: ${kB(packed.archive.length)} sent`);
  stopped.asking(info, options);
  const deployed = await step('gate', () => release(client, info, options)).catch((error: unknown) =>
    sayWhatNext(error, info, remote),
  );
  const { verdict, state } = deployed;
  if (verdict) for (const line of verdictLines(verdict)) tell(line);
  if (options.json) output.print(jsonLine(deployed));
  if (state) for (const line of stateLines(state)) tell(line);
  else if (verdict?.passed)
    tell(`Nobody gets it yet. For everybody: ${remote.program} activate ${info.remote} ${info.version}`);
  if (verdict && !verdict.passed)
    sayWhatNext(new RefusedError(`The gate would refuse it: ${failedChecks(verdict)}`), info, remote);
  return 0;
}

/**
 * A team's one command.
 * @returns the exit code
 * @throws UsageError, RefusedError
 */
export async function deployRemote(
  remote: DeployedRemote,
  args: string[],
  parts: DeployParts,
): Promise<number> {
  const options = await withUsage(DEPLOY, () => readOptions(args));
  if (options === 'help') {
    parts.output.print(DEPLOY_USAGE);
    return 0;
  }
  const stopped = onInterrupt(remote, parts);
  return carryOut(remote, options, parts, stopped).finally(stopped.end);
}
