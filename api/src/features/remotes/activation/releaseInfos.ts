import type { ReleaseInfo } from '@ezdash/contracts';
import type { Db } from '../../../platform/db';
import type { Gate, Trouble } from '../releases.types';
import * as repo from './views.repo';

interface ReleaseInfoParts {
  db: Db;
  gate: Pick<Gate, 'latest'>;
  trouble: Pick<Trouble, 'of'>;
}

/** Of a release that no browser has said anything of. */
export const NO_TROUBLE: ReleaseInfo['trouble'] = { failures: 0, page_loads: 0 };

/** Releases as their team and operators see them: what was published, what the gate says, and what trouble there is. */
export interface ReleaseInfos {
  /** Published before a row, or the newest ones; newest first. */
  list(name: string, range: { before: number | null; limit: number }): Promise<ReleaseInfo[]>;
  /** @throws when it was never published */
  one(name: string, version: string): Promise<ReleaseInfo>;
}

export function createReleaseInfos({ db, gate, trouble }: ReleaseInfoParts): ReleaseInfos {
  async function describe(remote: string, rows: repo.ReleaseRow[]): Promise<ReleaseInfo[]> {
    const ids = rows.map(({ id }) => id);
    const [verdicts, troubles] = [await gate.latest(ids), await trouble.of(ids)];
    return rows.map(({ id, published_at, commit_id, ...row }) => ({
      remote,
      ...row,
      published_at: published_at.toISOString(),
      commit: commit_id,
      verdict: verdicts.get(id) ?? null,
      trouble: troubles.get(id) ?? NO_TROUBLE,
    }));
  }

  return {
    list: async (name, range) => describe(name, await repo.readReleases(db, name, range)),
    async one(name, version) {
      const [found] = await describe(name, await repo.readRelease(db, name, version));
      if (!found) throw new Error(`${name} ${version} was never published`);
      return found;
    },
  };
}
