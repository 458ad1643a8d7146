import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { type Release, release as releaseSchema, releaseTokenMade } from '@ezdash/contracts';
import { zipSync } from 'fflate';
import { freePort, root, startApp } from '../../../e2e/support/app';
import { copyBuild, makeNextRelease } from '../../../e2e/support/buildCopy';

const REMOTE = 'mf-advertiser';
const CALL_TIMEOUT_MS = 60_000;
const run = promisify(execFile);

/** A network of the bench's own with two releases of one remote, and what moves the pointer between them. */
export interface House {
  url: string;
  remote: string;
  /** Both went through the gate; the first is the one that the server started with. */
  versions: readonly [string, string];
  /** Ends when the server has answered. @throws when it refuses */
  activate(version: string): Promise<void>;
  close(): Promise<void>;
}

/** What a team sends: the description, and every file that it describes. */
function pack(dist: string): Uint8Array<ArrayBuffer> {
  const text = readFileSync(path.join(dist, 'release.json'));
  const { files }: Release = releaseSchema.parse(JSON.parse(text.toString('utf8')));
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

/** @param chromium what the gate tries releases in */
export async function openHouse(chromium: string): Promise<House> {
  const folder = mkdtempSync(path.join(tmpdir(), 'ezdash-swap-'));
  copyBuild(folder);
  const dataDir = path.join(folder, 'data');
  const app = await startApp(
    {
      DATA_DIR: dataDir,
      PORT: String(await freePort()),
      DEMO_PORT: String(await freePort(24_000)),
      DEMO_DAYS: '1',
      GATE_BROWSER: chromium,
    },
    folder,
  );
  const close = async () => {
    await app.stop();
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    const token = await makeToken(dataDir);
    const call = async (at: string, type: string, body: Uint8Array<ArrayBuffer> | string) => {
      const answer = await fetch(`${app.url}/api/releases/${REMOTE}${at}`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${token}`, 'Content-Type': type },
        body,
        signal: AbortSignal.timeout(CALL_TIMEOUT_MS),
      });
      if (!answer.ok) throw new Error(`${at || 'publish'} answered ${answer.status}: ${await answer.text()}`);
    };
    const activate = (version: string) =>
      call('/activate', 'application/json', JSON.stringify({ version, why: 'bench' }));
    const dist = path.join(folder, REMOTE, 'dist');
    const first = releaseSchema.parse(JSON.parse(readFileSync(path.join(dist, 'release.json'), 'utf8')));
    const second = '99.0.0';
    makeNextRelease(folder, REMOTE, second);
    await call('', 'application/zip', pack(dist));
    const versions = [first.version, second] as const;
    // Each once, so that the trial in the gate's browser is behind both.
    for (const version of [versions[1], versions[0]]) await activate(version);
    return { url: app.url, remote: REMOTE, versions, activate, close };
  } catch (error) {
    await close();
    throw error;
  }
}
