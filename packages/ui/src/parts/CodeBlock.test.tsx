import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderUi } from '../testing/renderUi';
import { CodeBlock } from './CodeBlock';

// The toasts have a place of their own.
const live = () => within(screen.getByRole('figure')).getByRole('status');
const said = () => live().textContent;

test('copying is seen on the button and read aloud beside it', async () => {
  const user = userEvent.setup();
  const write = jest.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  renderUi(<CodeBlock code="<ins></ins>" label="Tag, 300×250" />);
  expect(said()).toBe('');
  await user.click(screen.getByRole('button', { name: 'Copy' }));
  expect(await screen.findByRole('button', { name: 'Copied' })).toBeTruthy();
  expect(said()).toBe('Tag, 300×250: copied');
  expect(write).toHaveBeenCalledWith('<ins></ins>');
  // What is announced must not be part of the button's name.
  expect(screen.getByRole('button').contains(live())).toBe(false);
});

test('where copying is not allowed, the code is selected and the way on is said', async () => {
  const user = userEvent.setup();
  jest.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('denied'));
  renderUi(<CodeBlock code="<ins></ins>" label="Tag" />);
  await user.click(screen.getByRole('button', { name: 'Copy' }));
  expect(said()).toMatch(/It is selected: press Ctrl\+C/);
  expect(getSelection()?.toString()).toBe('<ins></ins>');
});
