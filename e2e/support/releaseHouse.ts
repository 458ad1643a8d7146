import { createHash, randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { type Registry, registry } from '@ezdash/contracts';
import { createClient } from '../../api/src/platform/db/connection';
import { startEmbeddedPostgres } from '../../api/src/platform/embeddedPostgres';
import type { Network } from './test';

/** What an answer of the calls about releases says; the fields of an error and of a change. */
export interface ReleaseAnswer {
  status: number;
  body: Record<string, unknown>;
}

/** A network's releases, as operators handle them, and as nobody could: past the gate. */
export interface ReleaseHouse {
  /** An operators' token, for an hour. */
  token: string;
  /** Folder of a release in the store of this network's server. */
  folderOf: (remote: string, version: string) => string;
  /** A release whose files lie in its folder is one of the list; nobody looked at it. */
  enter: (remote: string, version: string) => Promise<number>;
  /** Makes it what visitors get, without asking the gate. Answers the revision. */
  force: (remote: string, releaseId: number) => Promise<number>;
  /** Gives visitors back what they had. */
  giveBack: (remote: string, releaseId: number) => Promise<number>;
  releaseId: (remote: string, version: string) => Promise<number>;
  /** `POST /api/releases/…` with an operators' token. */
  call: (address: string, body: unknown) => Promise<ReleaseAnswer>;
  /** What visitors get, seen from a revision on. */
  registry: (revision?: number) => Promise<Registry>;
  close: () => Promise<void>;
}

const sha256 = (text: string | Buffer) => createHash('sha256').update(text).digest('hex');

export async function openReleaseHouse({ url, dataDir }: Network): Promise<ReleaseHouse> {
  // The network's own database, which runs: it is adopted and left again.
  const { connection, stop } = await startEmbeddedPostgres({ dataDir });
  const client = createClient(connection);
  await client.connect();
  const secret = `rel_${randomBytes(32).toString('base64url')}`;
  await client.query(
    `INSERT INTO remote_token (remote, label, token_sha256, created_at, expires_at)
     VALUES (NULL, 'the tests', $1, now(), now() + interval '1 hour')`,
    [sha256(secret)],
  );
  const folderOf = (remote: string, version: string) => path.join(dataDir, 'remotes', remote, version);
  const one = async (sql: string, values: unknown[]): Promise<number> => {
    const { rows } = await client.query<{ id: number }>(sql, values);
    const [row] = rows;
    if (!row) throw new Error(`Nothing came of ${sql}`);
    return row.id;
  };
  const move = (event: string) => (remote: string, releaseId: number) =>
    one(
      `INSERT INTO remote_event (name, event, release_id, actor, why)
       VALUES ($1, $2, $3, 'command', 'past the gate') RETURNING id`,
      [remote, event, releaseId],
    );
  return {
    token: secret,
    folderOf,
    enter(remote, version) {
      const text = readFileSync(path.join(folderOf(remote, version), 'release.json'), 'utf8');
      return one(
        'INSERT INTO remote_release (name, version, digest, release) VALUES ($1, $2, $3, $4) RETURNING id',
        [remote, version, sha256(text), text],
      );
    },
    force: move('activated'),
    giveBack: move('rolled_back'),
    releaseId: (remote, version) =>
      one('SELECT id FROM remote_release WHERE name = $1 AND version = $2', [remote, version]),
    async call(address, body) {
      const answer = await fetch(`${url}/api/releases/${address}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
      return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
    },
    async registry(revision) {
      const answer = await fetch(
        `${url}/remotes/registry.json${revision === undefined ? '' : `?revision=${revision}`}`,
      );
      return registry.parse(await answer.json());
    },
    async close() {
      await client.end();
      await stop();
    },
  };
}
