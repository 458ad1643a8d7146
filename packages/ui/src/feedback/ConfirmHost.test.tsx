import { act, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { renderUi } from '../testing/renderUi';
import { type ConfirmOptions, confirm } from './confirm';

const options: ConfirmOptions = {
  title: 'Archive 2 campaigns?',
  text: <p>They stop within 5 seconds.</p>,
  verb: 'Archive 2 campaigns',
};

function ask(): Promise<boolean> {
  let answer: Promise<boolean> = Promise.resolve(false);
  act(() => {
    answer = confirm(options);
  });
  return answer;
}

test('the focus starts on the way out, so Enter changes nothing', async () => {
  renderUi(<p>page</p>);
  const answer = ask();
  const wayOut = await screen.findByRole('button', { name: 'Keep as it is' });
  await waitFor(() => expect(document.activeElement).toBe(wayOut));
  expect(screen.getByRole('dialog', { name: 'Archive 2 campaigns?' }).textContent).toContain('5 seconds');
  await userEvent.keyboard('{Enter}');
  expect(await answer).toBe(false);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('the verb says yes', async () => {
  renderUi(<p>page</p>);
  const answer = ask();
  await userEvent.click(await screen.findByRole('button', { name: 'Archive 2 campaigns' }));
  expect(await answer).toBe(true);
});

test('Escape says no, and so does a second question', async () => {
  renderUi(<p>page</p>);
  const first = ask();
  const second = ask();
  expect(await first).toBe(false);
  await screen.findByRole('dialog');
  await userEvent.keyboard('{Escape}');
  expect(await second).toBe(false);
});

function Archive({ onAnswer }: { onAnswer: (yes: boolean) => void }) {
  return (
    <>
      <button type="button">Before</button>
      <button type="button" onClick={async () => onAnswer(await confirm(options))}>
        Archive
      </button>
    </>
  );
}

test.each([
  ['Escape', () => userEvent.keyboard('{Escape}'), false],
  ['the way out', () => userEvent.click(screen.getByRole('button', { name: 'Keep as it is' })), false],
  ['the cross', () => userEvent.click(screen.getByRole('button', { name: 'Close' })), false],
  ['the verb', () => userEvent.click(screen.getByRole('button', { name: options.verb })), true],
])('after %s the focus is back on what asked, for the first question and the next', async (_, end, yes) => {
  const onAnswer = jest.fn();
  renderUi(<Archive onAnswer={onAnswer} />);
  const opener = screen.getByRole('button', { name: 'Archive' });
  for (const time of [1, 2]) {
    opener.focus();
    await userEvent.keyboard('{Enter}');
    const wayOut = await screen.findByRole('button', { name: 'Keep as it is' });
    await waitFor(() => expect(document.activeElement).toBe(wayOut));
    await end();
    await waitFor(() => expect(document.activeElement).toBe(opener));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(document.activeElement).toBe(opener);
    expect(onAnswer).toHaveBeenCalledTimes(time);
    expect(onAnswer).toHaveBeenLastCalledWith(yes);
  }
});
