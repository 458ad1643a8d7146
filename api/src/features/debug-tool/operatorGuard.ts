import type { Request } from 'express';
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

/** A call of the console by an admin. */
interface ConsoleCall extends Audited {
  session: DebugSession | null;
}

declare module 'express-serve-static-core' {
  interface Request {
    /** Set in front of `/api/operator/…`, for admins alone. */
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

/**
 * In front of the console, `/api/operator/…`: an admin needs the token of a live debug session of their own beside the cookie of
 * the sign-in, so that neither half opens anything alone. Every call of an admin, refused ones too, is in the audit before it
 * is answered; without an audit there is no answer. Whoever is no active admin goes on to the routers' own refusal.
 */
export function createOperatorGuard(deps: DebugRoutesDeps): Guard {
  const { service } = deps;

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
    const token = req.get('X-Debug-Token');
    if (!token) throw new ForbiddenError('Sign in to the console first', 'CONSOLE_LOCKED');
    call.session = await service.enterConsole(token, user.id, isAttended(req));
    if (!call.session) {
      await leavePage(deps, req, res);
      throw new UnauthorizedError(
        'Your sign-in to the console is over. Sign in again to go on',
        'CONSOLE_LOCKED',
      );
    }
    tellEnd(res, call.session);
    next();
  };
}
