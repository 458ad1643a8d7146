/** Events of `remote_event` that move what visitors get. */
export const POINTER_EVENTS = [
  'started',
  'activated',
  'rolled_back',
  'canary',
  'canary_ended',
  'pinned',
  'unpinned',
] as const;
export type PointerEvent = (typeof POINTER_EVENTS)[number];

/** Whom a pin is for: an account's row, or a session's `sessionHash`. */
export type Subject = { kind: 'user'; userId: number } | { kind: 'session'; session: string };

/** A row of `remote_event`, as far as it decides what visitors get. */
export interface EventRow {
  id: number;
  event: PointerEvent;
  releaseId: number;
  /** Of a canary: tenths of a percent. */
  share: number | null;
  /** Of a pin. */
  subject: Subject | null;
  until: Date | null;
  happenedAt: Date;
}

export interface Pin {
  subject: Subject;
  releaseId: number;
  /** Null: until it is taken away. */
  until: Date | null;
}

/** What follows from the events of one remote. */
export interface Pointer {
  /** Releases that visitors were given, each once; the active one last, in front of it what a rollback leads to. */
  stack: readonly number[];
  /** When the last one became active; null while nothing is. */
  since: Date | null;
  /** The last one was gone back to: nobody looked whether its addresses are another's by now. */
  isRestored: boolean;
  canary: { releaseId: number; share: number; since: Date } | null;
  pins: readonly Pin[];
}

/** Of a remote that nothing happened to. */
export const NO_POINTER: Pointer = { stack: [], since: null, isRestored: false, canary: null, pins: [] };

export const isSameSubject = (one: Subject, other: Subject): boolean =>
  one.kind === 'user'
    ? other.kind === 'user' && one.userId === other.userId
    : other.kind === 'session' && one.session === other.session;

/** On top, and nowhere else. */
const pushed = (stack: readonly number[], releaseId: number) => [
  ...stack.filter((id) => id !== releaseId),
  releaseId,
];

/** Everything above it is gone for good: it is what one went back from. So is the top, for one that is not there any more. */
function rolledBack(stack: readonly number[], releaseId: number): number[] {
  const at = stack.indexOf(releaseId);
  return at >= 0 ? stack.slice(0, at + 1) : pushed(stack.slice(0, -1), releaseId);
}

function moved(pointer: Pointer, stack: readonly number[], row: EventRow): Pointer {
  const { event, releaseId, happenedAt } = row;
  const stays = pointer.stack.at(-1) === releaseId;
  return {
    ...pointer,
    stack,
    since: stays ? pointer.since : happenedAt,
    isRestored: event === 'rolled_back' && (pointer.isRestored || !stays),
    canary: null,
  };
}

function withPin(pointer: Pointer, { event, subject, releaseId, until }: EventRow): Pointer {
  if (!subject) return pointer;
  const others = pointer.pins.filter((pin) => !isSameSubject(pin.subject, subject));
  return { ...pointer, pins: event === 'pinned' ? [...others, { subject, releaseId, until }] : others };
}

/** The pointer after one more event. */
export function foldEvent(pointer: Pointer, row: EventRow): Pointer {
  const { releaseId, share, happenedAt } = row;
  switch (row.event) {
    case 'started':
    case 'activated':
      return moved(pointer, pushed(pointer.stack, releaseId), row);
    case 'rolled_back':
      return moved(pointer, rolledBack(pointer.stack, releaseId), row);
    case 'canary': {
      // Another share of the same release: it has been tried since the first one.
      const since = pointer.canary?.releaseId === releaseId ? pointer.canary.since : happenedAt;
      return { ...pointer, canary: { releaseId, share: share ?? 0, since } };
    }
    case 'canary_ended':
      return { ...pointer, canary: null };
    case 'pinned':
    case 'unpinned':
      return withPin(pointer, row);
  }
}

/** The pointer after events, the oldest first. */
export const foldEvents = (rows: readonly EventRow[], from: Pointer = NO_POINTER): Pointer =>
  rows.reduce(foldEvent, from);
