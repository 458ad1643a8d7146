import type { Campaign, CampaignAction, CampaignState } from '@ezdash/contracts';
import { CAMPAIGN_STATES } from '@ezdash/contracts/constants';

/** Segments above the list, in this order. `all` leaves the archived ones out: they are put away. */
export const CAMPAIGN_GROUPS = ['all', 'running', 'needsYou', 'paused', 'drafts', 'archived'] as const;
export type CampaignGroup = (typeof CAMPAIGN_GROUPS)[number];

const MEMBERS: Readonly<Record<Exclude<CampaignGroup, 'all'>, readonly CampaignState[]>> = {
  running: ['running'],
  needsYou: ['rejected', 'unfunded', 'budgetReached', 'pausedBySystem'],
  paused: ['pausedByUser'],
  drafts: ['draft'],
  archived: ['archived'],
};

export function isInGroup(state: CampaignState, group: CampaignGroup): boolean {
  return group === 'all' ? state !== 'archived' : MEMBERS[group].includes(state);
}

/** How many campaigns each segment holds. */
export function countGroups(campaigns: readonly Campaign[]): Record<CampaignGroup, number> {
  const counts = { all: 0, running: 0, needsYou: 0, paused: 0, drafts: 0, archived: 0 };
  for (const { state } of campaigns)
    for (const group of CAMPAIGN_GROUPS) if (isInGroup(state, group)) counts[group]++;
  return counts;
}

/** Every word of the text stands in the name, or the text is (part of) the id. */
export function matchesText(campaign: Pick<Campaign, 'id' | 'name'>, text: string): boolean {
  const wanted = text.trim().toLocaleLowerCase();
  if (campaign.id.toLowerCase().includes(wanted)) return true;
  const name = campaign.name.toLocaleLowerCase();
  return wanted.split(/\s+/).every((word) => name.includes(word));
}

const MAY: Readonly<Record<CampaignAction['action'], readonly CampaignState[]>> = {
  pause: ['running', 'scheduled', 'unfunded', 'budgetReached', 'pausedBySystem'],
  resume: ['pausedByUser'],
  submit: ['draft', 'rejected'],
  archive: CAMPAIGN_STATES.filter((state) => state !== 'archived'),
};

/** Whether the page offers the action; the server has the last word. */
export function mayAct(state: CampaignState, action: CampaignAction['action']): boolean {
  return MAY[action].includes(state);
}
