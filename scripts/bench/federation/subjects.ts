import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { Registry, RegistryEntry, ShellRelease } from '@ezdash/contracts';
import { buildMonolith, type Monolith, remoteNames, rootDir } from '@ezdash/remote-kit/build';
import { SHELL_PATH } from '../../../api/src/features/remotes/offer/registry';
import { makeApp, type RunningApp, readBuilt, releasesOf, startBehindHttp2 } from './server';

/** An application to be measured. */
export interface Subject extends RunningApp {
  name: 'federated' | 'monolith';
}

/** The monolith's registry: the manifests are needed, and its own chunks are preloaded as the federation's are. */
function monolithRegistry(registry: Registry, monolith: Monolith): Registry {
  const preload = (file: string, as: 'script' | 'style') => ({
    href: `${SHELL_PATH}/${file}`,
    as,
    integrity: monolith.files[file]?.integrity ?? '',
  });
  const entries = Object.entries(registry).map(([remote, entry]): [string, RegistryEntry] => {
    const modules = Object.entries(monolith.remotes[remote] ?? {})
      .filter(([module]) => entry.preload[module])
      .map(([module, { scripts, styles }]) => [
        module,
        [...scripts.map((file) => preload(file, 'script')), ...styles.map((file) => preload(file, 'style'))],
      ]);
    return [remote, { ...entry, preload: Object.fromEntries(modules) }];
  });
  return Object.fromEntries(entries);
}

async function makeSubjects(scratch: string): Promise<Subject[]> {
  const built = await readBuilt(scratch);
  const { shell, remotesDir } = built;
  const monolithDir = path.join(scratch, 'monolith');
  const monolith = await buildMonolith({
    shellDir: path.join(rootDir, 'shell'),
    remoteDirs: Object.fromEntries(remoteNames().map((name) => [name, path.join(rootDir, name)])),
    outDir: monolithDir,
  });
  const { scripts, styles, files } = monolith;
  const fonts = Object.keys(files).filter((file) => /-latin-wght-normal\./.test(file));
  const monolithShell: ShellRelease = { ...shell, scripts, styles, files, fonts };
  const getReleases = releasesOf(built);
  let known: { registry: Registry } | undefined;
  const federated = makeApp({ ...built, getReleases });
  const asMonolith = makeApp({
    shell: monolithShell,
    shellDir: monolithDir,
    remotesDir,
    // One object for all visits, as the federation's.
    async getReleases(req) {
      known ??= { registry: monolithRegistry((await getReleases(req)).shown.registry, monolith) };
      return { shown: known, whole: known };
    },
  });
  return [
    { name: 'federated', ...(await startBehindHttp2(federated)) },
    { name: 'monolith', ...(await startBehindHttp2(asMonolith)) },
  ];
}

/**
 * Starts the federated application as it was built, and a monolith of the same code that is built here.
 * @returns both, and what removes the temporary files
 */
export async function startSubjects(): Promise<{ subjects: Subject[]; close: () => Promise<void> }> {
  const scratch = await mkdtemp(path.join(os.tmpdir(), 'ezdash-bench-'));
  const tidy = () => rm(scratch, { recursive: true, force: true });
  try {
    const subjects = await makeSubjects(scratch);
    return {
      subjects,
      async close() {
        for (const subject of subjects) subject.close();
        await tidy();
      },
    };
  } catch (error) {
    await tidy();
    throw error;
  }
}
