import type { Request } from 'express';
import { currentUser, PROOF_MS, requireRecentProof } from '../../platform/auth';
import { ForbiddenError } from '../../platform/errors';
import type { DebugSession } from './debugTool.repo';

/**
 * For what is dangerous: the password (and the code, where there is one) was asked for no longer than five minutes ago, by the
 * debug tool (POST /debug-tool/activate, /prove), or by the page for the same admin. Throws 403 REAUTH_REQUIRED, in the words
 * that do not end the debug session.
 */
export function requireDebugProof(
  { admin, provenAt }: Pick<DebugSession, 'admin' | 'provenAt'>,
  req: Request,
  nowMs: number,
): void {
  if (nowMs - provenAt.getTime() <= PROOF_MS) return;
  if (currentUser(req)?.id !== admin.id)
    throw new ForbiddenError('Confirm that it is you to go on', 'REAUTH_REQUIRED');
  requireRecentProof(req);
}
