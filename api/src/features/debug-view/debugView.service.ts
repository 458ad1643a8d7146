import type { DebugView } from '@ezdash/contracts';
import type { Request } from 'express';
import type { AuthUser, DebugPage, View } from '../../platform/auth';
import type { Clock } from '../../platform/clock';
import { type Db, inTransaction } from '../../platform/db';
import { ConflictError, NotFoundError } from '../../platform/errors';
import type { AccountsService } from '../accounts';
import type { DebugSession, DebugToolService } from '../debug-tool';
import { nameOfProfile } from '../operator-users';
import {
  endOverViews,
  endViews,
  exportViews,
  findOpenViews,
  findRole,
  findView,
  insertView,
} from './debugView.repo';
import { assertViewMay } from './viewRules';

export interface DebugViewDeps {
  db: Db;
  clock: Clock;
  /** The signed cookie that names the view. */
  page: DebugPage;
  sessions: Pick<DebugToolService, 'liveSession'>;
  accounts: Pick<AccountsService, 'loadUser' | 'user'>;
  /** Told of views that ended, so that connections that were opened in them end too. With the transaction, if any. */
  onEnded?(views: readonly { id: number; userId: number }[], on: Db): Promise<void>;
}

const LONGEST_MS = 30 * 60_000;

export function createDebugViewService(deps: DebugViewDeps) {
  const { db, clock, page, sessions, accounts, onEnded } = deps;

  /** The view as the pages show it in their banner. */
  async function present({ user, by }: View): Promise<DebugView> {
    const { id, email, profile, username } = await accounts.user(user.id);
    return {
      user: { id, email, name: nameOfProfile({ ...profile, username }) },
      admin: { email: by.adminEmail },
      ends_at: by.endsAt.toISOString(),
    };
  }

  async function end(session: Pick<DebugSession, 'id'>): Promise<number[]> {
    const ended = await endViews(db, session.id, clock.now());
    if (ended.length > 0) await onEnded?.(ended, db);
    return ended.map(({ userId }) => userId);
  }

  /** The view with its admin's debug session and its account, as long as all three are there. */
  async function findGoingOn({ viewId, debugSessionId }: { viewId: number; debugSessionId: number }) {
    const session = await sessions.liveSession(debugSessionId);
    const view = session && (await findView(db, { viewId, debugSessionId, now: clock.now() }));
    const user = view ? await accounts.loadUser(view.userId) : null;
    return session && view && user ? { session, view, user } : null;
  }

  async function userToView(userId: number): Promise<AuthUser> {
    const role = await findRole(db, userId);
    const user = role === undefined ? null : await accounts.loadUser(userId);
    if (!user) throw new NotFoundError();
    if (user.role === 'admin')
      throw new ConflictError(
        "An admin's account is not looked at with its owner's eyes",
        'VIEW_NOT_POSSIBLE',
      );
    return user;
  }

  return {
    /**
     * The view of a call, asked afresh each time: it is over when it was stopped, with its time, its debug session, its
     * admin's rights or its account. Throws 403 VIEW_ONLY.
     */
    async viewOf(req: Request): Promise<View | null> {
      const claims = page.read(req);
      if (claims?.view === undefined) return null;
      const { view: viewId, session: debugSessionId } = claims;
      const found = await findGoingOn({ viewId, debugSessionId });
      if (!found) return null;
      const { session, view, user } = found;
      assertViewMay(req.method, `${req.baseUrl}${req.path}`);
      const { id: adminId, email: adminEmail } = session.admin;
      return { user, by: { adminId, adminEmail, debugSessionId, viewId, endsAt: view.endsAt } };
    },

    /** Of the debug session one at a time. Throws 404, 409 VIEW_NOT_POSSIBLE. */
    async begin(session: DebugSession, userId: number): Promise<View> {
      const user = await userToView(userId);
      await end(session);
      const now = clock.now();
      const endsAt = new Date(Math.min(now.getTime() + LONGEST_MS, session.expiresAt.getTime()));
      const viewId = await insertView(db, { debugSessionId: session.id, userId, now, endsAt });
      const { id: adminId, email: adminEmail } = session.admin;
      return { user, by: { adminId, adminEmail, debugSessionId: session.id, viewId, endsAt } };
    },

    /** Whose accounts the session looked at until now: none or one. */
    end,

    /** Notes the end of views that nobody stopped, and has it told: connections go on until they are. → how many. */
    async sweep(): Promise<number> {
      const over: number[] = [];
      for (const open of await findOpenViews(db)) if (!(await findGoingOn(open))) over.push(open.viewId);
      if (over.length === 0) return 0;
      return inTransaction(db, async (trx) => {
        const ended = await endOverViews(trx, over, clock.now());
        if (ended.length > 0) await onEnded?.(ended, trx);
        return ended.length;
      });
    },
    present,
    exportOf: (userId: number, on: Db = db) => exportViews(userId, on),
  };
}

export type DebugViewService = ReturnType<typeof createDebugViewService>;
