import {
  BIDDINGS,
  CAMPAIGN_CSV_FIELDS,
  CATEGORIES,
  type CampaignCsvField,
  type CampaignUpdate,
  COUNTRIES,
  PACINGS,
  PRICINGS,
} from '@ezdash/contracts';
import type { CampaignFields } from '../campaigns.repo';

/** What a cell says is not what may stand in its column. */
export class CellProblem extends Error {
  override readonly name = 'CellProblem';
}

const MICROS_DIGITS = 6;
/**
 * As our own files and most programs write amounts, or with a comma before the cents; never with signs between thousands.
 * Our files have no zero behind the second decimal: 1.000 is a thousand in half of Europe.
 */
const AMOUNT = /^(0|[1-9]\d{0,8})(?:\.(\d{1,2}|\d{2,5}[1-9])|,(\d{1,2}))?$/;
const DAY = /^\d{4}-\d{2}-\d{2}$/;
const MOMENT = /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2})(:\d{2}(?:\.\d+)?)?(Z|[+-]\d{2}:\d{2})?$/;
/** What a spreadsheet would run. */
const FORMULA = /^["']*\s*[=+\-@\t\r＝＋－＠]/u;

/** Micros as a decimal: 2_500_000 → `2.50`. */
export function amountText(micros: number): string {
  const digits = String(micros).padStart(MICROS_DIGITS + 1, '0');
  const cut = digits.length - MICROS_DIGITS;
  return `${digits.slice(0, cut)}.${digits
    .slice(cut)
    .replace(/(?<!0)0+$/, '')
    .padEnd(2, '0')}`;
}

function readAmount(cell: string): number {
  const [, units = '', decimals = '', cents = ''] = AMOUNT.exec(cell) ?? [];
  if (units === '') throw new CellProblem('Write an amount as 12.50');
  return Number(units) * 10 ** MICROS_DIGITS + Number((decimals || cents).padEnd(MICROS_DIGITS, '0'));
}

function readMoment(cell: string): string {
  const [, day = '', time = '', seconds = ':00', zone = 'Z'] = MOMENT.exec(cell) ?? [];
  const text = DAY.test(cell) ? `${cell}T00:00:00Z` : `${day}T${time}${seconds}${zone}`;
  if (Number.isNaN(Date.parse(text))) throw new CellProblem('Write a time in UTC as 2026-12-24 18:00');
  return new Date(text).toISOString();
}

function readText(cell: string): string {
  if (FORMULA.test(cell)) throw new CellProblem('A spreadsheet would run this as a formula');
  return cell;
}

function readChoice<Value extends string>(cell: string, choices: readonly Value[]): Value {
  const found = choices.find((choice) => choice.toLowerCase() === cell.toLowerCase());
  if (found === undefined) throw new CellProblem(`Write one of: ${choices.join(', ')}`);
  return found;
}

function readCount(cell: string): number {
  if (!/^\d{1,10}$/.test(cell)) throw new CellProblem('Write a whole number');
  return Number(cell);
}

function readCountries(cell: string): string[] {
  const codes = cell.toUpperCase().split(/[\s,;]+/);
  if (codes.some((code) => !/^[A-Z]{2}$/.test(code)))
    throw new CellProblem('Write countries by their codes, as US CA');
  const stranger = codes.find((code) => !COUNTRIES.includes(code));
  if (stranger !== undefined) throw new CellProblem(`${stranger} is the code of no country`);
  return codes;
}

type Change = Partial<CampaignFields>;
interface CsvColumn {
  /** What stands in the file. */
  write: (fields: CampaignFields) => string;
  /** What a cell with something in it asks for. `fields` is what the campaign has; without it one is made. */
  read: (cell: string, fields: Change) => Change;
  /** What an empty cell asks for; without it something has to stand there. */
  none?: (fields: Change) => Change;
  /** Fields of the form that complaints about it name. */
  fields: readonly (keyof CampaignUpdate)[];
}

const withCountries = (
  { targeting }: Change,
  side: 'include' | 'exclude',
  codes: readonly string[],
): Change =>
  targeting
    ? { targeting: { ...targeting, countries: { ...targeting.countries, [side]: [...codes] } } as never }
    : { targeting: { countries: { [side]: [...codes] } } as never };

function countries(side: 'include' | 'exclude'): CsvColumn {
  return {
    write: ({ targeting }) => targeting.countries[side].join(' '),
    read: (cell, fields) => withCountries(fields, side, readCountries(cell)),
    none: (fields) => withCountries(fields, side, []),
    fields: ['targeting'],
  };
}

/** How each column is written and read; a column that is missing leaves what it means as it is. */
export const CSV_COLUMNS: Readonly<Record<CampaignCsvField, CsvColumn>> = {
  name: { write: ({ name }) => name, read: (cell) => ({ name: readText(cell) }), fields: ['name'] },
  pricing: {
    write: ({ pricing }) => pricing,
    read: (cell) => ({ pricing: readChoice(cell, PRICINGS) }),
    fields: ['pricing', 'goal_ids'],
  },
  bid: {
    write: ({ bid_micros }) => amountText(bid_micros),
    read: (cell) => ({ bid_micros: readAmount(cell) }),
    fields: ['bid_micros'],
  },
  daily_budget: {
    write: ({ daily_budget_micros }) => amountText(daily_budget_micros),
    read: (cell) => ({ daily_budget_micros: readAmount(cell) }),
    fields: ['daily_budget_micros'],
  },
  total_budget: {
    write: ({ total_budget_micros }) => (total_budget_micros === null ? '' : amountText(total_budget_micros)),
    read: (cell) => ({ total_budget_micros: readAmount(cell) }),
    none: () => ({ total_budget_micros: null }),
    fields: ['total_budget_micros'],
  },
  pacing: {
    write: ({ pacing }) => pacing,
    read: (cell) => ({ pacing: readChoice(cell, PACINGS) }),
    fields: ['pacing'],
  },
  bidding: {
    write: ({ bidding }) => bidding,
    read: (cell) => ({ bidding: readChoice(cell, BIDDINGS) }),
    fields: ['bidding'],
  },
  landing_url: {
    write: ({ landing_url }) => landing_url,
    read: (cell) => ({ landing_url: readText(cell) }),
    fields: ['landing_url'],
  },
  starts_at: {
    write: ({ starts_at }) => starts_at ?? '',
    read: (cell) => ({ starts_at: readMoment(cell) }),
    none: () => ({ starts_at: null }),
    fields: ['starts_at'],
  },
  ends_at: {
    write: ({ ends_at }) => ends_at ?? '',
    read: (cell) => ({ ends_at: readMoment(cell) }),
    none: () => ({ ends_at: null }),
    fields: ['ends_at'],
  },
  category: {
    write: ({ category }) => category ?? '',
    read: (cell) => ({ category: readChoice(cell, CATEGORIES) }),
    none: () => ({ category: null }),
    fields: ['category'],
  },
  impression_limit: {
    write: ({ impression_limit }) => (impression_limit === null ? '' : String(impression_limit)),
    read: (cell) => ({ impression_limit: readCount(cell) }),
    none: () => ({ impression_limit: null }),
    fields: ['impression_limit'],
  },
  click_limit: {
    write: ({ click_limit }) => String(click_limit ?? ''),
    read: (cell) => ({ click_limit: readCount(cell) }),
    none: () => ({ click_limit: null }),
    fields: ['click_limit'],
  },
  measured_only: {
    write: ({ measured_only }) => (measured_only ? 'yes' : ''),
    read: (cell) => ({ measured_only: readChoice(cell, ['yes', 'no']) === 'yes' }),
    none: () => ({ measured_only: false }),
    fields: ['measured_only'],
  },
  countries: countries('include'),
  countries_excluded: countries('exclude'),
};

/** The column that a complaint about a field of the form belongs to; null: the row as a whole. */
export function columnOf(path: string): CampaignCsvField | null {
  if (path.startsWith('targeting.countries.exclude')) return 'countries_excluded';
  const [field = ''] = path.split('.');
  return (
    CAMPAIGN_CSV_FIELDS.find((key) => (CSV_COLUMNS[key].fields as readonly string[]).includes(field)) ?? null
  );
}
