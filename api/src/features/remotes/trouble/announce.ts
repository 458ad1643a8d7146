import { sql } from 'kysely';
import type { Clock } from '../../../platform/clock';
import { type Db, inTransaction, type Trx } from '../../../platform/db';
import type { AlertsService, StoppedRelease } from '../../alerts';
import type { DebugToolFeature } from '../../debug-tool';
import type { Publisher } from '../../realtime';

export interface AnnounceParts {
  db: Db;
  clock: Clock;
  alerts: Pick<AlertsService, 'releaseStopped'>;
  audit: DebugToolFeature['service']['audit'];
  publisher: Pick<Publisher, 'toOperators'>;
}

/** Whatever could not be told for so long is in the history of the remote alone. */
const TOLD_FOR_MS = 24 * 60 * 60_000;

type Untold = Omit<StoppedRelease, 'what'> & { event: 'rolled_back' | 'canary_ended' | 'plan_refused' };

const WHAT = {
  rolled_back: 'withdrawn',
  canary_ended: 'canary_ended',
  plan_refused: 'plan_refused',
} as const;

/**
 * What happened by itself and nobody was told of. Of a rollback the row names what visitors have again: what they had is
 * what the pointer was at before.
 */
async function findUntold(db: Db, since: Date): Promise<Untold[]> {
  const { rows } = await sql<Untold>`
    SELECT e.id AS "eventId", e.name AS remote, e.event, e.why, e.happened_at AS "happenedAt",
      CASE e.event WHEN 'rolled_back' THEN was.version ELSE r.version END AS version,
      CASE e.event WHEN 'rolled_back' THEN r.version ELSE was.version END AS now
    FROM remote_event e
    JOIN remote_release r ON r.id = e.release_id
    LEFT JOIN LATERAL (
      SELECT before.version FROM remote_event p JOIN remote_release before ON before.id = p.release_id
      WHERE p.name = e.name AND p.id < e.id AND p.event IN ('started', 'activated', 'rolled_back')
      ORDER BY p.id DESC LIMIT 1
    ) was ON true
    WHERE e.happened_at > ${since}
      AND (e.event = 'plan_refused' OR (e.event IN ('rolled_back', 'canary_ended') AND e.actor = 'network'))
      AND NOT EXISTS (SELECT FROM remote_event_told t WHERE t.event_id = e.id)
    ORDER BY e.id`.execute(db);
  return rows;
}

/** → whether nobody else tells it. Whoever tries at the same time waits for the end of this transaction. */
async function claim(trx: Trx, eventId: number, at: Date): Promise<boolean> {
  const row = await trx
    .insertInto('remote_event_told')
    .values({ event_id: eventId, told_at: at })
    .onConflict((conflict) => conflict.doNothing())
    .returning('event_id')
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Tells admins what the network did with releases by itself: a row of the audit, a notice each, and open consoles. Every
 * event once; a process that dies in between leaves the rest to the next round.
 */
export async function announce({ db, clock, alerts, audit, publisher }: AnnounceParts): Promise<void> {
  const untold = await findUntold(db, new Date(clock.nowMs() - TOLD_FOR_MS));
  for (const { event, ...stopped } of untold) {
    const what = WHAT[event];
    await inTransaction(db, async (trx) => {
      if (!(await claim(trx, stopped.eventId, clock.now()))) return;
      await alerts.releaseStopped(trx, { ...stopped, what });
      await publisher.toOperators(trx, 'network.changed', {});
      const { remote, version, now, why, eventId } = stopped;
      // Its own connection, and last: when it fails all of this is done again.
      await audit(
        {
          adminId: null,
          debugSessionId: null,
          method: 'NETWORK',
          path: `/api/operator/releases/${remote}`,
          status: 200,
          detail: { what, remote, version, now, why, event: eventId },
        },
        '',
      );
    });
  }
}
