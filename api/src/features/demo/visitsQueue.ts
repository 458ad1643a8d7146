/** What is to happen, soonest first: a binary heap. Equal times come in the order they were added. */
export class TimeQueue<Item> {
  private readonly heap: { timeMs: number; order: number; item: Item }[] = [];
  private added = 0;

  get size(): number {
    return this.heap.length;
  }

  add(timeMs: number, item: Item): void {
    let at = this.heap.length;
    this.heap.push({ timeMs, order: this.added, item });
    this.added += 1;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (!this.swapIfEarlier(at, parent)) return;
      at = parent;
    }
  }

  /** Takes the soonest, if it happens before this moment. */
  takeBefore(endMs: number): { timeMs: number; item: Item } | null {
    const [first] = this.heap;
    if (!first || first.timeMs >= endMs) return null;
    const last = this.heap.pop();
    if (last && this.heap.length > 0) {
      this.heap[0] = last;
      this.sink();
    }
    return first;
  }

  private sink(): void {
    let at = 0;
    for (;;) {
      const left = at * 2 + 1;
      const right = left + 1;
      const child = right < this.heap.length && this.isEarlier(right, left) ? right : left;
      if (child >= this.heap.length || !this.swapIfEarlier(child, at)) return;
      at = child;
    }
  }

  private isEarlier(a: number, b: number): boolean {
    const [one, other] = [this.heap[a], this.heap[b]];
    if (!one || !other) return false;
    return one.timeMs < other.timeMs || (one.timeMs === other.timeMs && one.order < other.order);
  }

  private swapIfEarlier(a: number, b: number): boolean {
    const [one, other] = [this.heap[a], this.heap[b]];
    if (!one || !other || !this.isEarlier(a, b)) return false;
    this.heap[a] = other;
    this.heap[b] = one;
    return true;
  }
}
