import { Counter, type Registry } from 'prom-client';
import type { Clock } from '../../../platform/clock';
import type { Log } from '../../../platform/log';
import type { ReleaseStore, StoredRelease } from '../releases.types';

interface LostFilesParts {
  /** The release, when some visitor gets it now or falls back to it. */
  offered(name: string, version: string): StoredRelease | null;
  store: Pick<ReleaseStore, 'doubt'>;
  /** Looks anew at what can be given. Never throws. */
  follow(): Promise<void>;
  log: Log;
  clock: Clock;
  metrics: Registry;
}

/** Told of a file that was asked for and could not be given. */
export type LostFiles = (name: string, version: string, file: string) => Promise<void>;

/** A release whose files are asked for all at once, and that is not passed over all the same, is not looked at each time. */
const AGAIN_AFTER_MS = 10_000;

/**
 * Notices releases that are offered and have lost files: what can be given is looked at anew, once, so that the release is
 * passed over, or brought here again from a bucket. Of what nobody is offered, or no release describes, nothing follows.
 */
export function createLostFiles({ offered, store, follow, log, clock, metrics }: LostFilesParts): LostFiles {
  const lost = new Counter({
    name: 'ezdash_remote_files_lost_total',
    help: 'Times that a release which visitors got was found to have lost files on this server, by remote',
    labelNames: ['remote'],
    registers: [metrics],
  });
  /** Release → when it may be looked at again. */
  const looked = new Map<number, number>();

  return async (name, version, file) => {
    const stored = offered(name, version);
    if (!stored || !Object.hasOwn(stored.release.files, file)) return;
    const now = clock.nowMs();
    if ((looked.get(stored.id) ?? 0) > now) return;
    for (const [id, until] of looked) if (until <= now) looked.delete(id);
    looked.set(stored.id, now + AGAIN_AFTER_MS);
    lost.inc({ remote: name });
    log.error(
      { event: 'release.file-lost', remote: name, version, file },
      'A file of a release that visitors get cannot be read',
    );
    store.doubt(name, version);
    await follow();
  };
}
