import {
  CAMPAIGN_CSV_FIELDS,
  CAMPAIGN_CSV_FIGURES,
  type CampaignCsvField,
  type CampaignInput,
  type CampaignUpdate,
  campaignInput,
  campaignUpdate,
} from '@ezdash/contracts';
import type { CsvRow, CsvTable } from '../../../platform/csv';
import { ValidationError } from '../../../platform/errors';
import { fieldErrors } from '../../../platform/http';
import { normalise } from '../campaignChange';
import type { CampaignFields } from '../campaigns.repo';
import { CellProblem, CSV_COLUMNS, columnOf } from './csvFields';

export interface ImportTrouble {
  line: number | null;
  column: string | null;
  message: string;
}
export interface CellChange {
  column: CampaignCsvField;
  before: string;
  after: string;
}
/** What a row of the file asks for. */
export type Wanted =
  | { kind: 'create'; line: number; input: CampaignInput; changes: CellChange[] }
  | { kind: 'change'; line: number; id: string; name: string; change: CampaignUpdate; changes: CellChange[] }
  | { kind: 'same'; line: number };

const REQUIRED: readonly CampaignCsvField[] = ['name', 'pricing', 'bid', 'daily_budget', 'landing_url'];
const KNOWN: readonly string[] = ['id', ...CAMPAIGN_CSV_FIELDS, ...CAMPAIGN_CSV_FIGURES];

/** `Daily budget` is daily_budget: programs write headers as they like. A name that is known already stays. */
export function withKnownColumns(table: CsvTable): CsvTable {
  const spelt = table.columns.map((column) => {
    const name = column.toLowerCase().replaceAll(/[\s-]+/g, '_');
    return KNOWN.includes(name) && !table.columns.includes(name) ? name : column;
  });
  // Two that would be one: which one is meant nobody can tell.
  if (new Set(spelt).size < spelt.length || spelt.every((name, at) => name === table.columns[at]))
    return table;
  const rename = ({ line, cells }: CsvRow): CsvRow => ({
    line,
    cells: Object.fromEntries(table.columns.map((column, at) => [spelt[at] ?? column, cells[column] ?? ''])),
  });
  return { columns: spelt, rows: table.rows.map(rename) };
}

/** From the top of the file down, and along each line. */
export const inFileOrder = (a: ImportTrouble, b: ImportTrouble): number =>
  (a.line ?? 0) - (b.line ?? 0) || KNOWN.indexOf(a.column ?? '') - KNOWN.indexOf(b.column ?? '');

/** Columns that mean nothing here, and those that are missing for what the file wants. */
export function headerTroubles(columns: readonly string[]): ImportTrouble[] {
  const unknown = columns.filter((column) => !KNOWN.includes(column));
  const troubles = unknown.map((column) => ({ line: 1, column, message: 'This column is not known' }));
  if (columns.includes('id') || unknown.length > 0) return troubles;
  return REQUIRED.filter((column) => !columns.includes(column)).map((column) => ({
    line: 1,
    column,
    message: 'This column is missing: without ids every row makes a campaign',
  }));
}

/** What is wrong with a row, as the form would say it, by its column. */
export function troublesOf(line: number, error: unknown): ImportTrouble[] {
  if (!(error instanceof ValidationError)) throw error;
  return Object.entries(error.errors ?? {}).flatMap(([path, messages]) =>
    messages.map((message) => ({ line, column: columnOf(path), message })),
  );
}

/** The cells that are filled in otherwise than the campaign has it, read; those that cannot be are troubles. */
function readCells(
  { line, cells }: CsvRow,
  fields: CampaignFields | null,
): { read: Partial<CampaignFields>; troubles: ImportTrouble[] } {
  let read: Partial<CampaignFields> = {};
  const troubles: ImportTrouble[] = [];
  for (const column of CAMPAIGN_CSV_FIELDS) {
    const cell = cells[column];
    // A text as it stands in the campaign is no news, whatever a spreadsheet would make of it.
    if (cell === undefined || (fields !== null && cell === CSV_COLUMNS[column].write(fields))) continue;
    const { read: readCell, none } = CSV_COLUMNS[column];
    const base = { ...(fields && { targeting: fields.targeting }), ...read };
    try {
      if (cell !== '') read = { ...read, ...readCell(cell, base) };
      else if (none) read = { ...read, ...none(base) };
      // A new campaign takes what is usual, where something is.
      else if (fields !== null) throw new CellProblem('Something has to stand here');
    } catch (error) {
      if (!(error instanceof CellProblem)) throw error;
      troubles.push({ line, column, message: error.message });
    }
  }
  return { read, troubles };
}

function changesOf(before: CampaignFields | null, after: CampaignFields): CellChange[] {
  return CAMPAIGN_CSV_FIELDS.flatMap((column) => {
    const was = before === null ? '' : CSV_COLUMNS[column].write(before);
    const is = CSV_COLUMNS[column].write(after);
    return was === is ? [] : [{ column, before: was, after: is }];
  });
}

function readNew(row: CsvRow): Wanted | ImportTrouble[] {
  const { read, troubles } = readCells(row, null);
  const missing = REQUIRED.filter((column) => !row.cells[column]).map((column) => ({
    line: row.line,
    column,
    message: 'A new campaign needs this',
  }));
  if (troubles.length + missing.length > 0) return [...troubles, ...missing];
  const usual = {
    total_budget_micros: null,
    pacing: 'even',
    starts_at: null,
    ends_at: null,
    frequency_cap: null,
    targeting: {},
    creatives: [],
    submit: false,
  };
  const checked = campaignInput.safeParse({ ...usual, ...read });
  if (!checked.success) return troublesOf(row.line, new ValidationError(fieldErrors(checked.error)));
  const { creatives: _creatives, submit: _submit, ...fields } = checked.data;
  return {
    kind: 'create',
    line: row.line,
    input: checked.data,
    changes: changesOf(null, normalise(fields)),
  };
}

/**
 * What a row asks for; with `before`, of the campaign that it names. Rules that look at the database, or at several fields
 * together, are the campaign's own and are asked when it is changed.
 */
export function readImportRow(
  row: CsvRow,
  before: { id: string; fields: CampaignFields } | null,
): Wanted | ImportTrouble[] {
  if (before === null) return readNew(row);
  const { read, troubles } = readCells(row, before.fields);
  if (troubles.length > 0) return troubles;
  const checked = campaignUpdate.safeParse(read);
  if (!checked.success) return troublesOf(row.line, new ValidationError(fieldErrors(checked.error)));
  const defined = Object.fromEntries(
    Object.entries(checked.data).filter(([, value]) => value !== undefined),
  ) as Partial<CampaignFields>;
  const changes = changesOf(normalise(before.fields), normalise({ ...before.fields, ...defined }));
  if (changes.length === 0) return { kind: 'same', line: row.line };
  return {
    kind: 'change',
    line: row.line,
    id: before.id,
    name: before.fields.name,
    change: checked.data,
    changes,
  };
}
