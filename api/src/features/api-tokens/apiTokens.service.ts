import {
  API_SCOPES,
  API_TOKENS,
  type ApiScope,
  type ApiToken,
  type ApiTokenInput,
  type ApiTokenList,
  type CreatedApiToken,
  publicId,
} from '@ezdash/contracts';
import { type Actor, createLimiter } from '../../platform/auth';
import type { Clock } from '../../platform/clock';
import { type Db, inTransaction, lockOwner, type Trx } from '../../platform/db';
import { ConflictError, NotFoundError, ValidationError } from '../../platform/errors';
import { publicRowId } from '../figures';
import { type Mail, securityNotice } from '../mail';
import { deviceName } from '../proofs';
import { openScopes } from './apiFeatures';
import * as repo from './apiTokens.repo';
import { hashSecret, hintOf, isSecret, makeSecret } from './tokenSecret';

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;
const HOUR_SECONDS = 3_600;
const CREATIONS_PER_HOUR = 30;

/** A token that opens something right now. */
export interface LiveApiToken {
  id: number;
  ownerId: number;
  addresses: readonly string[];
  /** As its owner sees it. */
  view: ApiToken;
}

/** A token whose end is near. */
export interface EndingToken {
  id: number;
  ownerId: number;
  name: string;
  expiresAt: Date;
}

export interface ApiTokenServiceDeps {
  db: Db;
  clock: Clock;
  mail: Pick<Mail, 'send'>;
}

export interface ApiTokenService {
  list(ownerId: number): Promise<ApiTokenList>;
  /**
   * Refuses (422) scopes that the account type does not open, and (409) more tokens than an account may have. The owner
   * is told by mail.
   */
  create(actor: Actor, input: ApiTokenInput): Promise<CreatedApiToken>;
  /** From the next call on it opens nothing; another owner's does not exist (404). */
  revoke(ownerId: number, id: string): Promise<void>;
  /** For accounts that are taken back from a stranger, in the transaction that does it. Answers how many there were. */
  revokeAll(on: Db, ownerId: number): Promise<number>;
  /** How many open something right now. */
  countLive(on: Db, ownerId: number): Promise<number>;
  /** The token that a call shows; null for what is unknown, expired or revoked. */
  find(secret: string): Promise<LiveApiToken | null>;
  /** Tokens whose owners are to be told of their end, each answered only once; the transaction carries the note of it. */
  takeEnding(trx: Trx, now: Date): Promise<EndingToken[]>;
  /** Keeps the time of the last use, to the minute. */
  noteUse(token: LiveApiToken): Promise<void>;
}

function present(row: repo.ApiTokenRow, now: Date): ApiToken {
  return {
    id: publicId('apiToken', row.id),
    name: row.name,
    hint: row.hint,
    scopes: API_SCOPES.filter((scope) => row.scopes.includes(scope)),
    addresses: row.addresses,
    created_at: row.created_at.toISOString(),
    expires_at: row.expires_at.toISOString(),
    expired: row.expires_at <= now,
    last_used_at: row.last_used_at?.toISOString() ?? null,
  };
}

function refuseClosed(wanted: readonly ApiScope[], open: ReadonlySet<ApiScope>): void {
  if (wanted.every((scope) => open.has(scope))) return;
  throw new ValidationError({ scopes: ['Your account type does not open this over the API'] });
}

export function createApiTokenService({ db, clock, mail }: ApiTokenServiceDeps): ApiTokenService {
  const creations = createLimiter({
    name: 'api-token-create',
    points: CREATIONS_PER_HOUR,
    durationSeconds: HOUR_SECONDS,
  });

  return {
    async list(ownerId) {
      const now = clock.now();
      const rows = await repo.findTokens(db, ownerId, now);
      return { tokens: rows.map((row) => present(row, now)) };
    },

    async create({ user: owner, visitor }, { name, scopes, expires_in_days, addresses }) {
      await creations.consume(String(owner.id));
      refuseClosed(scopes, await openScopes(db, owner.accountTypeId));
      const now = clock.now();
      const secret = makeSecret();
      const row = await inTransaction(db, async (trx) => {
        await lockOwner(trx, owner.id);
        if ((await repo.countLive(trx, owner.id, now)) >= API_TOKENS.most)
          throw new ConflictError(
            `You have ${API_TOKENS.most} tokens already. Revoke one first`,
            'TOO_MANY_TOKENS',
          );
        const made = await repo.insertToken(trx, {
          owner_id: owner.id,
          name,
          token_sha256: hashSecret(secret),
          hint: hintOf(secret),
          scopes,
          addresses: [...new Set(addresses)],
          created_at: now,
          expires_at: new Date(now.getTime() + expires_in_days * DAY_MS),
        });
        const device = deviceName(visitor, owner.locale);
        const notice = {
          what: 'api-token-made',
          tokenName: name,
          device,
          at: now,
          of: String(made.id),
        } as const;
        await mail.send(trx, securityNotice(owner, notice));
        return made;
      });
      return { token: present(row, now), secret };
    },

    async revoke(ownerId, id) {
      const row = publicRowId('apiToken', id);
      const revoked = row !== null && (await repo.revokeToken(db, ownerId, row, clock.now()));
      if (!revoked) throw new NotFoundError('No such token');
    },

    countLive: (on, ownerId) => repo.countLive(on, ownerId, clock.now()),

    revokeAll: (on, ownerId) => repo.revokeTokensOf(on, ownerId, clock.now()),

    async find(secret) {
      if (!isSecret(secret)) return null;
      const now = clock.now();
      const row = await repo.findLive(db, hashSecret(secret), now);
      if (!row) return null;
      return { id: row.id, ownerId: row.owner_id, addresses: row.addresses, view: present(row, now) };
    },

    takeEnding: async (trx, now) =>
      (await repo.takeEnding(trx, now)).map((row) => ({
        id: row.id,
        ownerId: row.owner_id,
        name: row.name,
        expiresAt: row.expires_at,
      })),

    async noteUse({ id, view }) {
      const now = clock.now();
      const before = new Date(now.getTime() - MINUTE_MS);
      // Most calls come within the minute: they cost no write.
      if (view.last_used_at !== null && new Date(view.last_used_at) > before) return;
      await repo.touchToken(db, id, now, before);
    },
  };
}
