import { TAKEOVER_EVENT } from '@ezdash/contracts/constants';
import { act, fireEvent, screen } from '@testing-library/react';
import { renderAdvertiser } from '../../testing/renderAdvertiser';
import { loadDraft } from './draftStorage';

const USER = 1001;
afterEach(() => localStorage.clear());

test.each(['pagehide', TAKEOVER_EVENT])('what was typed this moment is kept at %s', async (end) => {
  renderAdvertiser('/advertiser/campaigns/new', {});
  const name = await screen.findByRole('textbox', { name: 'Name' });
  fireEvent.change(name, { target: { value: 'Winter shells' } });
  expect(loadDraft(USER)).toBeNull();
  act(() => void window.dispatchEvent(new Event(end)));
  expect(loadDraft(USER)?.draft.name).toBe('Winter shells');
});
