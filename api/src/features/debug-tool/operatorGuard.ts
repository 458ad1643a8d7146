import type { Request, Response } from 'express';
import { currentUser, refusal } from '../../platform/auth';
import { ForbiddenError, UnauthorizedError } from '../../platform/errors';
import { type Guard, holdAnswer } from '../../platform/http';
import {
  type Audited,
  auditedPath,
  type DebugRoutesDeps,
  isAttended,
  leavePage,
  tellEnd,
} from './debugRoute';
import type { DebugSession } from './debugTool.repo';
import { windowSession } from './windowDoor';

/** A call of the console by an admin. */
interface ConsoleCall extends Audited {
  session: DebugSession | null;
}

declare module 'express-serve-static-core' {
  interface Request {
    /** Set by the console's door, for admins alone. */
    consoleCall?: ConsoleCall;
  }
}

/** The debug session that a call of the console came in with. */
export function consoleSession(req: Request): DebugSession {
  const session = req.consoleCall?.session;
  if (!session) throw new Error('A route of the console was entered without a debug session');
  return session;
}

/** Adds to what the audit has of a call of the console; never secrets. */
export function noteForAudit(req: Request, detail: Record<string, unknown>): void {
  Object.assign(req.consoleCall?.detail ?? {}, detail);
}

/** The debug session an admin comes in with. Throws when there is none. */
type Enter = (req: Request, res: Response, adminId: number) => Promise<DebugSession>;

const locked = () => new ForbiddenError('Sign in to the console first', 'CONSOLE_LOCKED');

/** By the token of the debug session, which a page sends along with its calls. */
const byToken =
  (deps: DebugRoutesDeps): Enter =>
  async (req, res, adminId) => {
    const token = req.get('X-Debug-Token');
    if (!token) throw locked();
    const session = await deps.service.enterConsole(token, adminId, isAttended(req));
    if (!session) {
      await leavePage(deps, req, res);
      throw new UnauthorizedError(
        'Your sign-in to the console is over. Sign in again to go on',
        'CONSOLE_LOCKED',
      );
    }
    tellEnd(res, session);
    return session;
  };

/** By the token, or in a window of its own, which can send none, by what the browser's signed cookie names. */
const byTokenOrWindow = (deps: DebugRoutesDeps): Enter => {
  const enter = byToken(deps);
  return async (req, res, adminId) => {
    if (req.get('X-Debug-Token')) return enter(req, res, adminId);
    const session = await windowSession(deps, req, adminId);
    if (!session) throw locked();
    return session;
  };
};

function createGuard({ service }: DebugRoutesDeps, enter: Enter): Guard {
  return (onError) => async (req, res, next) => {
    const user = currentUser(req);
    // Several routers may lie behind one another.
    if (!user || req.consoleCall || refusal(user, ['admin'], req.method)) return next();
    const call: ConsoleCall = { session: null, detail: {} };
    req.consoleCall = call;
    const path = auditedPath(req);
    const audit = (status: number) =>
      service.audit(
        {
          adminId: user.id,
          debugSessionId: call.session?.id ?? null,
          method: req.method,
          path,
          status,
          detail: call.detail,
        },
        req.ip ?? '',
      );
    holdAnswer(res, audit, (error) => onError(error, req, res, next));
    call.session = await enter(req, res, user.id);
    next();
  };
}

/**
 * In front of the console, `/api/operator/…`: an admin needs the token of a live debug session of their own beside the cookie of
 * the sign-in, so that neither half opens anything alone. Every call of an admin, refused ones too, is in the audit before it
 * is answered; without an audit there is no answer. Whoever is no active admin goes on to the routers' own refusal.
 */
export const createOperatorGuard = (deps: DebugRoutesDeps): Guard => createGuard(deps, byToken(deps));

/**
 * In front of what admins may read of others outside the console, which is their owners' for everybody else (documents, files
 * of conversations, decisions): the same, but a window that the console opens comes in as well.
 */
export const createOperatorReadGuard = (deps: DebugRoutesDeps): Guard =>
  createGuard(deps, byTokenOrWindow(deps));
