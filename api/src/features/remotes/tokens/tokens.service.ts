import type { ReleaseToken, ReleaseTokenMade, ReleaseTokens, releaseTokenInput } from '@ezdash/contracts';
import type { z } from 'zod';
import type { Clock } from '../../../platform/clock';
import type { Db } from '../../../platform/db';
import { NotFoundError } from '../../../platform/errors';
import type { Log } from '../../../platform/log';
import type { ReleaseActor } from '../releases.types';
import { hashSecret, isSecret, makeSecret } from './tokenSecret';
import * as repo from './tokens.repo';

/** What a token lets in as. */
export type TokenActor = Extract<ReleaseActor, { kind: 'token' }>;

export interface TokensService {
  list(): Promise<ReleaseTokens>;
  /** The secret is in this answer and nowhere else. */
  make(input: z.output<typeof releaseTokenInput>, by: ReleaseActor): Promise<ReleaseTokenMade>;
  /** From the next call on it opens nothing. @throws 404 when there is none, or it was revoked before */
  revoke(id: number, by: ReleaseActor): Promise<ReleaseToken>;
  /** Whom a secret lets in; null for what is unknown, expired or revoked. Keeps the time of the last use, to the minute. */
  authenticate(secret: string): Promise<TokenActor | null>;
}

export interface TokensDeps {
  db: Db;
  clock: Clock;
  log: Log;
}

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;

const present = (row: repo.TokenRow): ReleaseToken => ({
  id: row.id,
  remote: row.remote,
  label: row.label,
  created_at: row.created_at.toISOString(),
  expires_at: row.expires_at.toISOString(),
  last_used_at: row.last_used_at?.toISOString() ?? null,
  revoked_at: row.revoked_at?.toISOString() ?? null,
});

/** For the log, which hides what is called a token. */
const about = ({ id, remote, label }: ReleaseToken, by: ReleaseActor) => ({
  credentialId: id,
  remote,
  label,
  by: by.kind,
  ...(by.kind === 'admin' && { userId: by.userId }),
  ...(by.kind === 'token' && { byCredentialId: by.id }),
});

/** Tokens of teams, each good for one remote, and of operators. */
export function createTokensService({ db, clock, log }: TokensDeps): TokensService {
  return {
    async list() {
      return { tokens: (await repo.listTokens(db, clock.now())).map(present) };
    },

    async make({ remote, label, days }, by) {
      const secret = makeSecret();
      const now = clock.now();
      const row = await repo.insertToken(db, {
        remote,
        label,
        token_sha256: hashSecret(secret),
        made_by: by.kind === 'admin' ? by.userId : null,
        created_at: now,
        expires_at: new Date(now.getTime() + days * DAY_MS),
      });
      const token = present(row);
      log.info({ event: 'auth.release-token.created', ...about(token, by) }, 'A release token was made');
      return { token, secret };
    },

    async revoke(id, by) {
      const row = await repo.revokeToken(db, id, clock.now());
      if (!row) throw new NotFoundError('No such token', 'NO_SUCH_TOKEN');
      const token = present(row);
      log.info({ event: 'auth.release-token.revoked', ...about(token, by) }, 'A release token was revoked');
      return token;
    },

    async authenticate(secret) {
      if (!isSecret(secret)) return null;
      const now = clock.now();
      const row = await repo.findLive(db, hashSecret(secret), now);
      if (!row) return null;
      const before = new Date(now.getTime() - MINUTE_MS);
      // Most calls come within the minute: they cost no write.
      if (row.last_used_at === null || row.last_used_at <= before)
        await repo.touchToken(db, row.id, now, before);
      return { kind: 'token', id: row.id, label: row.label, remote: row.remote };
    },
  };
}
