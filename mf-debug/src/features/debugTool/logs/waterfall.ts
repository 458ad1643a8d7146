import type { TraceSpan } from '@ezdash/contracts';

/** A span where it stands in its timeline. */
export interface PlacedSpan {
  span: TraceSpan;
  /** From the timeline's beginning, ms. */
  offsetMs: number;
  /** Shares of the whole, 0–1. */
  from: number;
  share: number;
}

/** Ms since 1970 with the microseconds that Date leaves out. */
function msOf(moment: string): number {
  const micros = /\.\d{3}(\d{3})Z$/.exec(moment)?.[1];
  return Date.parse(moment) + Number(micros ?? 0) / 1_000;
}

/** Where each span stands between the first beginning and the last end. */
export function placeSpans(spans: readonly TraceSpan[]): { placed: PlacedSpan[]; wholeMs: number } {
  const begins = spans.map(({ started_at }) => msOf(started_at));
  const first = Math.min(...begins);
  const ends = spans.map(({ duration_ms }, at) => (begins[at] ?? first) + (duration_ms ?? 0));
  const wholeMs = spans.length === 0 ? 0 : Math.max(...ends) - first;
  const placed = spans.map((span, at) => {
    const offsetMs = (begins[at] ?? first) - first;
    return {
      span,
      offsetMs,
      from: wholeMs > 0 ? offsetMs / wholeMs : 0,
      share: wholeMs > 0 ? (span.duration_ms ?? 0) / wholeMs : 0,
    };
  });
  return { placed, wholeMs };
}
