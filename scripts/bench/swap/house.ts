import { execFile } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { type Release as BuiltRelease, release as releaseSchema, releaseTokenMade } from '@ezdash/contracts';
import { zipSync } from 'fflate';
import { startTestBucket } from '../../../api/src/features/remotes/store/testBucket';
import { startEmbeddedPostgres } from '../../../api/src/platform/embeddedPostgres';
import { databaseUrl } from '../../../api/src/testing/databaseUrl';
import { freePort, root, startApp } from '../../../e2e/support/app';
import { copyBuild } from '../../../e2e/support/buildCopy';
import { buildChangedDashboard, CHANGED_DASHBOARD } from '../../../e2e/support/nextRelease';

const REMOTE = CHANGED_DASHBOARD.remote;
/** The dashboard's heading as the first release has it. */
const FIRST_HEADING = 'Today so far';
const NEXT_VERSION = '99.0.0';
const CALL_TIMEOUT_MS = 60_000;
const run = promisify(execFile);

/** How a release is known in a page. */
export interface Release {
  version: string;
  /** What it alone says. */
  heading: string;
  /** What its code alone renders, and how its styles show it; null: neither is there. */
  mark: { selector: string; color: string } | null;
  /** Scripts and styles over the line, bytes. */
  codeBytes: number;
}

/** A network of the bench's own with two releases of one remote, and what moves the pointer between them. */
export interface House {
  url: string;
  remote: string;
  /** Both went through the gate; the first is the one that the server started with. */
  releases: readonly [Release, Release];
  /** Each with a new revision. Ends when the server has answered. @throws when it refuses */
  activate(version: string): Promise<void>;
  canary(version: string, percent: number): Promise<void>;
  stopCanary(): Promise<void>;
  /** Starts a second server of the network, a process of its own, and answers its address. */
  startSecond(): Promise<string>;
  close(): Promise<void>;
}

const readBuild = (dist: string): BuiltRelease =>
  releaseSchema.parse(JSON.parse(readFileSync(path.join(dist, 'release.json'), 'utf8')));

/** Scripts and styles as they go over the line. */
const codeBytesOf = ({ files }: BuiltRelease): number =>
  Object.entries(files)
    .filter(([name]) => /\.(js|css)$/.test(name))
    .reduce((sum, [, { byteCount, brotliByteCount = byteCount }]) => sum + brotliByteCount, 0);

/** What a team sends: the description, and every file that it describes. */
function pack(dist: string): Uint8Array<ArrayBuffer> {
  const text = readFileSync(path.join(dist, 'release.json'));
  const { files } = readBuild(dist);
  const entries = Object.keys(files).map((file) => [file, readFileSync(path.join(dist, file))] as const);
  return Uint8Array.from(zipSync({ 'release.json': text, ...Object.fromEntries(entries) }));
}

/** An operators' token, made on the server's own command line. */
async function makeToken(dataDir: string): Promise<string> {
  const command = path.join(root, 'api/src/cli/releaseTokens.ts');
  const args = ['--import', 'tsx', command, 'create', '--ops', '--label', 'bench', '--json'];
  const { stdout } = await run(process.execPath, args, {
    cwd: root,
    env: { ...process.env, DATA_DIR: dataDir },
  });
  return releaseTokenMade.parse(JSON.parse(stdout)).secret;
}

/** Environment of a server with a folder of its own, and its ports. */
async function nodeEnv(dataDir: string, more: NodeJS.ProcessEnv) {
  const [port, demoPort] = [await freePort(), await freePort(24_000)];
  return { ...more, DATA_DIR: dataDir, PORT: String(port), DEMO_PORT: String(demoPort), DEMO_DAYS: '1' };
}

/** Calls of releases, as operators make them. */
function createCalls(url: string, token: string) {
  const send = async (at: string, type: string, body: Uint8Array<ArrayBuffer> | string) => {
    const answer = await fetch(`${url}/api/releases/${REMOTE}${at}`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': type },
      body,
      signal: AbortSignal.timeout(CALL_TIMEOUT_MS),
    });
    if (!answer.ok) throw new Error(`${at || 'publish'} answered ${answer.status}: ${await answer.text()}`);
  };
  const change = (at: string, what: object) =>
    send(at, 'application/json', JSON.stringify({ ...what, why: 'bench' }));
  return {
    publish: (dist: string) => send('', 'application/zip', pack(dist)),
    activate: (version: string) => change('/activate', { version }),
    canary: (version: string, percent: number) => change('/canary', { version, percent }),
    stopCanary: () => change('/canary/stop', {}),
  };
}

/** @param chromium what the gate tries releases in */
export async function openHouse(chromium: string): Promise<House> {
  const folder = mkdtempSync(path.join(tmpdir(), 'ezdash-swap-'));
  copyBuild(folder);
  const closing: (() => unknown)[] = [() => rmSync(folder, { recursive: true, force: true })];
  const close = async () => {
    for (const end of closing.splice(0).reverse()) await end();
  };
  try {
    const bucket = await startTestBucket(path.join(folder, 's3'));
    closing.push(bucket.stop);
    const { bucket: name, prefix, endpoint, region } = bucket.place;
    const store = {
      RELEASE_STORE: `s3://${name}/${prefix}`,
      RELEASE_STORE_ENDPOINT: endpoint,
      AWS_REGION: region,
      GATE_BROWSER: chromium,
    };
    const dataDir = path.join(folder, 'data');
    const app = await startApp(await nodeEnv(dataDir, { ...store, NODE_NAME: 'n1' }), folder);
    closing.push(() => app.stop());
    const calls = createCalls(app.url, await makeToken(dataDir));
    const dist = path.join(folder, REMOTE, 'dist');
    const nextDist = path.join(folder, 'next');
    const first = readBuild(dist);
    await buildChangedDashboard(nextDist, NEXT_VERSION);
    await calls.publish(nextDist);
    // Each once, so that the trial in the gate's browser is behind both.
    for (const version of [NEXT_VERSION, first.version]) await calls.activate(version);
    const { heading, element: selector, color } = CHANGED_DASHBOARD;
    return {
      ...{ url: app.url, remote: REMOTE, ...calls, close },
      releases: [
        { version: first.version, heading: FIRST_HEADING, mark: null, codeBytes: codeBytesOf(first) },
        {
          ...{ version: NEXT_VERSION, heading, mark: { selector, color } },
          codeBytes: codeBytesOf(readBuild(path.join(dataDir, 'remotes', REMOTE, NEXT_VERSION))),
        },
      ],
      async startSecond() {
        // The first one's database, which runs: it is adopted, and left with it.
        const { connection, stop } = await startEmbeddedPostgres({ dataDir });
        closing.push(stop);
        const own = path.join(folder, 'data2');
        mkdirSync(own);
        copyFileSync(path.join(dataDir, 'secrets.json'), path.join(own, 'secrets.json'));
        const env = { ...store, NODE_NAME: 'n2', DATABASE_URL: databaseUrl(connection), DEMO: '0' };
        const second = await startApp(await nodeEnv(own, env), folder);
        closing.push(() => second.stop());
        return second.url;
      },
    };
  } catch (error) {
    await close();
    throw error;
  }
}
