import { type CampaignHistory, HISTORY_PAGE, publicId } from '@ezdash/contracts';
import type { Db } from '../../../platform/db';
import { NotFoundError } from '../../../platform/errors';
import { publicRowId } from '../../figures';
import { findChanges } from './history.repo';
import { presentChange } from './presentChange';
import { takeSnapshots } from './snapshots';

/** A page of a campaign's changes, newest first. Whose campaign it is was asked before. */
export async function readHistory(
  db: Db,
  campaignId: number,
  cursor: string | undefined,
): Promise<CampaignHistory> {
  const before = cursor === undefined ? null : publicRowId('campaignChange', cursor);
  if (cursor !== undefined && before === null) throw new NotFoundError('No such change');
  const rows = await findChanges(db, campaignId, before, HISTORY_PAGE + 1);
  const now = (await takeSnapshots(db, [campaignId], { hold: false })).get(campaignId) ?? {};
  const page = rows.slice(0, HISTORY_PAGE);
  const last = page.at(-1);
  return {
    changes: page.map((row) => presentChange(row, now)),
    next_cursor: rows.length > HISTORY_PAGE && last ? publicId('campaignChange', last.id) : null,
  };
}
