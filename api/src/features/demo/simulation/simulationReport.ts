import type { Simulation, SimulationTotals } from './Simulation';
import type { ServerBooks } from './serverBooks';

const whole = new Intl.NumberFormat('en');
const format = (value: number) => whole.format(value);
const sum = (counts: Readonly<Record<string, number | undefined>>) =>
  Object.values(counts).reduce<number>((total, count) => total + (count ?? 0), 0);
const share = (part: number, of: number) => (of === 0 ? '' : ` (${((100 * part) / of).toFixed(2)} %)`);

/** `bot 12, no-size 3`, the most first. */
function list(counts: Readonly<Record<string, number | undefined>>): string {
  const entries = Object.entries(counts).filter(([, count]) => count);
  return entries
    .sort(([, one = 0], [, other = 0]) => other - one)
    .map(([name, count = 0]) => `${name} ${format(count)}`)
    .join(', ');
}

/** The value below which such a part of the sorted samples lies. */
function percentile(samples: readonly number[], part: number): number {
  const sorted = [...samples].sort((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0;
}

/** While it runs. */
export function progressLine(totals: SimulationTotals): string {
  const { pageViews, filled, requests, impressions, viewables, clicks, failures } = totals;
  return `${format(pageViews)} page views, ${format(filled)} of ${format(requests)} ad requests filled, ${format(impressions)} impressions, ${format(viewables)} viewable, ${format(clicks)} clicks, ${format(failures)} failures`;
}

export interface SimulationSummary {
  sent: SimulationTotals;
  seconds: number;
  people: number;
  decisionMs: { p50: number; p95: number; p99: number };
  /** What the server counted meanwhile; null when it does not say. */
  books: ServerBooks | null;
  /** Every event was in the database when the books were read. */
  settled: boolean;
  /** What does not add up; empty when all is well. */
  complaints: string[];
}

/** Events are acknowledged once they are kept: the server cannot have fewer than were answered. */
function complaintsAbout(sent: SimulationTotals, books: ServerBooks | null, settled: boolean): string[] {
  const complaints = sent.failures > 0 ? [`${format(sent.failures)} requests failed`] : [];
  if (!books) return complaints;
  const acknowledged = sent.impressions + sent.viewables + sent.clicks + sent.nobodyEvents;
  const counted = sum(books.events);
  if (counted < acknowledged)
    complaints.push(`${format(acknowledged)} events were acknowledged, the server counts ${format(counted)}`);
  const uncounted = sum(books.invalid);
  if (uncounted < sent.nobodyEvents)
    complaints.push(
      `${format(sent.nobodyEvents)} events were nobody’s, the server found ${format(uncounted)}`,
    );
  if (!settled) complaints.push('some events still wait for the database');
  return complaints;
}

export function summarize(
  simulation: Pick<Simulation, 'totals' | 'elapsedMs' | 'peopleCount' | 'decisionMs'>,
  books: ServerBooks | null,
  settled: boolean,
): SimulationSummary {
  const { totals, elapsedMs, peopleCount, decisionMs } = simulation;
  const at = (part: number) => Math.round(percentile(decisionMs, part) * 100) / 100;
  return {
    sent: totals,
    seconds: Math.round(elapsedMs / 10) / 100,
    people: peopleCount,
    decisionMs: { p50: at(0.5), p95: at(0.95), p99: at(0.99) },
    books,
    settled,
    complaints: complaintsAbout(totals, books, settled),
  };
}

/** For people, a few lines. */
export function reportLines({ sent, books, ...summary }: SimulationSummary): string[] {
  const { seconds, decisionMs } = summary;
  const line = (name: string, text: string) => `${name.padEnd(11)}${text}`;
  const rate = seconds > 0 ? `, ${(sent.pageViews / seconds).toFixed(1)} a second` : '';
  const lines = [
    line(
      'Sent',
      `${format(sent.pageViews)} page views by ${format(summary.people)} people in ${seconds} s${rate}; ${format(sent.nobodyViews)} of them nobody’s`,
    ),
    line(
      '',
      `${format(sent.requests)} ad requests, ${format(sent.filled)} filled${share(sent.filled, sent.requests)}${sum(sent.unfilled) > 0 ? `; not: ${list(sent.unfilled)}` : ''}`,
    ),
    line(
      '',
      `${format(sent.impressions)} impressions, ${format(sent.viewables)} viewable${share(sent.viewables, sent.impressions)}, ${format(sent.clicks)} clicks${share(sent.clicks, sent.impressions)}, ${format(sent.landings)} landings, ${format(sent.conversions)} conversions`,
    ),
    line('', `${format(sent.nobodyEvents)} events that must not count`),
    line(
      '',
      `decisions answered in ${decisionMs.p50} ms (median), ${decisionMs.p95} ms (p95), ${decisionMs.p99} ms (p99)`,
    ),
  ];
  if (books) {
    const { filled = 0, ...unfilled } = books.decisions;
    lines.push(
      line(
        'The books',
        `${format(sum(books.decisions))} ad requests, ${format(filled)} filled${sum(unfilled) > 0 ? `; not: ${list(unfilled)}` : ''}`,
      ),
      line(
        '',
        `${format(sum(books.events))} events: ${list(books.events) || 'none'}; ${format(books.stored)} put into the database`,
      ),
      line(
        '',
        `${format(sum(books.invalid))} of them not counted${sum(books.invalid) > 0 ? `: ${list(books.invalid)}` : ''}`,
      ),
    );
    if (sum(books.refusals) > 0) lines.push(line('', `requests refused: ${list(books.refusals)}`));
  } else lines.push(line('The books', 'the server does not show /metrics'));
  for (const problem of sent.problems) lines.push(line('Failed', problem));
  for (const complaint of summary.complaints) lines.push(line('Wrong', complaint));
  return lines;
}
