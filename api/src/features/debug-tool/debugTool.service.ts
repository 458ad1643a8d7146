import { createHash, createHmac, randomBytes } from 'node:crypto';
import type { DebugActivateRequest } from '@ezdash/contracts';
import { addressKey, createLimiter, equalTexts, verifyPassword } from '../../platform/auth';
import type { Clock } from '../../platform/clock';
import type { Db } from '../../platform/db';
import { AppError, TooManyRequestsError } from '../../platform/errors';
import { type AuditEntry, FIRST_HASH, firstBroken } from './auditChain';
import {
  appendAudit,
  type DebugSession,
  findAdmin,
  findSession,
  insertSession,
  readAudit,
  revokeSession,
  touchSession,
} from './debugTool.repo';

export interface DebugToolDeps {
  db: Db;
  clock: Clock;
  /** Keys the hash of addresses in the audit, which could be guessed otherwise. */
  secret: string;
}

const MINUTE_MS = 60_000;
const IDLE_MS = 15 * MINUTE_MS;
export const LONGEST_MS = 120 * MINUTE_MS;
const MOST_SESSIONS = 2;
/** Calls of an address that shows no live debug session. */
const STRANGERS = { points: 30, durationSeconds: 60 };
/** Of the refused ones beyond the limit, how many are in the audit: a flood must not fill it. */
const EXCESSES = { points: 1, durationSeconds: 60 };
const QUARTER_SECONDS = 15 * 60;
/** Tries on one account from one address. */
const ACTIVATIONS = {
  points: 5,
  durationSeconds: QUARTER_SECONDS,
  firstDelaySeconds: QUARTER_SECONDS,
  longestDelaySeconds: 4 * 3_600,
};
/** Tries on one account from everywhere: its admin waits with the others, so the delays stay short. */
const ACTIVATIONS_OF_ACCOUNT = {
  points: 30,
  durationSeconds: QUARTER_SECONDS,
  firstDelaySeconds: 60,
  longestDelaySeconds: QUARTER_SECONDS,
};
/** Tries from one address, on whatever accounts. */
const ACTIVATIONS_OF_ADDRESS = { points: 20, durationSeconds: QUARTER_SECONDS };

/** Makes the page drop its token, as the specification says. */
export class InvalidDebugSessionError extends AppError {
  constructor() {
    super(401, 'SESSION_INVALID', 'Invalid session');
  }
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const secretText = () => randomBytes(32).toString('base64url');

/** When the session ends unless it is used before. */
export function endOf({ expiresAt, lastUsedAt }: Pick<DebugSession, 'expiresAt' | 'lastUsedAt'>): Date {
  return new Date(Math.min(expiresAt.getTime(), lastUsedAt.getTime() + IDLE_MS));
}

export function createDebugToolService({ db, clock, secret }: DebugToolDeps) {
  const byDoor = createLimiter({ name: 'debug', ...ACTIVATIONS });
  const byAccount = createLimiter({ name: 'debug-account', ...ACTIVATIONS_OF_ACCOUNT });
  const byAddress = createLimiter({ name: 'debug-address', ...ACTIVATIONS_OF_ADDRESS });
  const strangers = createLimiter({ name: 'debug-stranger', ...STRANGERS });
  const excesses = createLimiter({ name: 'debug-excess', ...EXCESSES });

  return {
    /** Both halves of the credential: the token for the page's storage, the cookie that scripts cannot read. */
    async activate({ admin_email, admin_password }: DebugActivateRequest, address: string) {
      const email = admin_email.trim().toLowerCase();
      if (email === '' || admin_password === '')
        throw new AppError(422, 'FIELDS_MISSING', 'Please fill in all fields');
      const origin = addressKey(address);
      const door = `${email} ${origin}`;
      await byAddress.consume(origin);
      await byDoor.consume(door);
      await byAccount.consume(email);
      const admin = await findAdmin(db, email);
      if (!(await verifyPassword(admin?.passwordHash ?? null, admin_password)) || !admin)
        throw new AppError(422, 'WRONG_CREDENTIALS', 'Wrong e-mail or password');
      await byAddress.reset(origin);
      await byDoor.reset(door);
      await byAccount.reset(email);
      const token = secretText();
      const cookie = secretText();
      const now = clock.now();
      const expiresAt = new Date(now.getTime() + LONGEST_MS);
      const id = await insertSession(db, {
        adminId: admin.id,
        tokenSha256: sha256(token),
        cookieSha256: sha256(cookie),
        now,
        expiresAt,
        most: MOST_SESSIONS,
      });
      const session = { id, admin: { id: admin.id, email: admin.email }, lastUsedAt: now, expiresAt };
      return { token, cookie, session };
    },

    /** The session that both halves belong to, used now. Throws 401 SESSION_INVALID. */
    async enter(token: string | undefined, cookie: string | undefined): Promise<DebugSession> {
      const session = token && cookie ? await findSession(db, sha256(token)) : undefined;
      const now = clock.now();
      if (!session || !cookie || !equalTexts(sha256(cookie), session.cookieSha256) || endOf(session) <= now)
        throw new InvalidDebugSessionError();
      await touchSession(db, session.id, now);
      return { ...session, lastUsedAt: now };
    },

    /** Counts a call of an address without a live session; throws 429 when there were too many in a minute. */
    countStranger: (address: string): Promise<void> => strangers.consume(addressKey(address)),

    /** Whether a call that was one too many is to be in the audit: the first of an address and minute is. */
    async isFirstExcess(address: string): Promise<boolean> {
      try {
        await excesses.consume(addressKey(address));
        return true;
      } catch (error) {
        if (error instanceof TooManyRequestsError) return false;
        throw error;
      }
    },

    deactivate: (session: DebugSession): Promise<void> => revokeSession(db, session.id, clock.now()),

    audit(entry: Omit<AuditEntry, 'ipHash' | 'happenedAt'>, address: string): Promise<void> {
      const ipHash = createHmac('sha256', secret).update(address).digest('hex');
      return appendAudit(db, { ...entry, ipHash, happenedAt: clock.now() });
    },

    /** The first row of the audit that was tampered with; null when there is none. */
    async brokenAuditRow(): Promise<bigint | null> {
      let previousHash = FIRST_HASH;
      for await (const entries of readAudit(db)) {
        const broken = firstBroken(entries, previousHash);
        if (broken !== null) return broken;
        previousHash = entries.at(-1)?.hash ?? previousHash;
      }
      return null;
    },
  };
}

export type DebugToolService = ReturnType<typeof createDebugToolService>;
