import { createHash, randomBytes } from 'node:crypto';
import type { DebugActivateRequest, DebugProveRequest } from '@ezdash/contracts';
import { addressKey, createLimiter, equalTexts, PROOF_MS } from '../../platform/auth';
import { AppError, NotFoundError, TooManyRequestsError, ValidationError } from '../../platform/errors';
import { deviceName } from '../proofs';
import { type AuditDeps, createAudit } from './audit.service';
import { createCredentialsCheck, type Origin } from './credentials';
import * as repo from './debugTool.repo';
import { createSecondStep, type SecondStepDeps } from './secondStep';

type DebugSession = repo.DebugSession;
export type DebugToolDeps = AuditDeps & SecondStepDeps;

const MINUTE_MS = 60_000;
const IDLE_MS = 15 * MINUTE_MS;
export const LONGEST_MS = 120 * MINUTE_MS;
const MOST_SESSIONS = 2;
/** Calls of an address that shows no live debug session. */
const STRANGERS = { points: 30, durationSeconds: 60 };
/** Of the refused ones beyond the limit, how many are in the audit: a flood must not fill it. */
const EXCESSES = { points: 1, durationSeconds: 60 };

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

/** Debug sessions: who has one, until when, and how it ends. */
function createSessions({ db, clock }: Pick<DebugToolDeps, 'db' | 'clock'>) {
  const isOver = (session: DebugSession) => endOf(session) <= clock.now();

  async function find(by: string | number): Promise<DebugSession | null> {
    const session = await repo.findSession(db, by);
    return session && !isOver(session) ? session : null;
  }

  async function touch(session: DebugSession): Promise<DebugSession> {
    const now = clock.now();
    await repo.touchSession(db, session.id, now);
    return { ...session, lastUsedAt: now };
  }

  return {
    /**
     * The session that both halves belong to; used now, unless the page says that nobody sits before it. Throws 401
     * SESSION_INVALID.
     */
    async enter(
      token: string | undefined,
      cookie: string | undefined,
      attended = true,
    ): Promise<DebugSession> {
      const session = token && cookie ? await find(sha256(token)) : null;
      if (!session || !cookie || !equalTexts(sha256(cookie), session.cookieSha256))
        throw new InvalidDebugSessionError();
      return attended ? touch(session) : session;
    },

    /** The admin's own session that the token belongs to, used as above; null when it is none, or over. */
    async enterConsole(token: string, adminId: number, attended = true): Promise<DebugSession | null> {
      const session = await find(sha256(token));
      if (session?.admin.id !== adminId) return null;
      return attended ? touch(session) : session;
    },

    /** Not ended, not over, and its admin still is one. Looking is no use: it does not keep the session alive. */
    liveSession: (id: number): Promise<DebugSession | null> => find(id),
    isLive: async (id: number): Promise<boolean> => (await find(id)) !== null,

    /** Of all admins, newest first. */
    liveSessions: async (): Promise<DebugSession[]> =>
      (await repo.findSessions(db, clock.now())).filter((session) => !isOver(session)),

    deactivate: (session: Pick<DebugSession, 'id'>): Promise<void> =>
      repo.revokeSession(db, session.id, clock.now()),

    /** Throws 404 when it is over or was never there. */
    async liveSessionOr404(id: number): Promise<DebugSession> {
      const session = await find(id);
      if (!session) throw new NotFoundError();
      return session;
    },

    /** @param adminId who ends it: its own admin or another */
    end: ({ id, admin }: DebugSession, adminId: number): Promise<void> =>
      repo.revokeSession(db, id, clock.now(), admin.id === adminId ? null : adminId),
  };
}

/** Counts calls of addresses that have no debug session. */
function createStrangers() {
  const strangers = createLimiter({ name: 'debug-stranger', ...STRANGERS });
  const excesses = createLimiter({ name: 'debug-excess', ...EXCESSES });
  return {
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
  };
}

export function createDebugToolService(deps: DebugToolDeps) {
  const { db, clock } = deps;
  const check = createCredentialsCheck({ db, secondStep: createSecondStep(deps) });

  return {
    ...createSessions(deps),
    ...createStrangers(),
    ...createAudit(deps),

    /** Both halves of the credential: the token for the page's storage, the cookie that scripts cannot read. */
    async activate({ admin_email, admin_password, code }: DebugActivateRequest, origin: Origin) {
      const email = admin_email.trim();
      if (email === '' || admin_password === '')
        throw new AppError(422, 'FIELDS_MISSING', 'Please fill in all fields');
      const wrong = new AppError(422, 'WRONG_CREDENTIALS', 'Wrong e-mail or password');
      const admin = await check({ email, password: admin_password, code }, origin, wrong);
      const token = secretText();
      const cookie = secretText();
      const now = clock.now();
      const expiresAt = new Date(now.getTime() + LONGEST_MS);
      const id = await repo.insertSession(db, {
        adminId: admin.id,
        tokenSha256: sha256(token),
        cookieSha256: sha256(cookie),
        device: deviceName(origin.visitor, null),
        now,
        expiresAt,
        most: MOST_SESSIONS,
      });
      return { token, cookie, session: { id, admin, lastUsedAt: now, expiresAt } };
    },

    /** Its admin has shown again who they are; until when that counts. Throws 422, 429 as `activate`. */
    async prove(session: DebugSession, { password, code }: DebugProveRequest, origin: Origin): Promise<Date> {
      const wrong = new ValidationError({ password: ['Wrong password'] }, 'Wrong password', 'WRONG_PASSWORD');
      await check({ email: session.admin.email, password, code }, origin, wrong);
      const now = clock.now();
      await repo.proveSession(db, session.id, now);
      return new Date(now.getTime() + PROOF_MS);
    },
  };
}

export type DebugToolService = ReturnType<typeof createDebugToolService>;
