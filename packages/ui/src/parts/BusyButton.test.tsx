import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { type FormEvent, useState } from 'react';
import { renderUi } from '../testing/renderUi';
import { BusyButton } from './BusyButton';

function Example({ onSend }: { onSend: () => void }) {
  const [busy, setBusy] = useState(false);
  const send = (event: FormEvent) => {
    event.preventDefault();
    onSend();
    setBusy(true);
  };
  return (
    <form onSubmit={send}>
      <input aria-label="Name" />
      <BusyButton type="submit" busy={busy}>
        Save
      </BusyButton>
    </form>
  );
}

test('sends once, by press or Enter, and keeps the focus while it is busy', async () => {
  const onSend = jest.fn();
  renderUi(<Example onSend={onSend} />);
  const button = screen.getByRole('button', { name: 'Save' });
  expect(button.ariaBusy).not.toBe('true');
  await userEvent.click(button);
  expect(onSend).toHaveBeenCalledTimes(1);
  expect(button.getAttribute('aria-busy')).toBe('true');
  expect(button.getAttribute('aria-disabled')).toBe('true');
  expect(document.activeElement).toBe(button);
  await userEvent.click(button);
  await userEvent.type(screen.getByLabelText('Name'), '{Enter}');
  expect(onSend).toHaveBeenCalledTimes(1);
});

test('waits for another call: does nothing, says why, keeps the focus, and goes on behind it', async () => {
  const onPress = jest.fn();
  const example = (waitsFor?: string) => (
    <>
      <BusyButton busy={false} waitsFor={waitsFor} onClick={onPress}>
        Save
      </BusyButton>
      <p id="why">Another action is running</p>
    </>
  );
  const { rerender } = renderUi(example('why'));
  const button = screen.getByRole('button', { name: 'Save', description: 'Another action is running' });
  await userEvent.click(button);
  expect(onPress).not.toHaveBeenCalled();
  expect(document.activeElement).toBe(button);
  expect([button.getAttribute('aria-disabled'), button.getAttribute('aria-busy')]).toEqual(['true', null]);
  expect(button.hasAttribute('data-disabled')).toBe(true);
  rerender(example());
  expect(screen.getByRole('button', { name: 'Save', description: '' })).toBe(button);
  await userEvent.click(button);
  expect(onPress).toHaveBeenCalledTimes(1);
});
