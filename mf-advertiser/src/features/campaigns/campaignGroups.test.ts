import { CAMPAIGN_STATES } from '@ezdash/contracts/constants';
import { mayAct } from './campaignGroups';

test('what a state allows: nothing archived is touched, only drafts and what was rejected or stopped is submitted', () => {
  expect(CAMPAIGN_STATES.filter((state) => mayAct(state, 'submit'))).toEqual([
    'draft',
    'rejected',
    'stopped',
  ]);
  expect(CAMPAIGN_STATES.filter((state) => mayAct(state, 'resume'))).toEqual(['pausedByUser']);
  expect(CAMPAIGN_STATES.filter((state) => mayAct(state, 'archive'))).not.toContain('archived');
  expect(mayAct('running', 'pause')).toBe(true);
  expect(mayAct('draft', 'pause')).toBe(false);
});
