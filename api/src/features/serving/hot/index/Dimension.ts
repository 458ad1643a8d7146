import { Bitset } from './Bitset';

const NONE: readonly number[] = [];

/** What a campaign takes and leaves of one dimension; an empty `include` takes everything. */
export interface Choice<Value> {
  include: readonly Value[];
  exclude: readonly Value[];
}

/**
 * One targeting dimension of all campaigns: who names no value, and for each value who includes and who excludes it.
 * Positions are kept as lists, for most values are named by few; a set is made when a decision first asks for it.
 */
export class Dimension<Value> {
  /** Campaigns that include no value: they take what is unknown, and no others do. */
  readonly open: Bitset;
  private readonly includes = new Map<Value, number[]>();
  private readonly excludes = new Map<Value, number[]>();

  constructor(size: number) {
    this.open = new Bitset(size);
  }

  add(position: number, choice: Choice<Value> | undefined): void {
    if (choice === undefined || choice.include.length === 0) this.open.set(position);
    if (choice === undefined) return;
    for (const value of choice.include) list(this.includes, value, position);
    for (const value of choice.exclude) list(this.excludes, value, position);
  }

  /** Whether any campaign names the value; who does not name it takes it as it takes any other. */
  names(value: Value): boolean {
    return this.includes.has(value) || this.excludes.has(value);
  }

  /** Whether it narrows anything at all. */
  get isUsed(): boolean {
    return this.includes.size > 0 || this.excludes.size > 0;
  }

  /** A new set of who takes one of the values and leaves none of them. */
  taking(values: readonly Value[]): Bitset {
    const set = this.open.copy();
    for (const value of values) set.setAll(this.includes.get(value));
    for (const value of values) set.clearAll(this.excludes.get(value));
    return set;
  }

  /** Who includes the value, and who excludes it. */
  includesOf(value: Value): readonly number[] {
    return this.includes.get(value) ?? NONE;
  }

  /** Whether the one at a position includes the value. */
  includesAt(value: Value, position: number): boolean {
    const positions = this.includesOf(value);
    let low = 0;
    let high = positions.length;
    // They were added in order.
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((positions[middle] ?? 0) < position) low = middle + 1;
      else high = middle;
    }
    return positions[low] === position;
  }

  excludesOf(value: Value): readonly number[] {
    return this.excludes.get(value) ?? NONE;
  }

  /** Who takes the value; not to be changed. */
  of(value: Value): Bitset {
    return this.names(value) ? this.taking([value]) : this.open;
  }
}

function list<Value>(lists: Map<Value, number[]>, value: Value, position: number): void {
  const positions = lists.get(value);
  if (positions === undefined) lists.set(value, [position]);
  else if (positions.at(-1) !== position) positions.push(position);
}
