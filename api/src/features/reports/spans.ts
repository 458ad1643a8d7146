const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** From the first moment up to the last, which is excluded. */
export interface Span {
  start: Date;
  end: Date;
}

export interface Spans {
  /** Whole UTC days that are folded. */
  daily: Span[];
  /** The rest. */
  hourly: Span[];
}

/** Splits a stretch of time into the whole UTC days that are folded (YYYY-MM-DD) and what lies between them. */
export function splitSpan({ start, end }: Span, foldedDays: ReadonlySet<string>): Spans {
  const spans: Spans = { daily: [], hourly: [] };
  const add = (kind: keyof Spans, from: number, to: number) => {
    const last = spans[kind].at(-1);
    if (last?.end.getTime() === from) last.end = new Date(to);
    else spans[kind].push({ start: new Date(from), end: new Date(to) });
  };
  for (let at = start.getTime(); at < end.getTime(); ) {
    const midnight = Math.floor(at / DAY_MS) * DAY_MS + DAY_MS;
    const to = Math.min(midnight, end.getTime());
    const isWhole = at % DAY_MS === 0 && to === midnight;
    const isFolded = isWhole && foldedDays.has(new Date(at).toISOString().slice(0, 10));
    add(isFolded ? 'daily' : 'hourly', at, to);
    at = to;
  }
  return spans;
}

/** Hours of one UTC day that are of another day in a timezone. Days are YYYY-MM-DD. */
export interface Edge extends Span {
  utcDay: string;
  localDay: string;
}

/** Those of the edges whose UTC days lie in these spans of whole UTC days. */
export function edgesOf(edges: readonly Edge[], daily: readonly Span[]): Edge[] {
  return edges.filter(({ start }) => daily.some((span) => span.start <= start && start < span.end));
}

/** Splits stretches of time into their whole hours and what lies within an hour. */
export function splitHours<Stretch extends Span>(stretches: readonly Stretch[]) {
  const whole: Stretch[] = [];
  const within: Stretch[] = [];
  for (const stretch of stretches) {
    const [start, end] = [stretch.start.getTime(), stretch.end.getTime()];
    const first = Math.min(Math.ceil(start / HOUR_MS) * HOUR_MS, end);
    const last = Math.max(Math.floor(end / HOUR_MS) * HOUR_MS, first);
    const add = (parts: Stretch[], from: number, to: number) => {
      if (from < to) parts.push({ ...stretch, start: new Date(from), end: new Date(to) });
    };
    add(within, start, first);
    add(whole, first, last);
    add(within, last, end);
  }
  return { whole, within };
}
