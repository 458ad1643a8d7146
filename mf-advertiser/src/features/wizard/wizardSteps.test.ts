import { EMPTY_DRAFT } from '../form/campaignForm';
import { checkDraft } from '../form/checkCampaign';
import { firstOpenStep, isWizardStep, neighbour, problemsOfStep, stepOfField } from './wizardSteps';

test.each([
  ['name', 'general'],
  ['creatives.0.name', 'creatives'],
  ['frequency_cap.count', 'targeting'],
  ['ends_at', 'limits'],
  ['targeting.zones.include.0', 'zones'],
  ['submit', null],
])("a server's error at %s belongs to the step %s", (path, step) => {
  expect(stepOfField(path)).toBe(step);
});

test('every field of a draft has its step', () => {
  for (const field of Object.keys(EMPTY_DRAFT)) expect(stepOfField(field)).not.toBeNull();
});

test('the first step that is not in order', () => {
  const problems = checkDraft(EMPTY_DRAFT, 0);
  expect(firstOpenStep(problems)).toBe('general');
  expect(problemsOfStep(problems, 'limits')).toEqual(['bid_micros', 'daily_budget_micros']);
  expect(firstOpenStep({ creatives: { code: 'creatives' } })).toBe('creatives');
  expect(firstOpenStep({})).toBe('zones');
});

test('neighbours end at the ends', () => {
  expect(neighbour('general', -1)).toBeNull();
  expect(neighbour('general', 1)).toBe('creatives');
  expect(neighbour('zones', 1)).toBeNull();
});

test('only known steps are steps', () => {
  expect(isWizardStep('limits')).toBe(true);
  expect(isWizardStep('review')).toBe(false);
  expect(isWizardStep(null)).toBe(false);
});
