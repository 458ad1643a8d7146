import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import {
  CAMPAIGN_IMPORT,
  type CampaignImportAnswer,
  type CampaignImportPreview,
  publicId,
} from '@ezdash/contracts';
import { type CsvRow, type CsvTrouble, readCsv } from '../../../platform/csv';
import { inTransaction, type Trx } from '../../../platform/db';
import { type AppError, ConflictError, ValidationError } from '../../../platform/errors';
import { publicRowId } from '../../figures';
import { fieldsOf } from '../campaignChange';
import * as repo from '../campaigns.repo';
import type { CampaignDeps, CampaignService } from '../campaigns.service';
import { byPerson, type ChangedBy } from '../history';
import { onceByKey } from './onceByKey';
import {
  headerTroubles,
  type ImportTrouble,
  inFileOrder,
  readImportRow,
  troublesOf,
  type Wanted,
  withKnownColumns,
} from './readImportRow';

export interface CampaignImportService {
  /** What the file would do, tried for real and taken back: nothing is stored. */
  preview(advertiserId: number, file: Uint8Array): Promise<CampaignImportPreview>;
  /**
   * Makes drafts of rows without an id and changes the campaigns of the others: all of it or nothing. The same file
   * under the same key again answers the same and does nothing.
   * @param plan of the preview; when the file would do something else by now, 409
   */
  apply(
    advertiserId: number,
    file: Uint8Array,
    options: { plan: string; key: string; by?: ChangedBy },
  ): Promise<CampaignImportAnswer>;
}

/** Carries what was found out of a transaction that is undone. */
class TriedAlone extends Error {
  override readonly name = 'TriedAlone';
  constructor(readonly preview: CampaignImportPreview) {
    super('The file was tried, and taken back');
  }
}

const SAID: Readonly<Record<CsvTrouble['code'], string>> = {
  'too-large': 'The file is larger than 5 MB',
  'not-text': 'This is no CSV file in UTF-8',
  empty: 'The file is empty',
  'no-rows': 'The file has no rows below its header',
  'too-many-rows': 'The file has more than 10,000 rows',
  'column-twice': 'This column is there twice',
  'column-unnamed': 'This column has no name',
  broken: 'From here on the file cannot be read: look for a quote that does not end, or a comma too many',
};

function fileTrouble(trouble: CsvTrouble): ImportTrouble {
  const line = trouble.code === 'broken' ? trouble.line : 'column' in trouble ? 1 : null;
  return { line, column: 'column' in trouble ? trouble.column : null, message: SAID[trouble.code] };
}

const refused = (troubles: ImportTrouble[]): CampaignImportPreview => ({
  plan: null,
  rows: [],
  unchanged: 0,
  reviewed: 0,
  troubles,
});

/** Rows that are read without a pause, some milliseconds. */
const ROWS_AT_ONCE = 100;

type Doing = Exclude<Wanted, { kind: 'same' }>;
/** A campaign of the file as it was when it was locked. */
interface Own {
  id: string;
  fields: ReturnType<typeof fieldsOf>;
  row: repo.CampaignRow;
}

/** Names what would be done. */
async function planOf(rows: CampaignImportPreview['rows']): Promise<string> {
  const hash = createHash('sha256');
  for (const [at, row] of rows.entries()) {
    if (at % ROWS_AT_ONCE === 0) await setImmediate();
    hash.update(`${JSON.stringify(row)}\n`);
  }
  return hash.digest('base64url');
}

/** What a campaign refuses, as troubles of its line. */
const refusedLine = (line: number, error: AppError): ImportTrouble[] =>
  error instanceof ValidationError
    ? troublesOf(line, error)
    : [{ line, column: null, message: error.message }];

/** Of the campaigns that were approved when they were locked, those that are in review by now. */
async function countReviewed(trx: Trx, locked: readonly repo.CampaignRow[]): Promise<number> {
  const approved = locked.filter(({ state }) => state === 'approved').map(({ id }) => id);
  const now = await repo.findCampaigns(trx, { ids: approved });
  return now.filter(({ state }) => state === 'in_review').length;
}

/** Rows that name a campaign twice, or one that is not there. */
function idTroubles(rows: readonly CsvRow[], own: ReadonlyMap<string, unknown>): ImportTrouble[] {
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

export function createCampaignImport(
  { db, clock }: Pick<CampaignDeps, 'db' | 'clock'>,
  campaigns: Pick<CampaignService, 'createManyIn' | 'changeManyIn'>,
): CampaignImportService {
  /** Does what the rows want, and adds what their campaigns refuse to the troubles of their lines. */
  async function carryOut(
    trx: Trx,
    advertiserId: number,
    wanted: readonly Doing[],
    { own, troubles, by }: { own: ReadonlyMap<string, Own>; troubles: ImportTrouble[]; by: ChangedBy },
  ) {
    const creates = wanted.filter((each) => each.kind === 'create');
    const changes = wanted.flatMap((each) => {
      const row = each.kind === 'change' ? own.get(each.id)?.row : undefined;
      return each.kind === 'change' && row ? [{ ...each, row }] : [];
    });
    const inputs = creates.map(({ input }) => input);
    const made = await campaigns.createManyIn(trx, advertiserId, inputs, by);
    const refused = await campaigns.changeManyIn(trx, changes, by);
    const created = made.flatMap((id, at) => {
      if (typeof id === 'number') return [publicId('campaign', id)];
      troubles.push(...refusedLine(creates[at]?.line ?? 0, id));
      return [];
    });
    const changed = changes.flatMap(({ id, line }, at) => {
      const refusal = refused[at] ?? null;
      if (refusal === null) return [id];
      troubles.push(...refusedLine(line, refusal));
      return [];
    });
    return { created, changed };
  }

  /** Reads the file and does what it says; with troubles the caller has to undo what was done. */
  async function run(trx: Trx, advertiserId: number, file: Uint8Array, by: ChangedBy) {
    const nothing = (troubles: ImportTrouble[]) => ({ preview: refused(troubles), created: [], changed: [] });
    const written = readCsv(file, CAMPAIGN_IMPORT);
    if ('trouble' in written) return nothing([fileTrouble(written.trouble)]);
    const table = withKnownColumns(written);
    const ofHeader = headerTroubles(table.columns);
    if (ofHeader.length > 0) return nothing(ofHeader);
    const numbers = table.rows.flatMap(({ cells }) => publicRowId('campaign', cells.id ?? '') ?? []);
    const locked = await repo.lockCampaigns(trx, { advertiserId, ids: numbers });
    const own = new Map(
      locked.map((row): [string, Own] => {
        const id = publicId('campaign', row.id);
        return [id, { id, fields: fieldsOf(row), row }];
      }),
    );
    const troubles = idTroubles(table.rows, own);
    const wanted: Doing[] = [];
    let unchanged = 0;
    for (const [at, row] of table.rows.entries()) {
      // The process serves ads meanwhile.
      if (at % ROWS_AT_ONCE === 0) await setImmediate();
      const before = own.get(row.cells.id ?? '') ?? null;
      if (before === null && row.cells.id) continue;
      const read = readImportRow(row, before);
      if (Array.isArray(read)) troubles.push(...read);
      else if (read.kind === 'same') unchanged += 1;
      else wanted.push(read);
    }
    const { created, changed } = await carryOut(trx, advertiserId, wanted, { own, troubles, by });
    const rows = wanted.map((each) => ({
      line: each.line,
      id: each.kind === 'create' ? null : each.id,
      name: each.kind === 'create' ? each.input.name : each.name,
      changes: each.changes,
    }));
    troubles.sort(inFileOrder);
    const plan = troubles.length > 0 ? null : await planOf(rows);
    const reviewed = await countReviewed(trx, locked);
    return { preview: { plan, rows, unchanged, reviewed, troubles }, created, changed };
  }

  return {
    async preview(advertiserId, file) {
      try {
        return await inTransaction(db, async (trx) => {
          const { preview } = await run(trx, advertiserId, file, byPerson(advertiserId));
          throw new TriedAlone(preview);
        });
      } catch (error) {
        if (error instanceof TriedAlone) return error.preview;
        throw error;
      }
    },

    apply(advertiserId, file, { plan, key, by = byPerson(advertiserId) }) {
      const request = `import ${plan} ${createHash('sha256').update(file).digest('hex')}`;
      return inTransaction(db, (trx) =>
        onceByKey(trx, { advertiserId, key, request, now: clock.now() }, async () => {
          const { preview, created, changed } = await run(trx, advertiserId, file, by);
          if (preview.plan !== plan)
            throw new ConflictError(
              'The campaigns have changed since: look at the file again',
              'PLAN_CHANGED',
            );
          return { created, changed };
        }),
      );
    },
  };
}
