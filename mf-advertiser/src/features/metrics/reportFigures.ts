import type { ReportFigures } from '@ezdash/contracts';
import { METRIC_COSTS, METRIC_RATES, RATE_OF } from '@ezdash/contracts/constants';
import type { Format } from '@ezdash/ui';

/** What the server sorts by. */
export const SORTABLE = [
  'impressions',
  'viewables',
  'clicks',
  'conversions',
  'invalid',
  'spend_micros',
  'revenue_micros',
] as const;
export type SortableFigure = (typeof SORTABLE)[number];

/** In the order of the table. */
export const FIGURE_NAMES = [
  'impressions',
  'viewables',
  'view_rate',
  'clicks',
  'ctr',
  'conversions',
  'cvr',
  'ecpm_micros',
  'ecpc_micros',
  'ecpa_micros',
  'spend_micros',
  'revenue_micros',
  'roi',
  'win_rate',
  'invalid',
  'invalid_rate',
] as const;
export type FigureName = (typeof FIGURE_NAMES)[number];

const RATES: readonly string[] = METRIC_RATES;
const COSTS: readonly string[] = METRIC_COSTS;

export const isSortable = (name: FigureName): name is FigureName & SortableFigure =>
  (SORTABLE as readonly string[]).includes(name);
export const isRate = (name: FigureName): boolean => RATES.includes(name);
export const isMoney = (name: FigureName): boolean => name.endsWith('_micros');

/** Null: it is not known, or there is nothing to divide by. */
export function readFigure(figures: ReportFigures, name: FigureName): number | null {
  if (name in RATE_OF) return RATE_OF[name as keyof typeof RATE_OF](figures);
  return figures[name as SortableFigure];
}

/** What a change of it means: costs that fall are good, spend is neither. */
export function goodOf(name: FigureName): 'up' | 'down' | 'neither' {
  if (COSTS.includes(name) || name === 'invalid' || name === 'invalid_rate') return 'down';
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
  'auctions',
  'wins',
  'spend_micros',
  'revenue_micros',
  'earnings_micros',
] as const;

const NOTHING: ReportFigures = {
  requests: null,
  filled: null,
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
      if (value !== null) sum[name] = (sum[name] ?? 0) + sign * value;
    }
  }
  return sum;
}
