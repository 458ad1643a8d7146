import fc from 'fast-check';
import {
  type EventRow,
  foldEvent,
  foldEvents,
  isSameSubject,
  NO_POINTER,
  POINTER_EVENTS,
  type Subject,
} from './foldEvents';

const at = (id: number) => new Date(Date.UTC(2026, 10, 16, 12, 0, id));
let ids = 0;
const row = (event: EventRow['event'], releaseId: number, rest: Partial<EventRow> = {}): EventRow => {
  ids += 1;
  return { id: ids, event, releaseId, share: null, subject: null, until: null, happenedAt: at(ids), ...rest };
};
const canary = (releaseId: number, share: number) => row('canary', releaseId, { share });
const ben: Subject = { kind: 'user', userId: 7 };
const desk: Subject = { kind: 'session', session: 'ab'.repeat(16) };

describe('the active release and the one before', () => {
  it('nothing happened: nothing is given', () => {
    expect(foldEvents([])).toEqual({
      stack: [],
      since: null,
      isRestored: false,
      canary: null,
      pins: [],
    });
  });

  it('what was activated is on top, once', () => {
    expect(foldEvents([row('started', 1), row('activated', 2), row('activated', 1)]).stack).toEqual([2, 1]);
  });

  it('a rollback leads to the one before, and what was left is not before anything any more', () => {
    const rows = [row('started', 1), row('activated', 2), row('activated', 3), row('rolled_back', 2)];
    expect(foldEvents(rows).stack).toEqual([1, 2]);
    expect(foldEvents([...rows, row('rolled_back', 1)]).stack).toEqual([1]);
  });

  it('a rollback over several leaves all of them', () => {
    const rows = [row('started', 1), row('activated', 2), row('activated', 3), row('rolled_back', 1)];
    expect(foldEvents(rows).stack).toEqual([1]);
  });

  it('a rollback to one that was rolled back from takes the place of what is left', () => {
    const rows = [row('started', 1), row('activated', 2), row('activated', 3), row('rolled_back', 2)];
    expect(foldEvents([...rows, row('rolled_back', 3)]).stack).toEqual([1, 3]);
  });

  it('is restored while it is what one went back to, and not once it was activated', () => {
    const rows = [row('started', 1), row('activated', 2)];
    expect(foldEvents(rows).isRestored).toBe(false);
    const back = [...rows, row('rolled_back', 1)];
    expect(foldEvents(back).isRestored).toBe(true);
    expect(foldEvents([...back, canary(3, 10), row('rolled_back', 1)]).isRestored).toBe(true);
    expect(foldEvents([...back, canary(3, 10), row('activated', 1)]).isRestored).toBe(false);
    expect(foldEvents([...rows, row('rolled_back', 2)]).isRestored).toBe(false);
  });

  it('is active since it became so, not since it was activated once more', () => {
    const [first, second] = [row('activated', 1), row('activated', 1)];
    expect(foldEvents([first, second]).since).toEqual(first.happenedAt);
    const back = row('rolled_back', 1);
    expect(foldEvents([first, row('activated', 2), back]).since).toEqual(back.happenedAt);
  });
});

describe('a canary', () => {
  it('of the same release again has another share, and is tried since the first', () => {
    const first = canary(2, 10);
    const { canary: found } = foldEvents([row('started', 1), first, canary(2, 500)]);
    expect(found).toEqual({ releaseId: 2, share: 500, since: first.happenedAt });
  });

  it('of another release takes its place', () => {
    const second = canary(3, 50);
    expect(foldEvents([canary(2, 10), second]).canary).toEqual({
      releaseId: 3,
      share: 50,
      since: second.happenedAt,
    });
  });

  it.each(['activated', 'started', 'rolled_back', 'canary_ended'] as const)('ends with %s', (event) => {
    expect(foldEvents([row('started', 1), canary(2, 10), row(event, 1)]).canary).toBeNull();
  });
});

describe('pins', () => {
  it('are one for each account and session, the newest', () => {
    const rows = [
      row('pinned', 1, { subject: ben }),
      row('pinned', 1, { subject: desk }),
      row('pinned', 2, { subject: ben, until: at(99) }),
    ];
    expect(foldEvents(rows).pins).toEqual([
      { subject: desk, releaseId: 1, until: null },
      { subject: ben, releaseId: 2, until: at(99) },
    ]);
    expect(foldEvents([...rows, row('unpinned', 2, { subject: ben })]).pins).toHaveLength(1);
  });

  it('outlive activations and rollbacks', () => {
    const rows = [row('pinned', 1, { subject: ben }), row('activated', 2), row('rolled_back', 1)];
    expect(foldEvents(rows).pins).toHaveLength(1);
  });
});

/** What visitors have, and what they had before that. */
interface Node {
  id: number;
  before: Node | null;
}
const without = (node: Node | null, id: number): Node | null => {
  if (!node) return null;
  const before = without(node.before, id);
  return node.id === id ? before : { id: node.id, before };
};
const find = (node: Node | null, id: number): Node | null =>
  node === null || node.id === id ? node : find(node.before, id);
const listOf = (node: Node | null): number[] => (node ? [...listOf(node.before), node.id] : []);

/** The same rules, asked of the whole history anew. */
function model(rows: readonly EventRow[]) {
  let top: Node | null = null;
  for (const { event, releaseId: id } of rows) {
    if (event === 'started' || event === 'activated') top = { id, before: without(top, id) };
    if (event === 'rolled_back') top = find(top, id) ?? { id, before: top?.before ?? null };
  }
  const ends = new Set(['started', 'activated', 'rolled_back', 'canary_ended']);
  const lastEnd = rows.findLastIndex(({ event }) => ends.has(event));
  const tried = rows.slice(lastEnd + 1).filter(({ event }) => event === 'canary');
  const last = tried.at(-1);
  const pins = [ben, desk].flatMap((subject) => {
    const own = rows.findLast((one) => one.subject && isSameSubject(one.subject, subject));
    return own?.event === 'pinned' ? [{ subject, releaseId: own.releaseId, until: own.until }] : [];
  });
  return { stack: listOf(top), canary: last ? [last.releaseId, last.share] : null, pins };
}

const anyRow = fc
  .record({
    event: fc.constantFrom(...POINTER_EVENTS),
    releaseId: fc.integer({ min: 1, max: 5 }),
    share: fc.integer({ min: 1, max: 999 }),
    subject: fc.constantFrom(ben, desk),
  })
  .map(({ event, releaseId, share, subject }) =>
    row(event, releaseId, {
      share: event === 'canary' ? share : null,
      subject: event === 'pinned' || event === 'unpinned' ? subject : null,
    }),
  );

test('the fold is the model, whatever happens', () => {
  fc.assert(
    fc.property(fc.array(anyRow, { maxLength: 40 }), (rows) => {
      const { stack, canary: tried, pins } = foldEvents(rows);
      const expected = model(rows);
      expect(stack).toEqual(expected.stack);
      expect(tried && [tried.releaseId, tried.share]).toEqual(expected.canary);
      expect(pins).toHaveLength(expected.pins.length);
      expect(pins).toEqual(expect.arrayContaining(expected.pins));
    }),
    { numRuns: 2_000 },
  );
});

test('it may be read in parts, and what was rolled back is never what one falls back to', () => {
  fc.assert(
    fc.property(fc.array(anyRow, { maxLength: 40 }), fc.nat(40), (rows, cut) => {
      expect(foldEvents(rows.slice(cut), foldEvents(rows.slice(0, cut)))).toEqual(foldEvents(rows));
      let pointer = NO_POINTER;
      for (const one of rows) {
        const left = pointer.stack.at(-1);
        pointer = foldEvent(pointer, one);
        const [before, active] = pointer.stack.slice(-2);
        expect(new Set(pointer.stack).size).toBe(pointer.stack.length);
        if (one.event !== 'rolled_back' || active === undefined || left === one.releaseId) continue;
        expect(before).not.toBe(left);
      }
    }),
    { numRuns: 1_000 },
  );
});
