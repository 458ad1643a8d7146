import type { Db } from '../../../platform/db';
import { teamsOf } from '../offer/team.repo';

/** What releases have of a person, as their archive has it. */
export interface ReleaseData {
  /** Remotes whose team they are on. */
  teams: { remote: string; added_at: string }[];
  /** Releases that their account or browser was given instead of what others got. */
  pins: { remote: string; version: string; event: string; until: string | null; happened_at: string }[];
  /** What they did with releases as an operator. */
  changes: { remote: string; version: string; event: string; why: string; happened_at: string }[];
}

export async function exportOf(on: Db, userId: number): Promise<ReleaseData> {
  const events = on
    .selectFrom('remote_event as e')
    .innerJoin('remote_release as r', 'r.id', 'e.release_id')
    .select(['e.name as remote', 'r.version', 'e.event', 'e.why', 'e.pin_until', 'e.happened_at'])
    .orderBy('e.id');
  const pins = await events.where('e.pin_user', '=', userId).execute();
  const changes = await events.where('e.actor_admin', '=', userId).execute();
  return {
    teams: await teamsOf(on, userId),
    pins: pins.map(({ why: _, pin_until, happened_at, ...row }) => ({
      ...row,
      until: pin_until?.toISOString() ?? null,
      happened_at: happened_at.toISOString(),
    })),
    changes: changes.map(({ pin_until: _, happened_at, ...row }) => ({
      ...row,
      happened_at: happened_at.toISOString(),
    })),
  };
}
