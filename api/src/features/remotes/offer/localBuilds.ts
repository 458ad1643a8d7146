import { type Release, release as releaseSchema, releaseVersion } from '@ezdash/contracts';
import type { Clock } from '../../../platform/clock';
import type { Db } from '../../../platform/db';

/** A build that lies on the browser's own machine. */
export interface LocalBuild {
  /** `http://localhost:8090`: its files are at `<origin>/remotes/<name>/<version>/<file>`. */
  origin: string;
  release: Release;
}

/** What environments that are not production were told of builds on other machines. Rows never change. */
export interface LocalBuilds {
  add(build: LocalBuild, endsAt: Date): Promise<number>;
  /** Null when there is none of this remote, or when it is over. */
  find(id: number, remote: string): Promise<LocalBuild | null>;
}

const ORIGIN = /^http:\/\/(?:localhost|127\.0\.0\.1):(\d{1,5})$/;
const FILE = /^[A-Za-z0-9_][A-Za-z0-9._+-]*$/;
const MOST_PORT = 65_535;

/** Whether an address is a place on the machine that the browser itself runs on, and nothing but that. */
export function isLoopbackOrigin(origin: string): boolean {
  const [, port] = ORIGIN.exec(origin) ?? [];
  return port !== undefined && Number(port) > 0 && Number(port) <= MOST_PORT;
}

/**
 * Reads the `release.json` that somebody sends of a build of theirs. Its names become addresses in pages, and its bytes
 * are known by their hashes alone.
 * @returns the release, or what is wrong with it, for people
 */
export function readLocalRelease(sent: unknown, remote: string): { release: Release } | { problem: string } {
  const parsed = releaseSchema.safeParse(sent);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    return { problem: `release.json: ${issue?.path.join('.')}: ${issue?.message}` };
  }
  const release = parsed.data;
  if (release.name !== remote || release.manifest.name !== remote)
    return { problem: `It is ${release.name}` };
  if (!releaseVersion.safeParse(release.version).success) return { problem: 'Its version is none' };
  const named = [
    release.entry,
    ...Object.values(release.modules).flatMap(({ scripts, styles }) => [...scripts, ...styles]),
  ];
  const missing = named.find((file) => release.files[file] === undefined);
  if (missing !== undefined) return { problem: `It does not describe ${missing.slice(0, 80)}` };
  const odd = Object.keys(release.files).find((file) => !FILE.test(file));
  return odd === undefined ? { release } : { problem: `A file cannot be called ${odd.slice(0, 80)}` };
}

export function createLocalBuilds(db: Db, clock: Clock): LocalBuilds {
  return {
    async add({ origin, release }, endsAt) {
      const madeAt = clock.now();
      await db.deleteFrom('remote_local_build').where('ends_at', '<', madeAt).execute();
      const { id } = await db
        .insertInto('remote_local_build')
        .values({
          remote: release.name,
          origin,
          release: JSON.stringify(release),
          made_at: madeAt,
          ends_at: endsAt,
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      return id;
    },
    async find(id, remote) {
      const row = await db
        .selectFrom('remote_local_build')
        .select(['origin', 'release'])
        .where('id', '=', id)
        .where('remote', '=', remote)
        .where('ends_at', '>', clock.now())
        .executeTakeFirst();
      return row ? { origin: row.origin, release: releaseSchema.parse(row.release) } : null;
    },
  };
}
