import type { Campaign, CampaignHistory, CampaignUpdate, UndoRefusal } from '@ezdash/contracts';
import { type Db, inCall, type Trx } from '../../platform/db';
import { AppError, ConflictError, NotFoundError, ValidationError } from '../../platform/errors';
import { publicRowId, singleDay } from '../figures';
import { isKeptRow, requireRoom } from './campaignRoom';
import type { StoredCampaignState } from './campaignState';
import { judgeWayBack, readSubject } from './campaigns.actions';
import * as repo from './campaigns.repo';
import { applyChange, type CampaignDeps, type CampaignService } from './campaigns.service';
import {
  byPerson,
  type ChangedBy,
  type ChangeRow,
  findChange,
  judgeUndo,
  presentFields,
  readHistory,
  restored,
  takeSnapshots,
  withHistory,
} from './history';
import { completeTargeting } from './sparseTargeting';

export interface UndoService {
  /** What was changed of an advertiser's campaign, newest first; 404 of somebody else's. */
  history(advertiserId: number, id: string, cursor?: string): Promise<CampaignHistory>;
  /**
   * Takes a change back by a new one, under the rules of every change. 409 with the refusal as its code (`UNDO_LATER`, …)
   * and the fields that stand in the way; 409 `UNDO_REFUSED` says which rule forbids what was before.
   */
  undo(advertiserId: number, id: string, changeId: string, by?: ChangedBy): Promise<Campaign>;
}

const REFUSALS: Readonly<Record<UndoRefusal, string>> = {
  created: 'The making of a campaign cannot be undone: archive it',
  staff: 'The network decided this, so only the network can change it back',
  undone: 'This change is undone already',
  later: 'What this change made was changed again since: undo the later change first',
  archived: 'An archived campaign does not change',
  state: 'There is no way back to the state the campaign had before',
};

const refuse = (refused: UndoRefusal, fields: string[]) =>
  new AppError(409, `UNDO_${refused.toUpperCase()}`, REFUSALS[refused], { beside: { fields } });

const TARGETING = 'targeting.';
const NOTHING = { include: [], exclude: [] };

/** The update that sets back what a change changed. */
function updateBack(change: ChangeRow, row: repo.CampaignRow): CampaignUpdate {
  const wanted = new Set(restored(change));
  const update: Record<string, unknown> = {};
  const dimensions: Record<string, unknown> = {};
  for (const { field, before } of presentFields(change)) {
    if (!wanted.has(field)) continue;
    if (field.startsWith(TARGETING)) {
      const dimension = field.slice(TARGETING.length);
      dimensions[dimension] = before ?? (dimension === 'hours' ? null : NOTHING);
    } else update[field] = before;
  }
  if (Object.keys(dimensions).length > 0)
    update.targeting = { ...completeTargeting(row.targeting), ...dimensions };
  return update as CampaignUpdate;
}

async function moveBack(trx: Trx, row: repo.CampaignRow, change: ChangeRow, now: Date): Promise<void> {
  const before = change.changes.state?.before as StoredCampaignState;
  const verdict = judgeWayBack(before, await readSubject(trx, row, now), now);
  if (!verdict.ok) throw new ConflictError(verdict.message, 'UNDO_REFUSED');
  await repo.setCampaignState(trx, row.id, verdict.next, now);
}

/** A rule of the form says no: as a refusal, because there is no form to show it beside. */
function asRefusal(error: unknown): unknown {
  if (!(error instanceof ValidationError)) return error;
  const [message = error.message] = Object.values(error.errors ?? {}).flat();
  return new ConflictError(message, 'UNDO_REFUSED');
}

export function createUndoService(
  deps: Pick<CampaignDeps, 'db' | 'clock' | 'mostCampaigns'>,
  campaigns: Pick<CampaignService, 'get'>,
): UndoService {
  const { db, clock } = deps;
  async function takeBack(trx: Trx, row: repo.CampaignRow, change: ChangeRow, by: ChangedBy) {
    const now = clock.now();
    const judged = judgeUndo(change, (await takeSnapshots(trx, [row.id])).get(row.id) ?? {});
    if (judged.refused !== null) throw refuse(judged.refused, judged.fields);
    await withHistory(trx, { by, at: now, undoes: change.id }, [row.id], async () => {
      if (restored(change).length === 0) await moveBack(trx, row, change, now);
      else
        await applyChange(trx, row, updateBack(change, row), now).catch((error: unknown) => {
          throw asRefusal(error);
        });
    });
  }

  const ownRow = async (trx: Db, advertiserId: number, id: string) => {
    const rowNumber = publicRowId('campaign', id);
    const [row] = rowNumber === null ? [] : await repo.findCampaigns(trx, { advertiserId, ids: [rowNumber] });
    if (!row) throw new NotFoundError('No such campaign');
    return row;
  };

  return {
    async history(advertiserId, id, cursor) {
      const { id: row } = await ownRow(db, advertiserId, id);
      return readHistory(db, row, cursor);
    },

    async undo(advertiserId, id, changeId, by = byPerson(advertiserId)) {
      const changeRow = publicRowId('campaignChange', changeId);
      await inCall(db, async (trx) => {
        const own = await ownRow(trx, advertiserId, id);
        const rowNumber = own.id;
        // Archived so long ago that it counts no more: back in use it is one more.
        if (!isKeptRow(own, clock.now())) await requireRoom(trx, deps, advertiserId);
        const [row] = await repo.lockCampaigns(trx, { advertiserId, ids: [rowNumber] });
        const change = changeRow === null ? undefined : await findChange(trx, rowNumber, changeRow);
        if (!row || !change) throw new NotFoundError('No such change');
        await takeBack(trx, row, change, by);
      });
      return campaigns.get(advertiserId, id, singleDay(clock.now()));
    },
  };
}
