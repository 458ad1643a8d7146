import type { ReportFigures } from '@ezdash/contracts';
import {
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

const LOSSES: readonly FigureName[] = ['invalid', 'invalid_rate', 'below_floor', 'floor_loss'];

/** What a change of it means: costs that fall are good to who pays them, spend is neither. */
export function goodOf(name: FigureName, { worth }: Pick<ReportSide, 'worth'>): 'up' | 'down' | 'neither' {
  if (LOSSES.includes(name)) return 'down';
  if (COSTS.includes(name)) return worth === 'spend_micros' ? 'down' : 'up';
  return name === 'spend_micros' ? 'neither' : 'up';
}

const COST_DIGITS = [2, 4] as const;

/** A figure for people: amounts to the cent, costs to four digits, shares to one. */
export function figureText(format: Format, name: FigureName, value: number | null): string {
  if (value === null) return '–';
  if (isMoney(name)) return format.money(value, { digits: COSTS.includes(name) ? COST_DIGITS : 2 });
  if (isRate(name)) return format.percent(value, name === 'ctr' || name === 'cvr' ? 2 : 1);
  return format.count(value);
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
