import { isDeepStrictEqual } from 'node:util';
import type { UndoRefusal } from '@ezdash/contracts';
import type { ChangeRow } from './history.repo';
import type { Snapshot } from './snapshots';

/** What follows from other fields or from a reviewer's word: never set back by itself. */
const FOLLOWS = new Set(['state', 'state_reason', 'reviews']);

/** The fields of a change that undo sets back. Without one it is a change of state alone. */
export const restored = ({ changes }: Pick<ChangeRow, 'changes'>): string[] =>
  Object.keys(changes).filter((field) => !FOLLOWS.has(field));

/** Moves of a campaign that there is a way back from, as `before>after`. */
const WAYS_BACK = new Set([
  'approved>paused',
  'paused>approved',
  'paused>in_review',
  'draft>in_review',
  'draft>archived',
  'in_review>archived',
  'rejected>archived',
  'approved>archived',
  'paused>archived',
]);

const isMoveBack = ({ before, after }: { before: unknown; after: unknown }) =>
  WAYS_BACK.has(`${String(before)}>${String(after)}`);

/** Creatives that were put back have new rows: they are the same when they show and say the same. */
const withoutRows = (value: unknown): unknown =>
  Array.isArray(value) ? value.map(({ id: _id, ...rest }: { id?: unknown }) => rest) : value;
const same = (field: string, one: unknown, other: unknown) =>
  field === 'creatives'
    ? isDeepStrictEqual(withoutRows(one), withoutRows(other))
    : isDeepStrictEqual(one ?? null, other ?? null);

/** Of these fields, those that do not hold any more what the change made of them. */
const changedSince = ({ changes }: Pick<ChangeRow, 'changes'>, fields: readonly string[], now: Snapshot) =>
  fields.filter((field) => !same(field, now[field], changes[field]?.after));

export type UndoJudgement = { refused: null } | { refused: UndoRefusal; fields: string[] };
const refuse = (refused: UndoRefusal, fields: string[] = []): UndoJudgement => ({ refused, fields });

/**
 * Whether a change can be taken back, given what the campaign is now. It can while everything that it changed is still
 * what it made of it, so that nobody's later word is lost. Pure.
 */
export function judgeUndo(
  change: Pick<ChangeRow, 'kind' | 'actor' | 'undone_by' | 'changes'>,
  now: Snapshot,
): UndoJudgement {
  if (change.kind === 'created') return refuse('created');
  if (change.actor === 'staff') return refuse('staff');
  if (change.undone_by !== null) return refuse('undone');
  const fields = restored(change);
  if (fields.length === 0) {
    const move = change.changes.state;
    if (!move || !isMoveBack(move)) return refuse('state');
    return same('state', now.state, move.after) ? { refused: null } : refuse('later', ['state']);
  }
  const later = changedSince(change, fields, now);
  if (later.length > 0) return refuse('later', later);
  return now.state === 'archived' ? refuse('archived') : { refused: null };
}
