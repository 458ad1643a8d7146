import { z } from 'zod';
import { plainText, timestamp } from './common';
import { STOP_KINDS } from './constants';
import { MAX_ROW } from './ids';

const stopKind = z.enum(STOP_KINDS);
export type StopKind = z.infer<typeof stopKind>;

/** GET /api/operator/stops?kind=&id=: all stops of one thing, newest first. */
export const stopQuery = z.object({ kind: stopKind, id: z.string().max(40) });

/**
 * POST /api/operator/stops (recent proof): nothing of it is shown any more, on any server. 201, or 200 with the stop that
 * is in force already; 409 `NOT_STOPPABLE` when it was never approved.
 */
export const stopInput = stopQuery.extend({
  /** For its owner to read. */
  reason: plainText.trim().min(1, { error: 'Say why, for the owner to read' }).max(500),
  /** For staff alone. */
  note: plainText.trim().max(1_000).optional(),
});
export type StopInput = z.infer<typeof stopInput>;

/** POST /api/operator/stops/{id}/lift (recent proof): 200, also when it is lifted already. */
export const stopLift = z.object({ note: plainText.trim().max(1_000).optional() });
export type StopLift = z.infer<typeof stopLift>;

export const stop = z.object({
  id: z.string(),
  kind: stopKind,
  /** Public id of what was stopped. */
  target: z.string(),
  reason: z.string(),
  note: z.string().nullable(),
  stopped_by: z.string(),
  stopped_at: timestamp,
  /** Null: in force. */
  lifted: z
    .object({
      by: z.string(),
      at: timestamp,
      how: z.enum(['operator', 'approval']),
      note: z.string().nullable(),
    })
    .nullable(),
});
export type Stop = z.infer<typeof stop>;

/** Of a creative also the stops of its file under other creatives' names. */
export const stopList = z.object({ stops: z.array(stop) });
export type StopList = z.infer<typeof stopList>;

/** GET /api/operator/stops/targets?user=: what can be stopped of an account, newest first, 200 campaigns or properties at most. */
export const stopTargetQuery = z.object({ user: z.coerce.number().int().min(1).max(MAX_ROW) });
const part = z.object({
  kind: stopKind,
  id: z.string(),
  name: z.string(),
  /** As the owner's lists have it, without what follows from clock and money. */
  state: z.enum([
    'draft',
    'inReview',
    'approved',
    'rejected',
    'paused',
    'archived',
    'stopped',
    'pending',
    'verified',
    'active',
  ]),
});
export const stopTarget = part.extend({ parts: z.array(part) });
export type StopTarget = z.infer<typeof stopTarget>;
export const stopTargets = z.object({ targets: z.array(stopTarget) });
export type StopTargets = z.infer<typeof stopTargets>;
