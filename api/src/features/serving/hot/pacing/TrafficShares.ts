import { clockOf, hourOfWeek, type WeekHours } from '../weekHours';
import { NO_HISTORY, type TrafficForecast, utcHourOfWeek, weekOf } from './forecast';

const DAY_MS = 86_400_000;
const QUARTER_MS = 900_000;
const QUARTERS = DAY_MS / QUARTER_MS;
/** Keys of what narrows nothing: hours, countries. */
const ALWAYS = '';
const ALL = '';
/** Of a campaign that names more countries than these, those with the most traffic stand for all of them … */
const MOST_COUNTRIES = 4;
/** … and where they are nearly everybody, everybody does: thousands of campaigns share some hundred lines. */
const NEARLY_ALL = 0.9;

/** Traffic from midnight UTC to the beginning of each quarter of an hour, and to the day's end. */
type DayLine = Float64Array;

/** Traffic up to a moment of the day, between two quarters in proportion to time. */
function upTo(line: DayLine, sinceMidnightMs: number): number {
  const quarter = Math.min(QUARTERS - 1, Math.floor(sinceMidnightMs / QUARTER_MS));
  const before = line[quarter] ?? 0;
  return (
    before + (((line[quarter + 1] ?? 0) - before) * (sinceMidnightMs - quarter * QUARTER_MS)) / QUARTER_MS
  );
}

/**
 * Which part of a day's traffic has come, as the forecast says: of the countries a campaign names, within the hours of
 * the week it runs. A day's lines are made when they are first asked for, by quarters of an hour on the clocks of each
 * timezone, and kept until midnight UTC or another forecast.
 */
export class TrafficShares {
  private forecast: TrafficForecast = NO_HISTORY;
  private midnightMs = Number.NaN;
  private readonly lines = new Map<string, Map<string, DayLine>>();
  private readonly clocks = new Map<string, number[]>();
  /** What a country's week comes to. */
  private readonly totals = new Map<string, number>();
  private total = 0;

  take(forecast: TrafficForecast): void {
    this.forecast = forecast;
    this.lines.clear();
    this.totals.clear();
    this.total = 0;
    for (const [code, week] of forecast.countries) {
      const sum = week.reduce((all, each) => all + each, 0);
      this.totals.set(code, sum);
      this.total += sum;
    }
  }

  /**
   * How much of the traffic between two moments of the UTC day that `nowMs` lies in has come by `nowMs`, 0–1. Where
   * none is expected, time passes instead.
   */
  share(traffic: string, hours: WeekHours | null, fromMs: number, toMs: number, nowMs: number): number {
    if (nowMs <= fromMs) return 0;
    if (nowMs >= toMs) return 1;
    const line = this.lineOf(traffic, hours, nowMs);
    const from = upTo(line, fromMs - this.midnightMs);
    const whole = upTo(line, toMs - this.midnightMs) - from;
    if (whole <= 0) return (nowMs - fromMs) / (toMs - fromMs);
    return (upTo(line, nowMs - this.midnightMs) - from) / whole;
  }

  private lineOf(traffic: string, hours: WeekHours | null, nowMs: number): DayLine {
    if (!(nowMs >= this.midnightMs && nowMs < this.midnightMs + DAY_MS)) {
      this.midnightMs = Math.floor(nowMs / DAY_MS) * DAY_MS;
      this.lines.clear();
      this.clocks.clear();
    }
    const key = hours === null ? ALWAYS : hours.key;
    let ofHours = this.lines.get(key);
    if (ofHours === undefined) {
      ofHours = new Map();
      this.lines.set(key, ofHours);
    }
    let line = ofHours.get(traffic);
    if (line === undefined) {
      const shared = this.sharedKey(traffic);
      line = ofHours.get(shared) ?? this.makeLine(shared, hours);
      ofHours.set(shared, line);
      ofHours.set(traffic, line);
    }
    return line;
  }

  /** The key of the traffic that stands for another's. */
  private sharedKey(traffic: string): string {
    const codes = traffic.split(' ');
    if (codes.length <= MOST_COUNTRIES) return traffic;
    const totalOf = (code: string) => this.totals.get(code) ?? 0;
    if (codes.reduce((sum, code) => sum + totalOf(code), 0) >= this.total * NEARLY_ALL) return ALL;
    return codes
      .sort((a, b) => totalOf(b) - totalOf(a))
      .slice(0, MOST_COUNTRIES)
      .sort()
      .join(' ');
  }

  private makeLine(traffic: string, hours: WeekHours | null): DayLine {
    const week = weekOf(this.forecast, traffic);
    const clock = hours === null ? null : this.clockOf(hours.timezone);
    const line = new Float64Array(QUARTERS + 1);
    for (let quarter = 0; quarter < QUARTERS; quarter += 1) {
      const isOpen = hours === null || hours.open[clock?.[quarter] ?? 0] === true;
      const expected = isOpen ? (week[utcHourOfWeek(this.midnightMs + quarter * QUARTER_MS)] ?? 0) : 0;
      line[quarter + 1] = (line[quarter] ?? 0) + expected;
    }
    return line;
  }

  /** The hour of the week on a timezone's clocks, by quarter of the day. */
  private clockOf(timezone: string): number[] {
    let clock = this.clocks.get(timezone);
    if (clock === undefined) {
      const format = clockOf(timezone);
      clock = Array.from({ length: QUARTERS }, (_, quarter) =>
        hourOfWeek(format, this.midnightMs + quarter * QUARTER_MS),
      );
      this.clocks.set(timezone, clock);
    }
    return clock;
  }
}
