import type { Request } from 'express';
import { currentUser, PROOF_MS, requireRecentProof } from '../../platform/auth';
import { ForbiddenError } from '../../platform/errors';
import type { DebugSession } from './debugTool.repo';
import { LONGEST_MS } from './debugTool.service';

/**
 * For what is dangerous: the password was asked for no longer than five minutes ago, when this debug session began, or by
 * the page for the same admin. Throws 403 REAUTH_REQUIRED, in the words that do not end the debug session.
 */
export function requireDebugProof({ admin, expiresAt }: DebugSession, req: Request, nowMs: number): void {
  const beganMs = expiresAt.getTime() - LONGEST_MS;
  if (nowMs - beganMs <= PROOF_MS) return;
  if (currentUser(req)?.id !== admin.id)
    throw new ForbiddenError('Confirm that it is you to go on', 'REAUTH_REQUIRED');
  requireRecentProof(req);
}
