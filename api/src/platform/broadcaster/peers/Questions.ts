import { randomUUID } from 'node:crypto';

interface Open {
  missing: number;
  totals: Map<string, number>;
  end(): void;
}

/** Questions to all other nodes; the answer is what came in time. */
export class Questions {
  private readonly open = new Map<string, Open>();

  constructor(private readonly waitMs: number) {}

  /** Sums up what `nodes` others say of each channel. */
  ask(nodes: number, send: (id: string) => void): Promise<Map<string, number>> {
    const id = randomUUID();
    return new Promise((resolve) => {
      const totals = new Map<string, number>();
      const end = () => {
        clearTimeout(late);
        this.open.delete(id);
        resolve(totals);
      };
      const late = setTimeout(end, this.waitMs);
      this.open.set(id, { missing: nodes, totals, end });
      send(id);
    });
  }

  answer(id: string, counts: Readonly<Record<string, number>>): void {
    const question = this.open.get(id);
    if (!question) return;
    for (const [channel, count] of Object.entries(counts))
      question.totals.set(channel, (question.totals.get(channel) ?? 0) + count);
    question.missing -= 1;
    if (question.missing === 0) question.end();
  }

  /** Nobody will answer any more. */
  endAll(): void {
    for (const question of [...this.open.values()]) question.end();
  }
}
