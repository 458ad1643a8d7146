const HOURS_A_DAY = 24;
const DAYS = 7;

/** Days in a row with the same hours. Days count from Monday 0, hours from 0 to 24, the last one excluded. */
export interface HourSpans {
  from: number;
  to: number;
  spans: [from: number, to: number][];
}

function spansOf(hours: readonly number[]): [number, number][] {
  const spans: [number, number][] = [];
  for (const hour of hours) {
    const last = spans.at(-1);
    if (last?.[1] === hour) last[1] = hour + 1;
    else spans.push([hour, hour + 1]);
  }
  return spans;
}

/** Hours of the week (0 is Monday 00:00–01:00) in as few lines as people would say them in. */
export function hourSpans(hours: readonly number[]): HourSpans[] {
  const chosen = new Set(hours);
  const lines: HourSpans[] = [];
  for (let day = 0; day < DAYS; day += 1) {
    const ofDay = Array.from({ length: HOURS_A_DAY }, (_, hour) => hour).filter((hour) =>
      chosen.has(day * HOURS_A_DAY + hour),
    );
    if (ofDay.length === 0) continue;
    const spans = spansOf(ofDay);
    const last = lines.at(-1);
    if (last && last.to === day - 1 && JSON.stringify(last.spans) === JSON.stringify(spans)) last.to = day;
    else lines.push({ from: day, to: day, spans });
  }
  return lines;
}
