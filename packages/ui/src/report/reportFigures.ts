import type { ReportFigures } from '@ezdash/contracts';
import {
  isCountedShare,
  isTold,
  METRIC_COSTS,
  METRIC_RATES,
  PUBLISHER_COSTS,
  PUBLISHER_RATES,
  RATE_OF,
} from '@ezdash/contracts/constants';
import type { Format } from '@ezdash/ui';
import { type FigureName, SORTABLE, type SortableFigure } from './figureNames';
import type { ReportSide } from './ReportSide';

export { type FigureName, SORTABLE, type SortableFigure } from './figureNames';

const RATES: readonly string[] = [...METRIC_RATES, ...PUBLISHER_RATES];
const COSTS: readonly string[] = [...METRIC_COSTS, ...PUBLISHER_COSTS];
const OF_REQUESTS: readonly string[] = [
  'requests',
  'filled',
  'below_floor',
  'fill_rate',
  'floor_loss',
  'rpm_micros',
];

/** Whether it is made of ad requests, which are not known by every dimension. */
export const isOfRequests = (name: string): boolean => OF_REQUESTS.includes(name);
export const isSortable = (name: FigureName): name is FigureName & SortableFigure =>
  (SORTABLE as readonly string[]).includes(name);
export const isRate = (name: FigureName): boolean => RATES.includes(name);
export const isMoney = (name: FigureName): boolean => name.endsWith('_micros');

/** Null: it is not known, or there is nothing to divide by. */
export function readFigure(figures: ReportFigures, name: FigureName): number | null {
  if (name in RATE_OF) return RATE_OF[name as keyof typeof RATE_OF](figures);
  return figures[name as SortableFigure] ?? null;
}

/** The same as people are shown it: not told of too few. */
export const toldFigure = (figures: ReportFigures, name: FigureName): number | null =>
  isTold(name, figures) ? readFigure(figures, name) : null;

/** The same as a chart draws it: on a silent day sums are nothing, and rates are not known. */
export const drawnFigure = (figures: ReportFigures, name: FigureName): number | null =>
  name in RATE_OF ? toldFigure(figures, name) : (readFigure(figures, name) ?? 0);

/** Whether it is told how sure it is. */
export const hasBounds = (name: FigureName): boolean => isCountedShare(name);

const LOSSES: readonly FigureName[] = ['invalid', 'invalid_rate', 'below_floor', 'floor_loss'];

/** What a change of it means: costs that fall are good to who pays them, spend is neither. */
export function goodOf(name: FigureName, { worth }: Pick<ReportSide, 'worth'>): 'up' | 'down' | 'neither' {
  if (LOSSES.includes(name)) return 'down';
  if (COSTS.includes(name)) return worth === 'spend_micros' ? 'down' : 'up';
  return name === 'spend_micros' ? 'neither' : 'up';
}

const CENTS = 2;
const PARTS_OF_CENTS = 4;
/** Costs below it say too little in whole cents. */
const TEN_CENTS = 100_000;

/** Digits of a column: its amounts stand point below point. Costs have four where one of them is below ten cents. */
export function digitsOf(name: FigureName, values: readonly (number | null)[]): number {
  if (isRate(name)) return name === 'ctr' || name === 'cvr' ? 2 : 1;
  if (!isMoney(name)) return 0;
  const isFine =
    COSTS.includes(name) &&
    values.some((value) => value !== null && value !== 0 && Math.abs(value) < TEN_CENTS);
  return isFine ? PARTS_OF_CENTS : CENTS;
}

/** A figure for people: amounts to the cent, small costs to a part of it, shares to one digit. */
export function figureText(
  format: Format,
  name: FigureName,
  value: number | null,
  digits: number = digitsOf(name, [value]),
): string {
  if (value === null) return '–';
  if (isMoney(name)) return format.money(value, { digits });
  return isRate(name) ? format.percent(value, digits) : format.count(value);
}

const SUMS = ['impressions', 'viewables', 'clicks', 'conversions', 'invalid'] as const;
const KNOWN_SUMS = [
  'requests',
  'filled',
  'below_floor',
  'auctions',
  'wins',
  'spend_micros',
  'revenue_micros',
  'earnings_micros',
] as const;

const NOTHING: ReportFigures = {
  requests: null,
  filled: null,
  below_floor: null,
  impressions: 0,
  viewables: 0,
  clicks: 0,
  conversions: 0,
  invalid: 0,
  auctions: null,
  wins: null,
  spend_micros: null,
  revenue_micros: null,
  earnings_micros: null,
};

/** The sum of some figures, or with a sign of −1 what is left without them; what none of them knows stays unknown. */
export function sumFigures(
  all: readonly ReportFigures[],
  from: ReportFigures = NOTHING,
  sign = 1,
): ReportFigures {
  const sum = { ...from };
  for (const figures of all) {
    for (const name of SUMS) sum[name] += sign * figures[name];
    for (const name of KNOWN_SUMS) {
      const value = figures[name];
      if (typeof value === 'number') sum[name] = (sum[name] ?? 0) + sign * value;
    }
  }
  return sum;
}
