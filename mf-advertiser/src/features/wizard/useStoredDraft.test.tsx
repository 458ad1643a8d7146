import { TAKEOVER_EVENT } from '@ezdash/contracts/constants';
import { act, render } from '@testing-library/react';
import { EMPTY_DRAFT } from '../form/campaignForm';
import { loadDraft } from './draftStorage';
import { useDraftKeeper } from './useStoredDraft';

function Form({ name }: { name: string }) {
  useDraftKeeper(7, name === '' ? EMPTY_DRAFT : { ...EMPTY_DRAFT, name }, null);
  return null;
}

afterEach(() => localStorage.clear());

test.each(['pagehide', TAKEOVER_EVENT])('what was typed this moment is kept at %s', (end) => {
  const { rerender } = render(<Form name="" />);
  rerender(<Form name="Winter shells" />);
  expect(loadDraft(7)).toBeNull();
  act(() => void window.dispatchEvent(new Event(end)));
  expect(loadDraft(7)?.draft.name).toBe('Winter shells');
});
