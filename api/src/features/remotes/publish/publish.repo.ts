import { release as releaseSchema } from '@ezdash/contracts';
import { type Db, inTransaction } from '../../../platform/db';
import { insertEvent } from '../activation/activation.repo';
import type { ReleaseActor, StoredRelease } from '../releases.types';

/** A published release, and who published it. */
export interface PublishedBy extends StoredRelease {
  /** A token's label, or what kind of actor it was: `start` for what a server found built. */
  publisher: string;
}

export type NewRelease = Omit<StoredRelease, 'id'> & { actor: ReleaseActor; commit: string | null };

/** Where it is written down what was published. */
export interface PublishRepo {
  find(name: string, version: string): Promise<PublishedBy | null>;
  /**
   * Adds a release with its event, and `write` its files, all or nothing: whoever publishes the same version meanwhile
   * waits for the end of it. Null when the version is taken; nothing is written then.
   */
  add(release: NewRelease, write: () => Promise<void>): Promise<PublishedBy | null>;
}

const COLUMNS = ['id', 'name', 'version', 'digest', 'release', 'publisher'] as const;

const read = (row: Omit<PublishedBy, 'release'> & { release: unknown }): PublishedBy => ({
  ...row,
  release: releaseSchema.parse(row.release),
});

/** As the row has it: an admin's account is in the event. */
const publisherOf = (actor: ReleaseActor): string => (actor.kind === 'token' ? actor.label : actor.kind);

export function createPublishRepo(db: Db): PublishRepo {
  return {
    async find(name, version) {
      const row = await db
        .selectFrom('remote_release')
        .select(COLUMNS)
        .where('name', '=', name)
        .where('version', '=', version)
        .executeTakeFirst();
      return row ? read(row) : null;
    },
    add: ({ name, version, digest, release, actor, commit }, write) =>
      inTransaction(db, async (trx) => {
        const row = await trx
          .insertInto('remote_release')
          .values({
            name,
            version,
            digest,
            release: JSON.stringify(release),
            publisher: publisherOf(actor),
            token_id: actor.kind === 'token' ? actor.id : null,
            commit_id: commit,
          })
          .onConflict((conflict) => conflict.columns(['name', 'version']).doNothing())
          .returning(COLUMNS)
          .executeTakeFirst();
        if (!row) return null;
        await write();
        await insertEvent(trx, { name, event: 'published', releaseId: row.id, actor, why: '' });
        return read(row);
      }),
  };
}
