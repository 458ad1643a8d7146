import type { GateCheck, Release, ShellRelease } from '@ezdash/contracts';
import { defineTask } from '../../platform/work';
import { addressesCheck, type Taken } from './gate/addressesCheck';
import { budgetCheck, contractCheck, pluginCheck, sharedCheck } from './gate/staticChecks';
import { stylesCheck } from './gate/stylesCheck';
import { readArchive } from './publish/readArchive';
import { readRelease } from './publish/readRelease';
import { copiesOf } from './publish/withCopies';
import type { ReleaseFiles } from './releases.types';
import { digestOf, RELEASE_FILE } from './store/checkFiles';

export const archiveTask = defineTask(
  'archive',
  async ({ archive, remote }: { archive: Buffer; remote: string }): Promise<ReleaseFiles> => {
    const files = await readArchive(archive);
    const release = await readRelease(remote, files);
    return { release, digest: digestOf(files.get(RELEASE_FILE) ?? Buffer.alloc(0)), files };
  },
);

export const copiesTask = defineTask('copies', copiesOf);

export interface JudgedRelease {
  release: Release;
  shell: ShellRelease;
  taken: Taken;
  sheets: ReadonlyMap<string, Buffer>;
}

/** What can be said of a release from its description and its style sheets alone. */
export const gateTask = defineTask(
  'gate',
  ({ release, shell, taken, sheets }: JudgedRelease): GateCheck[] => [
    contractCheck(release, shell),
    sharedCheck(release, shell),
    pluginCheck(release, shell),
    budgetCheck(release),
    addressesCheck(release, shell, taken),
    stylesCheck(release, sheets),
  ],
);
