import type { Release } from '@ezdash/contracts';
import type { LocalBuilds } from './localBuilds';
import { localBuildId } from './override';
import type { ActiveRelease } from './registry';
import type { ReleaseList } from './releaseList';

export interface FindOverriddenParts {
  list: Pick<ReleaseList, 'find'>;
  builds: Pick<LocalBuilds, 'find'>;
  /** Builds on the browser's own machine are for environments that are not production. */
  production: boolean;
}

/** Release in the place of others by a signed link, and where it lies. */
export type FindOverridden = (
  remote: string,
  version: string,
) => Promise<{ release: Release; override: NonNullable<ActiveRelease['override']> } | null>;

/** What `readOverride` names: a release of the list that fits, or a build on the browser's own machine. Null when it has gone since. */
export function createFindOverridden({ list, builds, production }: FindOverriddenParts): FindOverridden {
  return async (remote, version) => {
    const id = localBuildId(version);
    if (id === null) {
      const found = await list.find(remote, version);
      return found && found.problems.length === 0 ? { release: found.release, override: {} } : null;
    }
    const build = production ? null : await builds.find(id, remote);
    return build && { release: build.release, override: { origin: build.origin } };
  };
}
