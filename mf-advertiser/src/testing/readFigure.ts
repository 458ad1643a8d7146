import type { ReportFigures } from '@ezdash/contracts';
import { isTold, RATE_OF } from '@ezdash/contracts/constants';
import type { MetricColumn } from '../features/metrics/metricColumns';

// How tests read the cells of a report, in the one place: on made-up answers (`pageFigures.test.tsx`) and in a browser
// (`e2e/figuresAgree.spec.ts`).

const MICROS = 1_000_000;
const NOTHING = '–';
const isRate = (name: MetricColumn) => name in RATE_OF && !name.endsWith('_micros');

/** As the answer has it, or makes it of its sums. */
function figureOf(name: MetricColumn, row: ReportFigures): number | null {
  if (name in RATE_OF) return RATE_OF[name as keyof typeof RATE_OF](row);
  return row[name as keyof ReportFigures] ?? null;
}

/** As the file has it: amounts in decimals with six digits, shares with as many, nothing where nothing is known. */
export function fileText(name: MetricColumn, row: ReportFigures): string | null {
  const value = figureOf(name, row);
  if (value === null) return null;
  if (name.endsWith('_micros')) return (value / MICROS).toFixed(6);
  return name in RATE_OF ? value.toFixed(6) : String(value);
}

/** What people are shown of it; null where that is a dash: not known, of too few, or nothing. */
function shownFigure(name: MetricColumn, row: ReportFigures): number | null {
  const value = figureOf(name, row);
  return value === 0 || !isTold(name, row) ? null : value;
}

/** A number on the page, in the unit of the file, with how far apart two are that its digits tell apart. */
function readNumber(text: string): { value: number; step: number } {
  const plain = text.replace('−', '-').replace(/[$,%]| pt$/g, '');
  const unit = /%$| pt$/.test(text) ? 100 : 1;
  const digits = plain.split('.')[1]?.length ?? 0;
  return { value: plain.trim() === '' ? Number.NaN : Number(plain) / unit, step: 10 ** -digits / unit };
}

/** Whether the number is there to the digits that are shown: half of the last one, and half of the last in the file. */
function says(text: string, expected: number): boolean {
  const { value, step } = readNumber(text);
  return Math.abs(value - expected) <= step / 2 + 1e-6 + 1e-9 * Math.abs(value);
}

/** What is wrong with a cell of the table, beside the sums that it is of; null if it says what the file says. */
export function cellTrouble(name: MetricColumn, row: ReportFigures, text: string): string | null {
  const file = shownFigure(name, row) === null ? NOTHING : (fileText(name, row) ?? NOTHING);
  const isSaid = file === NOTHING ? text === NOTHING : says(text, Number(file));
  return isSaid ? null : `${name}: “${text}” for ${file}`;
}

/** A change as the page draws it: `direction` by the triangle. */
export interface ShownChange {
  text: string;
  direction: 'up' | 'down' | null;
}

/** What is wrong with the change beside a figure: of rates in points, of all else in parts of what was before. */
export function changeTrouble(
  name: MetricColumn,
  row: ReportFigures,
  previous: ReportFigures | null,
  shown: ShownChange | null,
): string | null {
  const toldOf = (figures: ReportFigures) => (isTold(name, figures) ? figureOf(name, figures) : null);
  const [now, before] = [toldOf(row), previous && toldOf(previous)];
  const said = `${name}: ${shown ? `${shown.direction ?? 'no'} change “${shown.text}”` : 'no change'} from ${before} to ${now}`;
  if (now === null || before === null) return shown === null ? null : said;
  if (shown === null) return said;
  if (!isRate(name) && before === 0 && now !== 0) return shown.text === 'New' ? null : said;
  const change = isRate(name) ? now - before : before === 0 ? 0 : (now - before) / Math.abs(before);
  const { step } = readNumber(shown.text);
  const isSmall = Math.abs(change) < step / 2;
  const direction = isSmall ? null : change > 0 ? 'up' : 'down';
  return says(shown.text, Math.abs(change)) && shown.direction === direction ? null : said;
}
