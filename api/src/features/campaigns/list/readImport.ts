import { createHash } from 'node:crypto';
import { CAMPAIGN_IMPORT, type CampaignImportPreview, cleanLine } from '@ezdash/contracts';
import { type CsvRow, type CsvTrouble, readCsv } from '../../../platform/csv';
import { defineTask } from '../../../platform/work';
import { publicRowId } from '../../figures';
import type { CampaignFields } from '../campaigns.repo';
import {
  headerTroubles,
  type ImportTrouble,
  inFileOrder,
  readImportRow,
  type Wanted,
  withKnownColumns,
} from './readImportRow';

/** Public id → what the campaign is now. */
export type OwnCampaigns = ReadonlyMap<string, { id: string; fields: CampaignFields }>;
export interface ImportInput {
  file: Uint8Array;
  /** The campaigns that the file names, as far as they are the advertiser's; null: nobody knows yet which it names. */
  own: OwnCampaigns | null;
}
export interface ReadImport {
  /** Names what the file asks for; what it would do to campaigns that have changed is another plan. */
  plan: string;
  wanted: Exclude<Wanted, { kind: 'same' }>[];
  rows: CampaignImportPreview['rows'];
  unchanged: number;
  /** In the file's order, `MOST_TROUBLES` and a word about the others at most. */
  troubles: ImportTrouble[];
}

/** Nobody mends more of them before the next look, and each is a sentence of the answer. */
const MOST_TROUBLES = 500;

const SAID: Readonly<Record<CsvTrouble['code'], string>> = {
  'too-large': 'The file is larger than 5 MB',
  'not-text': 'This is no CSV file in UTF-8',
  empty: 'The file is empty',
  'no-rows': 'The file has no rows below its header',
  'too-many-rows': 'The file has more than 10,000 rows',
  'column-twice': 'This column is there twice',
  'column-unnamed': 'This column has no name',
  separator: 'The first line names no separator we know. Use sep=, or sep=; or remove the line',
  title: 'The first line has one cell only. Start the file with the column names',
  broken: 'From here on the file cannot be read: look for a quote that does not end, or a comma too many',
};

function fileTrouble(trouble: CsvTrouble): ImportTrouble {
  const isFirst = 'column' in trouble || trouble.code === 'separator' || trouble.code === 'title';
  const line = trouble.code === 'broken' ? trouble.line : isFirst ? 1 : null;
  return { line, column: 'column' in trouble ? trouble.column : null, message: SAID[trouble.code] };
}

/** Rows that name a campaign twice, or one that is not there. */
function idTroubles(rows: readonly CsvRow[], own: OwnCampaigns): ImportTrouble[] {
  const seen = new Set<string>();
  return rows.flatMap(({ line, cells }) => {
    const id = cells.id ?? '';
    if (id === '') return [];
    if (!own.has(id)) return [{ line, column: 'id', message: 'You have no campaign with this id' }];
    if (seen.has(id)) return [{ line, column: 'id', message: 'This campaign is in the file twice' }];
    seen.add(id);
    return [];
  });
}

function firstOf(troubles: ImportTrouble[]): ImportTrouble[] {
  const ordered = troubles
    .toSorted(inFileOrder)
    .map((trouble) => ({ ...trouble, column: trouble.column && cleanLine(trouble.column) }));
  if (ordered.length <= MOST_TROUBLES) return ordered;
  const message = 'The file has more than 500 problems. Fix these first';
  return [...ordered.slice(0, MOST_TROUBLES), { line: null, column: null, message }];
}

function refused(troubles: ImportTrouble[]): ReadImport {
  return { plan: '', wanted: [], rows: [], unchanged: 0, troubles: firstOf(troubles) };
}

function readRows(rows: readonly CsvRow[], own: OwnCampaigns): ReadImport {
  const troubles = idTroubles(rows, own);
  const wanted: ReadImport['wanted'] = [];
  let unchanged = 0;
  for (const row of rows) {
    const before = own.get(row.cells.id ?? '') ?? null;
    if (before === null && row.cells.id) continue;
    const read = readImportRow(row, before);
    if (Array.isArray(read)) troubles.push(...read);
    else if (read.kind === 'same') unchanged += 1;
    else wanted.push(read);
  }
  if (wanted.length > CAMPAIGN_IMPORT.mostChanges) {
    const message = 'The file makes or changes more than 1,000 campaigns: divide it';
    return refused([{ line: null, column: null, message }]);
  }
  const said = wanted.map((each) => ({
    line: each.line,
    id: each.kind === 'create' ? null : each.id,
    name: each.kind === 'create' ? each.input.name : each.name,
    changes: each.changes,
  }));
  const plan = createHash('sha256').update(JSON.stringify(said)).digest('base64url');
  return { plan, wanted, rows: said, unchanged, troubles: firstOf(troubles) };
}

/** What a file asks for, or first the campaigns that it names: what they are now decides what it asks for. */
function readImport({ file, own }: ImportInput): ReadImport | { named: number[] } {
  const written = readCsv(file, CAMPAIGN_IMPORT);
  if ('trouble' in written) return refused([fileTrouble(written.trouble)]);
  const table = withKnownColumns(written);
  const ofHeader = headerTroubles(table.columns);
  if (ofHeader.length > 0) return refused(ofHeader);
  const named = table.rows.flatMap(({ cells }) => publicRowId('campaign', cells.id ?? '') ?? []);
  if (own === null && named.length > 0) return { named };
  return readRows(table.rows, own ?? new Map());
}

export const importTask = defineTask('csv', readImport);
