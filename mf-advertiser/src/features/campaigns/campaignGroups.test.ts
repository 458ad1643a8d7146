import type { Campaign, CampaignState } from '@ezdash/contracts';
import { CAMPAIGN_STATES } from '@ezdash/contracts/constants';
import { CAMPAIGN_GROUPS, countGroups, isInGroup, matchesText, mayAct } from './campaignGroups';

const inState = (state: CampaignState) => ({ state }) as Campaign;

test.each<[CampaignState, string[]]>([
  ['running', ['all', 'running']],
  ['rejected', ['all', 'needsYou']],
  ['unfunded', ['all', 'needsYou']],
  ['budgetReached', ['all', 'needsYou']],
  ['pausedBySystem', ['all', 'needsYou']],
  ['pausedByUser', ['all', 'paused']],
  ['draft', ['all', 'drafts']],
  ['inReview', ['all']],
  ['scheduled', ['all']],
  ['completed', ['all']],
  ['archived', ['archived']],
])('%s is shown under %j', (state, groups) => {
  expect(CAMPAIGN_GROUPS.filter((group) => isInGroup(state, group))).toEqual(groups);
});

test('the counts of the segments; archived campaigns are not among all', () => {
  expect(countGroups(CAMPAIGN_STATES.map(inState))).toEqual({
    all: CAMPAIGN_STATES.length - 1,
    running: 1,
    needsYou: 4,
    paused: 1,
    drafts: 1,
    archived: 1,
  });
});

test('a text finds words of the name in any order, and ids', () => {
  const campaign = { id: 'c_7K2', name: 'Winter shells, US and CA desktop' };
  expect(matchesText(campaign, ' desktop  winter ')).toBe(true);
  expect(matchesText(campaign, '7k2')).toBe(true);
  expect(matchesText(campaign, 'winter boots')).toBe(false);
  expect(matchesText(campaign, '')).toBe(true);
});

test('what a state allows: nothing archived is touched, only drafts and rejected ones are submitted', () => {
  expect(CAMPAIGN_STATES.filter((state) => mayAct(state, 'submit'))).toEqual(['draft', 'rejected']);
  expect(CAMPAIGN_STATES.filter((state) => mayAct(state, 'resume'))).toEqual(['pausedByUser']);
  expect(CAMPAIGN_STATES.filter((state) => mayAct(state, 'archive'))).not.toContain('archived');
  expect(mayAct('running', 'pause')).toBe(true);
  expect(mayAct('draft', 'pause')).toBe(false);
});
