import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { renderUi } from '../testing/renderUi';
import { InlineMoney } from './InlineMoney';

function renderBid(onSave: (micros: number) => Promise<unknown>) {
  renderUi(
    <InlineMoney
      label="Bid of Shells"
      fieldLabel="Max bid, CPM"
      micros={3_400_000}
      effect={(micros) => `Half of it is ${micros / 2}`}
      check={(micros) => (micros < 50_000 ? 'Bid at least $0.05' : undefined)}
      onSave={onSave}
    />,
  );
  return userEvent.click(screen.getByRole('button', { name: 'Bid of Shells, $3.40. Edit' }));
}

test('Enter saves and closes; the effect follows what is typed', async () => {
  const onSave = jest.fn(async () => {});
  await renderBid(onSave);
  const field = await screen.findByLabelText('Max bid, CPM');
  await userEvent.clear(field);
  await userEvent.type(field, '3.85');
  screen.getByText('Half of it is 1925000');
  await userEvent.keyboard('{Enter}');
  expect(onSave).toHaveBeenCalledWith(3_850_000);
  await waitFor(() => expect(screen.queryByLabelText('Max bid, CPM')).toBeNull());
});

test('what is wrong stands at the field, from the page and from the server', async () => {
  await renderBid(() => Promise.reject({ errors: { bidMicros: ['Above what your account may bid'] } }));
  const field = await screen.findByLabelText('Max bid, CPM');
  await userEvent.clear(field);
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  screen.getByText('Enter an amount');
  await userEvent.type(field, '0.01');
  screen.getByText('Bid at least $0.05');
  await userEvent.clear(field);
  await userEvent.type(field, '30');
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  await screen.findByText('Above what your account may bid');
});

test.each([
  ['34.01', 'Bid of Shells: $3.40 → $34.01'],
  ['0.33', 'Bid of Shells: $3.40 → $0.33'],
])('a change of more than tenfold to %s asks first, and stays open after a no', async (typed, says) => {
  const onSave = jest.fn(async () => {});
  await renderBid(onSave);
  const field = await screen.findByLabelText('Max bid, CPM');
  await userEvent.clear(field);
  await userEvent.type(field, `${typed}{Enter}`);
  const question = await screen.findByRole('dialog', { name: 'Save a more than tenfold change?' });
  expect(question.textContent).toContain(says);
  await userEvent.click(within(question).getByRole('button', { name: 'Keep as it is' }));
  expect(onSave).not.toHaveBeenCalled();
  expect(screen.getByLabelText<HTMLInputElement>('Max bid, CPM').value).toBe(typed);
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  await userEvent.click(await screen.findByRole('button', { name: `Change to $${typed}` }));
  await waitFor(() => expect(onSave).toHaveBeenCalledWith(Number(typed) * 1_000_000));
  await waitFor(() => expect(screen.queryByLabelText('Max bid, CPM')).toBeNull());
});

test.each(['34', '0.34', '3.41'])('a change of tenfold at most to %s is saved at once', async (typed) => {
  const onSave = jest.fn(async () => {});
  await renderBid(onSave);
  const field = await screen.findByLabelText('Max bid, CPM');
  await userEvent.clear(field);
  await userEvent.type(field, `${typed}{Enter}`);
  expect(onSave).toHaveBeenCalledWith(Number(typed) * 1_000_000);
});
