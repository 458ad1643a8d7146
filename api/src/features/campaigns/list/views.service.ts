import {
  CAMPAIGN_LIST,
  type CampaignSavedView,
  type CampaignViewInput,
  type CampaignViewSettings,
  type CampaignViews,
  publicId,
} from '@ezdash/contracts';
import type { Clock } from '../../../platform/clock';
import { type Db, inTransaction, lockOwner, type Trx } from '../../../platform/db';
import { ConflictError, NotFoundError, ValidationError } from '../../../platform/errors';
import { publicRowId } from '../../figures';
import * as repo from './views.repo';

export interface CampaignViewService {
  /** A person's own, by name. */
  list(userId: number): Promise<CampaignViews>;
  /** Refuses (422) a name that is taken, whatever its case; 409 beyond the most there may be. */
  create(userId: number, input: CampaignViewInput): Promise<CampaignSavedView>;
  /** Another name, other settings; somebody else's does not exist (404). */
  replace(userId: number, id: string, input: CampaignViewInput): Promise<CampaignSavedView>;
  remove(userId: number, id: string): Promise<void>;
}

const notFound = () => new NotFoundError('No such view');
const present = ({ id, name, settings }: repo.ViewRow): CampaignSavedView => ({
  id: publicId('campaignView', id),
  name,
  settings: settings as CampaignViewSettings,
});

async function refuseTaken(trx: Trx, userId: number, name: string, but: number | null): Promise<void> {
  const taken = (await repo.findViews(trx, userId)).some(
    (view) => view.id !== but && view.name.toLowerCase() === name.toLowerCase(),
  );
  if (taken) throw new ValidationError({ name: ['You have a view of this name'] });
}

export function createCampaignViews({ db, clock }: { db: Db; clock: Clock }): CampaignViewService {
  return {
    list: async (userId) => ({ views: (await repo.findViews(db, userId)).map(present) }),

    create: (userId, { name, settings }) =>
      inTransaction(db, async (trx) => {
        await lockOwner(trx, userId);
        await refuseTaken(trx, userId, name, null);
        const count = (await repo.findViews(trx, userId)).length;
        if (count >= CAMPAIGN_LIST.mostViews)
          throw new ConflictError('You have 50 views: delete one first', 'TOO_MANY_VIEWS');
        return present(await repo.insertView(trx, userId, name, settings, clock.now()));
      }),

    replace: (userId, id, { name, settings }) =>
      inTransaction(db, async (trx) => {
        const row = publicRowId('campaignView', id);
        if (row === null) throw notFound();
        await lockOwner(trx, userId);
        await refuseTaken(trx, userId, name, row);
        const changed = await repo.updateView(trx, userId, row, { name, settings, now: clock.now() });
        if (!changed) throw notFound();
        return present(changed);
      }),

    async remove(userId, id) {
      const row = publicRowId('campaignView', id);
      if (row === null || !(await repo.deleteView(db, userId, row))) throw notFound();
    },
  };
}
