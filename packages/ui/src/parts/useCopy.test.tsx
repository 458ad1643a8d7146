import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderUi } from '../testing/renderUi';
import { useCopy } from './useCopy';

const outcomes: boolean[] = [];
function Part() {
  const { state, said, copy } = useCopy('Reference');
  return (
    <>
      <p id="shown">EZ 42</p>
      <button
        type="button"
        onClick={() =>
          void copy('EZ42', document.getElementById('shown')).then((isCopied) => outcomes.push(isCopied))
        }
      >
        {state}
      </button>
      <span data-testid="said">{said}</span>
    </>
  );
}
/** Lets promises go on while the clock stands. */
const settle = () => act(() => jest.advanceTimersByTimeAsync(0));
const said = () => screen.getByTestId('said').textContent;

beforeEach(() => {
  outcomes.length = 0;
});
afterEach(() => {
  jest.useRealTimers();
  jest.restoreAllMocks();
});

test('says what was copied, and is idle again after a moment that begins anew with each try', async () => {
  jest.useFakeTimers();
  const person = userEvent.setup({ advanceTimers: jest.advanceTimersByTime });
  const written = jest.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  renderUi(<Part />);
  expect(said()).toBe('');
  await person.click(screen.getByRole('button', { name: 'idle' }));
  await settle();
  expect(written).toHaveBeenCalledWith('EZ42');
  expect(said()).toBe('Reference: copied');
  act(() => void jest.advanceTimersByTime(1_500));
  await person.click(screen.getByRole('button', { name: 'copied' }));
  await settle();
  act(() => void jest.advanceTimersByTime(1_500));
  expect(said()).toBe('Reference: copied');
  act(() => void jest.advanceTimersByTime(200));
  expect(said()).toBe('');
  expect(outcomes).toEqual([true, true]);
});

test('never says that it worked when the clipboard is refused, and selects the text', async () => {
  const person = userEvent.setup();
  jest.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('refused'));
  renderUi(<Part />);
  await person.click(screen.getByRole('button', { name: 'idle' }));
  expect(await screen.findByText(/could not be copied/)).toBeTruthy();
  expect(String(getSelection())).toBe('EZ 42');
  expect(outcomes).toEqual([false]);
});

test('nor where there is no clipboard at all, as on plain http', async () => {
  const person = userEvent.setup();
  renderUi(<Part />);
  jest.spyOn(navigator, 'clipboard', 'get').mockReturnValue(Object(undefined));
  await person.click(screen.getByRole('button', { name: 'idle' }));
  expect(await screen.findByText(/could not be copied/)).toBeTruthy();
});
