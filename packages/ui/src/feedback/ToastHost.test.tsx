import { act, fireEvent, screen } from '@testing-library/react';
import { renderUi } from '../testing/renderUi';
import { currentToasts, dismissToast, TOAST_MS, toast } from './toast';

beforeEach(() => jest.useFakeTimers());
afterEach(() => {
  act(() => {
    for (const { id } of currentToasts()) dismissToast(id);
  });
  jest.useRealTimers();
});
const pass = (ms: number) => act(() => jest.advanceTimersByTime(ms));

test('Undo takes it back once and closes the toast', () => {
  const undo = jest.fn();
  renderUi(<p>page</p>);
  act(() => toast({ text: 'Campaign paused', undo }));
  expect(screen.getByRole('status').textContent).toContain('Campaign paused');
  fireEvent.click(screen.getByRole('button', { name: 'Undo' }));
  expect(undo).toHaveBeenCalledTimes(1);
  expect(screen.queryByText('Campaign paused')).toBeNull();
});

test('goes after five seconds', () => {
  renderUi(<p>page</p>);
  act(() => toast({ text: 'Saved' }));
  pass(TOAST_MS - 1);
  expect(screen.queryByText('Saved')).not.toBeNull();
  pass(1);
  expect(screen.queryByText('Saved')).toBeNull();
});

test('stays under the pointer and under the focus', () => {
  renderUi(<p>page</p>);
  act(() => toast({ text: 'Saved', undo: () => {} }));
  const entry = screen.getByText('Saved').closest('li') as HTMLElement;
  fireEvent.pointerMove(entry);
  pass(TOAST_MS * 3);
  fireEvent.pointerLeave(entry);
  fireEvent.focus(screen.getByRole('button', { name: 'Undo' }));
  pass(TOAST_MS * 3);
  expect(screen.queryByText('Saved')).not.toBeNull();
  fireEvent.blur(screen.getByRole('button', { name: 'Undo' }));
  pass(TOAST_MS);
  expect(screen.queryByText('Saved')).toBeNull();
});

test('goes when it appeared under a pointer that does not move', () => {
  renderUi(<p>page</p>);
  act(() => toast({ text: 'Saved' }));
  fireEvent.pointerEnter(screen.getByText('Saved').closest('li') as HTMLElement);
  pass(TOAST_MS);
  expect(screen.queryByText('Saved')).toBeNull();
});

test('shows three at most, the newest', () => {
  renderUi(<p>page</p>);
  act(() => {
    for (const text of ['one', 'two', 'three', 'four']) toast({ text });
  });
  expect(screen.getAllByRole('listitem').map((item) => item.textContent)).toEqual(['two', 'three', 'four']);
});

test('can be taken away by who raised it', () => {
  renderUi(<p>page</p>);
  let dismiss = () => {};
  act(() => {
    dismiss = toast({ text: 'Image removed', undo: () => {} });
    toast({ text: 'Saved' });
  });
  act(() => dismiss());
  act(() => dismiss());
  expect(screen.getAllByRole('listitem').map((item) => item.textContent)).toEqual(['Saved']);
});

test('one with something to do stays, whatever else is said, until that or until it is put away', () => {
  const onPress = jest.fn();
  renderUi(<p>page</p>);
  act(() => {
    toast({ text: 'A new version is ready', action: { label: 'Reload', onPress } });
    for (const text of ['one', 'two', 'three', 'four']) toast({ text });
  });
  pass(TOAST_MS * 10);
  expect(screen.getAllByRole('listitem')).toHaveLength(1);
  fireEvent.click(screen.getByRole('button', { name: 'Reload' }));
  expect(onPress).toHaveBeenCalledTimes(1);
  expect(screen.queryByText('A new version is ready')).toBeNull();
  act(() => toast({ text: 'A new version is ready', action: { label: 'Reload', onPress } }));
  fireEvent.click(screen.getByRole('button', { name: 'Not now' }));
  expect(onPress).toHaveBeenCalledTimes(1);
  expect(screen.queryByText('A new version is ready')).toBeNull();
});

test('one about something that goes on has nothing to press, and goes when it is taken away', () => {
  renderUi(<p>page</p>);
  let dismiss = () => {};
  act(() => {
    dismiss = toast({ text: 'Updating', stays: 'busy' });
    for (const text of ['one', 'two', 'three', 'four']) toast({ text });
  });
  pass(TOAST_MS * 10);
  expect(screen.getByRole('listitem').textContent).toBe('Updating');
  expect(screen.queryByRole('button')).toBeNull();
  act(() => dismiss());
  expect(screen.queryByText('Updating')).toBeNull();
});

test('what failed stays until it is put away', () => {
  renderUi(<p>page</p>);
  act(() => {
    toast({ text: 'It does not work', stays: 'problem' });
    toast({ text: 'Saved' });
  });
  pass(TOAST_MS * 10);
  expect(screen.getAllByRole('listitem')).toHaveLength(1);
  fireEvent.click(screen.getByRole('button', { name: 'Close' }));
  expect(screen.queryByText('It does not work')).toBeNull();
});
