import type { CampaignAction, CampaignState } from '@ezdash/contracts';
import { CAMPAIGN_STATES } from '@ezdash/contracts/constants';

const MAY: Readonly<Record<CampaignAction['action'], readonly CampaignState[]>> = {
  pause: ['running', 'scheduled', 'unfunded', 'budgetReached', 'pausedBySystem'],
  resume: ['pausedByUser'],
  submit: ['draft', 'rejected', 'stopped'],
  archive: CAMPAIGN_STATES.filter((state) => state !== 'archived'),
};

/** Whether the page offers the action; the server has the last word. */
export function mayAct(state: CampaignState, action: CampaignAction['action']): boolean {
  return MAY[action].includes(state);
}
