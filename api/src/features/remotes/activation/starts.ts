import type { Trx } from '../../../platform/db';
import type { Log } from '../../../platform/log';
import type { StoredRelease } from '../releases.types';
import { insertEvent, lastFound, wasSent, wasStarted } from './activation.repo';
import type { Changes } from './changes';
import type { Held, Pointers } from './pointers';

interface StartsParts {
  pointers: Pick<Pointers, 'change' | 'refresh'>;
  changes: Pick<Changes, 'takenNow'>;
  log: Log;
}

const NOT_ACTIVE = 'Built into the server, not active: activate it';

/** What servers find built when they start. */
export function createStarts({ pointers, changes, log }: StartsParts) {
  /** Why people are to decide about a build; null: it follows what a start made active, or nothing at all. */
  async function reasonAgainst(stored: StoredRelease, held: Held, trx: Trx): Promise<string | null> {
    const taken = await changes.takenNow(stored, held, trx);
    if (taken.length > 0) return taken.join('; ');
    const top = held.pointer.stack.at(-1);
    if (top === undefined) return null;
    const { active } = await held.offer();
    // It has gone from the store, or this shell cannot run it: visitors do not get what people chose as it is.
    if (active?.id !== top || (await wasStarted(trx, top))) return null;
    return `${active.version} was activated by people`;
  }

  /**
   * A build that a server found when it started: it becomes active where a start decided before, and not where people did.
   * What was found already, and what somebody has sent, is left as it is: a server that starts again must not bring back
   * what was taken back.
   */
  return async (stored: StoredRelease): Promise<void> => {
    const { id: releaseId, name, version } = stored;
    const found = await pointers.change(name, async (trx, held) => {
      const top = held.pointer.stack.at(-1);
      if (top === releaseId || (await lastFound(trx, name)) === releaseId) return null;
      if (top !== undefined && (await wasSent(trx, releaseId))) return null;
      const why = await reasonAgainst(stored, held, trx);
      const event = why === null ? 'started' : 'built';
      const row = { name, event, releaseId, actor: { kind: 'start' }, why: why ?? '' } as const;
      return { why, revision: await insertEvent(trx, row) };
    });
    if (!found) return;
    const { why, revision } = found;
    if (why !== null) log.warn({ event: 'release.built', remote: name, version, why }, NOT_ACTIVE);
    else {
      const line = { event: 'release.changed', remote: name, revision, by: 'start' };
      log.info(line, 'What visitors get of a remote has changed');
      await pointers.refresh(revision);
    }
  };
}
