import type { DebugSessions } from '@ezdash/contracts';
import { z } from 'zod';
import { type DebugToolService, endOf } from './debugTool.service';

const GREATEST_ID = 2 ** 31 - 1;
export const sessionParams = z.object({ id: z.coerce.number().int().min(1).max(GREATEST_ID) });

/** @param currentId the session that asks */
export async function sessionsAnswer(
  service: Pick<DebugToolService, 'liveSessions'>,
  currentId: number,
): Promise<DebugSessions> {
  const sessions = await service.liveSessions();
  return {
    sessions: sessions.map((session) => ({
      id: session.id,
      current: session.id === currentId,
      admin: { email: session.admin.email },
      device: session.device,
      created_at: session.createdAt.toISOString(),
      last_used_at: session.lastUsedAt.toISOString(),
      ends_at: endOf(session).toISOString(),
    })),
  };
}
