/** What a wheel carries knows where it lies. */
export interface OnWheel {
  slot: number;
}

/**
 * One timer for all: whatever is due at a turn lies in one slot. Something that was active meanwhile is moved on when its
 * turn comes, so that activity itself costs nothing.
 */
export class Wheel<Item extends OnWheel> {
  /** Turns since the start. */
  turns = 0;
  private readonly slots: Set<Item>[];

  constructor(
    mostTurns: number,
    /** In how many turns to look again; null to let it go. */
    private readonly onDue: (item: Item) => number | null,
  ) {
    this.slots = Array.from({ length: mostTurns + 1 }, () => new Set<Item>());
  }

  add(item: Item, inTurns: number): void {
    const most = this.slots.length - 1;
    item.slot = (this.turns + Math.min(most, Math.max(1, Math.ceil(inTurns)))) % this.slots.length;
    this.slots[item.slot]?.add(item);
  }

  remove(item: Item): void {
    this.slots[item.slot]?.delete(item);
  }

  turn(): void {
    this.turns += 1;
    const at = this.turns % this.slots.length;
    const due = this.slots[at];
    if (due === undefined || due.size === 0) return;
    this.slots[at] = new Set();
    for (const item of due) {
      const inTurns = this.onDue(item);
      if (inTurns !== null) this.add(item, inTurns);
    }
  }
}
