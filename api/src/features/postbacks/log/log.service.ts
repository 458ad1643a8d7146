import {
  POSTBACK_LOG,
  type PostbackLog,
  type PostbackLogEntry,
  type PostbackLogQuery,
  publicId,
} from '@ezdash/contracts';
import { type Db, toNumber } from '../../../platform/db';
import { readCursor, readGoal } from '../cursors';
import { findLog, type LogRow } from './log.repo';

export interface LogService {
  /** What came in for the account's goals, newest first; another owner's goal has no lines. */
  list(ownerId: number, query: PostbackLogQuery): Promise<PostbackLog>;
  /** All lines of the account. */
  exportOf(ownerId: number, on: Db): Promise<PostbackLogEntry[]>;
}

const present = (row: LogRow): PostbackLogEntry => ({
  id: publicId('postbackLog', toNumber(row.id)),
  goal: { id: publicId('conversionGoal', row.goal_id), name: row.goal_name },
  received_at: row.received_at.toISOString(),
  source: row.source,
  method: row.method,
  // Pages of earlier releases ask for it.
  address: null,
  request: row.request,
  status: row.status,
  code: row.code,
  answer: row.answer,
  verdict: row.verdict as PostbackLogEntry['verdict'],
  took_ms: row.took_ms,
});

export function createLogService(db: Db): LogService {
  return {
    async list(ownerId, { goal, before, outcome, source }) {
      const rows = await findLog(db, ownerId, {
        outcome,
        source,
        goalId: readGoal(goal),
        before: readCursor('postbackLog', before),
        limit: POSTBACK_LOG.page + 1,
      });
      const entries = rows.slice(0, POSTBACK_LOG.page).map(present);
      return {
        entries,
        next: rows.length > POSTBACK_LOG.page ? (entries.at(-1)?.id ?? null) : null,
        kept_days: POSTBACK_LOG.keptDays,
      };
    },
    exportOf: async (ownerId, on) =>
      (await findLog(on, ownerId, { limit: POSTBACK_LOG.mostRows })).map(present),
  };
}
