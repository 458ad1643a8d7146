import { createHash } from 'node:crypto';
import {
  CAMPAIGN_IMPORT,
  type CampaignImportAnswer,
  type CampaignImportPreview,
  publicId,
} from '@ezdash/contracts';
import { type CsvRow, type CsvTrouble, readCsv } from '../../../platform/csv';
import { inTransaction, type Trx } from '../../../platform/db';
import { AppError, ConflictError, ValidationError } from '../../../platform/errors';
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

/** Of the campaigns that were not in review when they were locked, those that are by now. */
async function countReviewed(trx: Trx, locked: readonly repo.CampaignRow[]): Promise<number> {
  const others = locked.filter(({ state }) => state !== 'in_review').map(({ id }) => id);
  const now = await repo.findCampaigns(trx, { ids: others });
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
  campaigns: Pick<CampaignService, 'createIn' | 'changeIn'>,
): CampaignImportService {
  /** Does what a row wants; what its campaign refuses is a trouble of its line. */
  async function carryOut(
    trx: Trx,
    advertiserId: number,
    wanted: Exclude<Wanted, { kind: 'same' }>,
    by: ChangedBy,
  ): Promise<string | ImportTrouble[]> {
    try {
      if (wanted.kind === 'create')
        return publicId('campaign', await campaigns.createIn(trx, advertiserId, wanted.input, by));
      await campaigns.changeIn(trx, advertiserId, wanted.id, wanted.change, by);
      return wanted.id;
    } catch (error) {
      if (error instanceof ValidationError) return troublesOf(wanted.line, error);
      if (error instanceof AppError && error.status < 500)
        return [{ line: wanted.line, column: null, message: error.message }];
      throw error;
    }
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
      locked.map((row) => [
        publicId('campaign', row.id),
        { id: publicId('campaign', row.id), fields: fieldsOf(row) },
      ]),
    );
    const troubles = idTroubles(table.rows, own);
    const wanted: Exclude<Wanted, { kind: 'same' }>[] = [];
    let unchanged = 0;
    for (const row of table.rows) {
      const before = own.get(row.cells.id ?? '') ?? null;
      if (before === null && row.cells.id) continue;
      const read = readImportRow(row, before);
      if (Array.isArray(read)) troubles.push(...read);
      else if (read.kind === 'same') unchanged += 1;
      else wanted.push(read);
    }
    if (wanted.length > CAMPAIGN_IMPORT.mostChanges)
      return nothing([
        {
          line: null,
          column: null,
          message: 'The file makes or changes more than 1,000 campaigns: divide it',
        },
      ]);
    const created: string[] = [];
    const changed: string[] = [];
    for (const each of wanted) {
      const done = await carryOut(trx, advertiserId, each, by);
      if (Array.isArray(done)) troubles.push(...done);
      else (each.kind === 'create' ? created : changed).push(done);
    }
    const rows = wanted.map((each) => ({
      line: each.line,
      id: each.kind === 'create' ? null : each.id,
      name: each.kind === 'create' ? each.input.name : each.name,
      changes: each.changes,
    }));
    troubles.sort(inFileOrder);
    const plan =
      troubles.length > 0 ? null : createHash('sha256').update(JSON.stringify(rows)).digest('base64url');
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
