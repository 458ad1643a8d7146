import type { Group, LineRow } from './foldLines.repo';
import { mergeSums } from './mergeSums';

const SHELVES: Readonly<Record<string, string>> = {
  ad_spend: 'spend',
  invalid_traffic: 'spend',
  credit_draw: 'spend',
  correction: 'corrections',
  reversal: 'corrections',
  opening: 'corrections',
};

/** A stretch has two places: what was lent stands before what it was spent on. */
const PLACES = 2n;
const placeOf = ({ kind }: Pick<Group, 'kind'>) => (kind === 'credit_draw' ? 0n : 1n);
const lesser = (a: bigint, b: bigint) => (a < b ? a : b);
const latest = (a: Date, b: Date) => new Date(Math.max(a.getTime(), b.getTime()));
const earliest = (a: Date, b: Date) => new Date(Math.min(a.getTime(), b.getTime()));
const greater = (a: bigint, b: bigint) => (a > b ? a : b);

function joined(line: LineRow, group: Group): LineRow {
  return {
    ...line,
    first_posting_id: lesser(line.first_posting_id, group.first_posting_id),
    last_posting_id: greater(line.last_posting_id, group.last_posting_id),
    transactions: line.transactions + group.transactions,
    started_at: earliest(line.started_at, group.started_at),
    occurred_at: latest(line.occurred_at, group.occurred_at),
    amount_micros: line.amount_micros + group.amount_micros,
    bonus_micros: line.bonus_micros + group.bonus_micros,
    events: mergeSums(line.events, group.events),
  };
}

const made = ({ number: _number, ...group }: Group, seq: bigint): LineRow => ({
  ...group,
  seq,
  shelf: SHELVES[group.kind] ?? 'deposits',
  balance_micros: 0n,
});

/** The stretch's lines with the groups taken in, in their places. */
function withGroups(lines: readonly LineRow[], groups: readonly Group[], base: bigint): LineRow[] {
  const bySeq = new Map(lines.map((line) => [line.seq, line]));
  for (const group of groups) {
    const seq = base + placeOf(group);
    const line = bySeq.get(seq);
    bySeq.set(seq, line ? joined(line, group) : made(group, seq));
  }
  return [...bySeq.values()].sort((a, b) => (a.seq < b.seq ? -1 : 1));
}

/** The lines that change or are new when these groups come behind the last stretch, with the balance after each. */
export function extendLines(last: readonly LineRow[], groups: readonly Group[]): LineRow[] {
  const stretches = new Map<number, Group[]>();
  for (const group of groups) stretches.set(group.number, [...(stretches.get(group.number) ?? []), group]);
  const [before] = last;
  const end = last.at(-1);
  let balance = end?.balance_micros ?? 0n;
  let base = end ? (end.seq / PLACES) * PLACES : -PLACES;
  let open: readonly LineRow[] = last;
  const changed: LineRow[] = [];
  for (const stretch of stretches.values()) {
    const goesOn = open.length > 0 && open[0]?.stretch === stretch[0]?.stretch;
    if (goesOn && before) balance = before.balance_micros - before.amount_micros;
    else base += PLACES;
    for (const line of withGroups(goesOn ? open : [], stretch, base)) {
      balance += line.amount_micros;
      changed.push({ ...line, balance_micros: balance });
    }
    // Groups that follow each other are of different stretches: only the first of them can go on with what was there.
    open = [];
  }
  return changed;
}
