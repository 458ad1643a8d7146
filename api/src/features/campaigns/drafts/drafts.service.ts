import {
  DRAFTS,
  type DraftInput,
  type DraftList,
  type DraftSummary,
  type DraftUpdate,
  publicId,
  type StoredCampaignDraft,
} from '@ezdash/contracts';
import type { Clock } from '../../../platform/clock';
import { type Db, inCall, lockOwner } from '../../../platform/db';
import { AppError, ConflictError, NotFoundError } from '../../../platform/errors';
import { publicRowId } from '../../figures';
import { onceByKey } from '../list/onceByKey';
import * as repo from './drafts.repo';

export interface DraftService {
  /** An advertiser's own, last written first. */
  list(advertiserId: number): Promise<DraftList>;
  get(advertiserId: number, id: string): Promise<StoredCampaignDraft>;
  /**
   * 409 `TOO_MANY_DRAFTS` beyond `DRAFTS.most`. Sent again under the same key, whatever was typed since, it makes no second
   * one: the answer is the draft of then as it is now, with nothing written; 404 when it is gone.
   */
  create(advertiserId: number, input: DraftInput, key?: string): Promise<DraftSummary>;
  /**
   * Saves on top of the version that the writer began from. 409 `DRAFT_CHANGED` when somebody has saved since, with
   * the version that is there and when it was written: whoever wants to take over saves on top of that one.
   */
  save(advertiserId: number, id: string, update: DraftUpdate): Promise<DraftSummary>;
  /** With a version, that one alone: 409 `DRAFT_CHANGED`, as `save`, when somebody has saved since. */
  remove(advertiserId: number, id: string, version?: number): Promise<void>;
}

const missing = () => new NotFoundError('No such draft');

const present = ({ id, name, step, version, created_at, updated_at }: Omit<repo.DraftRow, 'form'>) => ({
  id: publicId('campaignDraft', id),
  name,
  step,
  version,
  created_at: created_at.toISOString(),
  updated_at: updated_at.toISOString(),
});

const rowOf = (id: string): number => {
  const row = publicRowId('campaignDraft', id);
  if (row === null) throw missing();
  return row;
};

/** Campaigns that are being written; nothing of them is checked before they are sent. */
export function createDraftService({ db, clock }: { db: Db; clock: Clock }): DraftService {
  async function read(on: Db, advertiserId: number, row: number): Promise<repo.DraftRow> {
    const draft = await repo.findDraft(on, advertiserId, row);
    if (!draft) throw missing();
    return draft;
  }
  const changed = ({ version, updated_at }: DraftSummary) =>
    new AppError(409, 'DRAFT_CHANGED', 'This draft was changed elsewhere', {
      beside: { version, updated_at },
    });

  return {
    async list(advertiserId) {
      return { drafts: (await repo.findDrafts(db, advertiserId)).map(present) };
    },

    async get(advertiserId, id) {
      const draft = await read(db, advertiserId, rowOf(id));
      return { ...present(draft), form: draft.form };
    },

    create(advertiserId, input, key) {
      return inCall(db, async (trx) => {
        const work = async () => {
          await lockOwner(trx, advertiserId);
          if ((await repo.countDrafts(trx, advertiserId)) >= DRAFTS.most)
            throw new ConflictError(
              'There are too many drafts: send or discard one first',
              'TOO_MANY_DRAFTS',
            );
          return { row: await repo.insertDraft(trx, advertiserId, input, clock.now()) };
        };
        // Its writer types on while the answer is lost: the key alone says that it is the same draft.
        const { row } =
          key === undefined
            ? await work()
            : await onceByKey(trx, { advertiserId, key, request: 'draft', now: clock.now() }, work);
        return present(await read(trx, advertiserId, row));
      });
    },

    async save(advertiserId, id, { version, ...input }) {
      const row = rowOf(id);
      const saved = await repo.updateDraft(db, advertiserId, row, version, input, clock.now());
      const now = present(await read(db, advertiserId, row));
      if (saved) return now;
      throw changed(now);
    },

    async remove(advertiserId, id, version) {
      const row = rowOf(id);
      if (await repo.deleteDraft(db, advertiserId, row, version)) return;
      throw changed(present(await read(db, advertiserId, row)));
    },
  };
}
