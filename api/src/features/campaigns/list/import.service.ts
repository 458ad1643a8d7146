import { isDeepStrictEqual } from 'node:util';
import { type CampaignImportAnswer, type CampaignImportPreview, publicId } from '@ezdash/contracts';
import { inTransaction, type Trx } from '../../../platform/db';
import { AppError, ConflictError, ValidationError } from '../../../platform/errors';
import { createFairQueue, digest, workHere } from '../../../platform/work';
import { publicRowId } from '../../figures';
import { fieldsOf } from '../campaignChange';
import { requireRoom } from '../campaignRoom';
import * as repo from '../campaigns.repo';
import {
  applyChange,
  type CampaignDeps,
  type CampaignService,
  type PreparedCampaign,
} from '../campaigns.service';
import { byPerson, type ChangedBy, recordCreated, withHistory } from '../history';
import { onceByKey } from './onceByKey';
import { importTask, type OwnCampaigns, type ReadImport } from './readImport';
import { type ImportTrouble, inFileOrder, troublesOf } from './readImportRow';

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

type Asked = ReadImport & { own: OwnCampaigns };

const MADE_TOGETHER = 50;
/** Carrying out a file is a thousand small works of the ad server's thread: files of all accounts go one after the other. */
const TURNS = { atOnce: 1, mostOfOwner: 2, mostWaiting: 50 };
/** Nobody keeps everybody else's files waiting by waiting for another call of their own. */
const IN_TURN = { lockWaitMs: 500 };

const haveChanged = () =>
  new ConflictError('The campaigns have changed since: look at the file again', 'PLAN_CHANGED');

/** Of the campaigns that were not in review when they were locked, those that are by now. */
async function countReviewed(trx: Trx, locked: readonly repo.CampaignRow[]): Promise<number> {
  const others = locked.filter(({ state }) => state !== 'in_review').map(({ id }) => id);
  const now = await repo.findCampaigns(trx, { ids: others });
  return now.filter(({ state }) => state === 'in_review').length;
}

export function createCampaignImport(
  deps: Pick<CampaignDeps, 'db' | 'clock' | 'work' | 'mostCampaigns'>,
  campaigns: Pick<CampaignService, 'prepareIn' | 'insertIn'>,
): CampaignImportService {
  const { db, clock, work = workHere } = deps;
  const turns = createFairQueue(TURNS);
  const inTurn = <T>(advertiserId: number, run: (trx: Trx) => Promise<T>): Promise<T> =>
    turns.run(advertiserId, () => inTransaction(db, run, IN_TURN));

  /** What a row is refused for, in its line; nothing when it was done. */
  async function attempt(line: number, carryOut: () => Promise<void>): Promise<ImportTrouble[]> {
    try {
      await carryOut();
      return [];
    } catch (error) {
      if (error instanceof ValidationError) return troublesOf(line, error);
      if (error instanceof AppError && error.status < 500)
        return [{ line, column: null, message: error.message }];
      throw error;
    }
  }

  /** What the file asks for, read by a worker, with the campaigns that it was held against. */
  async function read(advertiserId: number, file: Uint8Array): Promise<Asked> {
    const first = await work.run(importTask, { file, own: null }, advertiserId);
    if (!('named' in first)) return { ...first, own: new Map() };
    const rows = await repo.findCampaigns(db, { advertiserId, ids: first.named });
    const own = new Map(
      rows.map((row) => {
        const id = publicId('campaign', row.id);
        return [id, { id, fields: fieldsOf(row) }];
      }),
    );
    const second = await work.run(importTask, { file, own }, advertiserId);
    if ('named' in second) throw new Error('A file of campaigns was read twice, and not whole');
    return { ...second, own };
  }

  /** The campaigns that change, locked as they were when the file was read. */
  async function lock(trx: Trx, advertiserId: number, { wanted, own }: Asked): Promise<repo.CampaignRow[]> {
    const ids = wanted.flatMap((each) =>
      each.kind === 'change' ? (publicRowId('campaign', each.id) ?? []) : [],
    );
    const rows = await repo.lockCampaigns(trx, { advertiserId, ids });
    const isAsRead = (row: repo.CampaignRow) =>
      isDeepStrictEqual(fieldsOf(row), own.get(publicId('campaign', row.id))?.fields);
    if (rows.length < new Set(ids).size || !rows.every(isAsRead)) throw haveChanged();
    return rows;
  }

  /** Does what the file says; with troubles the caller has to undo what was done. */
  async function run(trx: Trx, advertiserId: number, asked: Asked, by: ChangedBy) {
    const { wanted, rows, unchanged } = asked;
    const troubles = [...asked.troubles];
    await requireRoom(trx, deps, advertiserId, wanted.filter(({ kind }) => kind === 'create').length);
    const locked = await lock(trx, advertiserId, asked);
    const byId = new Map(locked.map((row) => [publicId('campaign', row.id), row]));
    const prepared: PreparedCampaign[] = [];
    const created: number[] = [];
    const changed: number[] = [];
    const carryOut = async (each: Asked['wanted'][number]) => {
      if (each.kind === 'create') prepared.push(await campaigns.prepareIn(trx, advertiserId, each.input));
      else {
        const row = byId.get(each.id);
        if (row === undefined) throw haveChanged();
        await applyChange(trx, row, each.change, clock.now());
        changed.push(row.id);
      }
    };
    const work = async () => {
      for (const each of wanted) troubles.push(...(await attempt(each.line, () => carryOut(each))));
      // One by one, a thousand of them kept the database, and the thread that serves ads, busy for a second.
      for (let at = 0; at < prepared.length; at += MADE_TOGETHER)
        created.push(
          ...(await campaigns.insertIn(trx, advertiserId, prepared.slice(at, at + MADE_TOGETHER))),
        );
    };
    // The history of all of them in one piece: line by line it was most of the work.
    const stroke = { by, at: clock.now() };
    await withHistory(
      trx,
      stroke,
      locked.map(({ id }) => id),
      work,
    );
    await recordCreated(trx, stroke, created);
    troubles.sort(inFileOrder);
    const plan = troubles.length > 0 ? null : asked.plan;
    const reviewed = await countReviewed(trx, locked);
    const idsOf = (ids: readonly number[]) => ids.map((id) => publicId('campaign', id));
    return {
      preview: { plan, rows, unchanged, reviewed, troubles },
      created: idsOf(created),
      changed: idsOf(changed),
    };
  }

  return {
    async preview(advertiserId, file) {
      const asked = await read(advertiserId, file);
      try {
        return await inTurn(advertiserId, async (trx) => {
          const { preview } = await run(trx, advertiserId, asked, byPerson(advertiserId));
          throw new TriedAlone(preview);
        });
      } catch (error) {
        if (error instanceof TriedAlone) return error.preview;
        throw error;
      }
    },

    async apply(advertiserId, file, { plan, key, by = byPerson(advertiserId) }) {
      const asked = await read(advertiserId, file);
      const request = `import ${plan} ${(await digest('SHA-256', file)).toString('hex')}`;
      return inTurn(advertiserId, (trx) =>
        onceByKey(trx, { advertiserId, key, request, now: clock.now() }, async () => {
          const { preview, created, changed } = await run(trx, advertiserId, asked, by);
          if (preview.plan !== plan) throw haveChanged();
          return { created, changed };
        }),
      );
    },
  };
}
