import { type GateVerdict, gateCheck } from '@ezdash/contracts';
import { z } from 'zod';
import type { Db } from '../../../platform/db';

/** What the gate said, append-only. */
export interface VerdictRepo {
  add(releaseId: number, verdict: GateVerdict): Promise<void>;
  /** The newest of each release with this build of the shell; a release without one is left out. */
  latest(releaseIds: number[], shellBuild: string): Promise<ReadonlyMap<number, GateVerdict>>;
}

const checks = z.array(gateCheck);

/** The real one, over PostgreSQL. */
export function createVerdictRepo(db: Db): VerdictRepo {
  return {
    async add(releaseId, verdict) {
      await db
        .insertInto('remote_verdict')
        .values({
          release_id: releaseId,
          shell_build: verdict.shell_build,
          passed: verdict.passed,
          checks: JSON.stringify(verdict.checks),
          checked_at: verdict.checked_at,
        })
        .execute();
    },
    async latest(releaseIds, shellBuild) {
      if (releaseIds.length === 0) return new Map();
      const rows = await db
        .selectFrom('remote_verdict')
        .distinctOn('release_id')
        .select(['release_id', 'shell_build', 'passed', 'checks', 'checked_at'])
        .where('release_id', 'in', releaseIds)
        .where('shell_build', '=', shellBuild)
        .orderBy('release_id')
        .orderBy('id', 'desc')
        .execute();
      return new Map(
        rows.map((row) => [
          row.release_id,
          {
            passed: row.passed,
            checks: checks.parse(row.checks),
            shell_build: row.shell_build,
            checked_at: row.checked_at.toISOString(),
          },
        ]),
      );
    },
  };
}

/** The same in memory, for tests that need no database. */
export function createMemoryVerdictRepo(): VerdictRepo {
  const kept: { releaseId: number; verdict: GateVerdict }[] = [];
  return {
    async add(releaseId, verdict) {
      kept.push({ releaseId, verdict });
    },
    async latest(releaseIds, shellBuild) {
      const own = kept.filter(
        ({ releaseId, verdict }) => releaseIds.includes(releaseId) && verdict.shell_build === shellBuild,
      );
      return new Map(own.map(({ releaseId, verdict }) => [releaseId, verdict]));
    },
  };
}
