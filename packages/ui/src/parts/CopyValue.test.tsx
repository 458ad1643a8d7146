import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderUi } from '../testing/renderUi';
import { CopyValue } from './CopyValue';

afterEach(() => jest.restoreAllMocks());

const show = () =>
  renderUi(
    <dl>
      <CopyValue label="IBAN" value="AT611904300234573201">
        AT61 1904 3002 3457 3201
      </CopyValue>
    </dl>,
  );

test('copies the fact, not how it is shown, and says so', async () => {
  const person = userEvent.setup();
  const written = jest.spyOn(navigator.clipboard, 'writeText');
  show();
  await person.click(screen.getByRole('button', { name: 'Copy IBAN' }));
  expect(written).toHaveBeenCalledWith('AT611904300234573201');
  expect(await screen.findByText('IBAN: copied')).toBeTruthy();
});

test('where copying is refused it selects the fact, and says what to press', async () => {
  const person = userEvent.setup();
  jest.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('Refused'));
  show();
  await person.click(screen.getByRole('button', { name: 'Copy IBAN' }));
  expect(await screen.findByText(/It is selected: press Ctrl\+C/)).toBeTruthy();
  expect(String(getSelection())).toBe('AT61 1904 3002 3457 3201');
});
