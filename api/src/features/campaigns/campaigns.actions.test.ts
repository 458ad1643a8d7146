import type { CampaignAction } from '@ezdash/contracts';
import { NO_CLICK_ID, NO_GOAL } from './campaignGoals';
import { type ActionSubject, judgeAction } from './campaigns.actions';
import { CPM_ALONE } from './ownClicks';

const now = new Date('2026-11-21T12:00:00Z');
const past = new Date('2026-11-20T12:00:00Z');
const later = new Date('2026-11-22T12:00:00Z');
const base: ActionSubject = {
  state: 'approved',
  endsAt: null,
  totalSpent: false,
  allShown: false,
  allClicked: false,
  creativeCount: 2,
  approvedCount: 2,
  lacksGoal: false,
  lacksClickId: false,
  escapesPricing: false,
};

type Case = [action: CampaignAction['action'], subject: Partial<ActionSubject>, outcome: string];
const cases: Case[] = [
  ['pause', {}, 'paused'],
  ['pause', { endsAt: later }, 'paused'],
  ['pause', { endsAt: past }, 'The end has passed already'],
  ['pause', { endsAt: now }, 'The end has passed already'],
  ['pause', { totalSpent: true }, 'The total budget is spent already'],
  ['pause', { allShown: true }, 'The impression limit is reached already'],
  ['pause', { state: 'draft' }, 'Only an approved campaign can be paused'],
  ['pause', { state: 'in_review' }, 'Only an approved campaign can be paused'],
  ['pause', { state: 'paused' }, 'Only an approved campaign can be paused'],
  ['resume', { state: 'paused' }, 'approved'],
  ['resume', { state: 'paused', approvedCount: 1 }, 'in_review'],
  ['resume', { state: 'paused', approvedCount: 0, creativeCount: 0 }, 'in_review'],
  ['resume', {}, 'Only a paused campaign can be resumed'],
  ['resume', { state: 'rejected' }, 'Only a paused campaign can be resumed'],
  ['resume', { state: 'stopped' }, 'The network stopped this campaign. Change it and submit it again'],
  ['pause', { state: 'stopped' }, 'Only an approved campaign can be paused'],
  ['archive', {}, 'archived'],
  ['archive', { state: 'in_review' }, 'archived'],
  ['archive', { state: 'archived' }, 'The campaign is archived already'],
  ['submit', { state: 'draft' }, 'in_review'],
  ['submit', { state: 'rejected', approvedCount: 0 }, 'in_review'],
  ['submit', { state: 'stopped' }, 'in_review'],
  ['submit', { state: 'stopped', creativeCount: 0 }, 'Add at least one creative'],
  ['submit', { state: 'draft', creativeCount: 0 }, 'Add at least one creative'],
  ['submit', { state: 'draft', lacksGoal: true }, NO_GOAL],
  ['submit', { state: 'draft', lacksClickId: true }, NO_CLICK_ID],
  ['submit', { state: 'draft', escapesPricing: true }, CPM_ALONE],
  // It stood so before there was the rule: what is running is not changed by it.
  ['pause', { escapesPricing: true }, 'paused'],
  ['submit', { state: 'draft', endsAt: past }, 'The end has passed already'],
  ['submit', {}, 'Only a draft or a rejected campaign can be submitted'],
  ['submit', { state: 'in_review' }, 'Only a draft or a rejected campaign can be submitted'],
  ['submit', { state: 'archived' }, 'Only a draft or a rejected campaign can be submitted'],
];

test.each(cases)('%s of %j: %s', (action, subject, outcome) => {
  const verdict = judgeAction(action, { ...base, ...subject }, now);
  expect(verdict.ok ? verdict.next : verdict.message).toBe(outcome);
});
