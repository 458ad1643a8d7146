import { CAMPAIGN_STATES, PROPERTY_STATES, ZONE_STATES } from '@ezdash/contracts/constants';
import { screen } from '@testing-library/react';
import de from '../locales/de.json';
import en from '../locales/en.json';
import { renderUi } from '../testing/renderUi';
import { Status } from './Status';
import { states } from './states';

test('every state of the contracts is in the vocabulary', () => {
  for (const state of [...CAMPAIGN_STATES, ...PROPERTY_STATES, ...ZONE_STATES]) {
    expect(Object.keys(states)).toContain(state);
  }
});

test('every state has a word in every language', () => {
  for (const texts of [en, de]) {
    expect(Object.keys(texts.state).sort()).toEqual(Object.keys(states).sort());
  }
});

test('says the state and why, and marks its tone', () => {
  renderUi(<Status state="rejected" reason="Landing page answers 404" />);
  expect(screen.getByText('Rejected').closest('.ez-status')?.getAttribute('data-tone')).toBe('bad');
  screen.getByText('Landing page answers 404');
});
