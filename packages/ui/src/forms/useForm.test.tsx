import { Button, Checkbox, TextInput } from '@mantine/core';
import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { renderUi } from '../testing/renderUi';
import { MoneyInput } from './MoneyInput';
import { useForm } from './useForm';

interface Values {
  name: string;
  bidMicros: number | null;
  terms: boolean;
}

interface CampaignProps {
  onSubmit: (values: Values) => Promise<unknown>;
  amounts?: { bidMicros: string };
}

function Campaign({ onSubmit, amounts }: CampaignProps) {
  const form = useForm<Values>({
    initial: { name: '', bidMicros: 2_000_000, terms: false },
    check: ({ name }) => ({ name: name.length >= 3 ? undefined : 'Use at least 3 letters' }),
    amounts,
    onSubmit,
  });
  return (
    <form {...form.props}>
      {form.failure ? <p role="alert">failed</p> : null}
      <TextInput label="Name" {...form.field('name')} />
      <MoneyInput label="Bid" {...form.field('bidMicros')} />
      <Checkbox label="Terms" {...form.checkbox('terms')} />
      <Button type="submit" data-pending={form.pending}>
        Create
      </Button>
      <output>{form.dirty ? 'changed' : 'as it was'}</output>
    </form>
  );
}

const submit = () => userEvent.click(screen.getByRole('button', { name: 'Create' }));

test('checks on blur, then while typing', async () => {
  renderUi(<Campaign onSubmit={async () => {}} />);
  const name = screen.getByLabelText('Name');
  await userEvent.type(name, 'ab');
  expect(screen.queryByText('Use at least 3 letters')).toBeNull();
  await userEvent.tab();
  screen.getByText('Use at least 3 letters');
  await userEvent.type(name, 'c');
  expect(screen.queryByText('Use at least 3 letters')).toBeNull();
});

test('a field left by a press says what is wrong after it: nothing moves from under the pointer', async () => {
  // One person: what they hold down they let go of later.
  const person = userEvent.setup();
  renderUi(<Campaign onSubmit={async () => {}} />);
  await person.type(screen.getByLabelText('Name'), 'ab');
  const terms = screen.getByRole('checkbox', { name: 'Terms' });
  await person.pointer({ target: terms, keys: '[MouseLeft>]' });
  expect(document.activeElement).toBe(terms);
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(screen.queryByText('Use at least 3 letters')).toBeNull();
  await person.pointer({ target: terms, keys: '[/MouseLeft]' });
  expect(await screen.findByText('Use at least 3 letters')).toBeTruthy();
});

test('submit is never disabled; what is wrong gets the focus and nothing is sent', async () => {
  const onSubmit = jest.fn(async () => {});
  renderUi(<Campaign onSubmit={onSubmit} />);
  expect((screen.getByRole('button', { name: 'Create' }) as HTMLButtonElement).disabled).toBe(false);
  await submit();
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Name')));
  expect(onSubmit).not.toHaveBeenCalled();
});

test('sends the values, amounts as micros', async () => {
  const onSubmit = jest.fn(async () => {});
  renderUi(<Campaign onSubmit={onSubmit} />);
  screen.getByText('as it was');
  await userEvent.type(screen.getByLabelText('Name'), 'Shells');
  screen.getByText('changed');
  await userEvent.clear(screen.getByLabelText('Bid'));
  await userEvent.type(screen.getByLabelText('Bid'), '3.40');
  await userEvent.click(screen.getByLabelText('Terms'));
  await submit();
  expect(onSubmit).toHaveBeenCalledWith({ name: 'Shells', bidMicros: 3_400_000, terms: true });
});

test('a 422 fills its fields and moves the focus to the first of the page', async () => {
  const refusal = {
    status: 422,
    errors: { bidMicros: ['Bid at least $0.05'], name: ['There is one of that name'] },
  };
  renderUi(<Campaign onSubmit={() => Promise.reject(refusal)} />);
  await userEvent.type(screen.getByLabelText('Name'), 'Shells');
  await submit();
  await screen.findByText('Bid at least $0.05');
  screen.getByText('There is one of that name');
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Name')));
  expect(screen.queryByRole('alert')).toBeNull();
  await userEvent.type(screen.getByLabelText('Name'), '2');
  expect(screen.queryByText('There is one of that name')).toBeNull();
  screen.getByText('Bid at least $0.05');
});

test('what belongs to no field is a failure of the form', async () => {
  renderUi(<Campaign onSubmit={() => Promise.reject({ status: 503, errors: {} })} />);
  await userEvent.type(screen.getByLabelText('Name'), 'Shells');
  await submit();
  await screen.findByRole('alert');
});

test('a second submit while one runs does nothing', async () => {
  let done = () => {};
  const onSubmit = jest.fn(() => new Promise<void>((resolve) => (done = resolve)));
  renderUi(<Campaign onSubmit={onSubmit} />);
  await userEvent.type(screen.getByLabelText('Name'), 'Shells{Enter}');
  await userEvent.type(screen.getByLabelText('Name'), '{Enter}');
  expect(onSubmit).toHaveBeenCalledTimes(1);
  done();
  await waitFor(() => expect(screen.getByRole('button').getAttribute('data-pending')).toBe('false'));
});

test('an amount nobody can read says what to type', async () => {
  renderUi(<Campaign onSubmit={async () => {}} />);
  const bid = screen.getByLabelText('Bid');
  await userEvent.clear(bid);
  await userEvent.type(bid, 'a lot');
  await userEvent.tab();
  screen.getByText('Enter an amount such as 12.50');
  await userEvent.clear(bid);
  await userEvent.type(bid, '7');
  await userEvent.tab();
  expect((bid as HTMLInputElement).value).toBe('7.00');
});

describe('an amount that is saved already', () => {
  async function save(typed: string) {
    const onSubmit = jest.fn(async () => {});
    renderUi(<Campaign onSubmit={onSubmit} amounts={{ bidMicros: 'Max bid' }} />);
    await userEvent.type(screen.getByLabelText('Name'), 'Shells');
    await userEvent.clear(screen.getByLabelText('Bid'));
    await userEvent.type(screen.getByLabelText('Bid'), typed);
    await submit();
    return onSubmit;
  }

  test.each(['20.01', '0.19'])('is asked about before it becomes %s, and kept after a no', async (typed) => {
    const onSubmit = await save(typed);
    const question = await screen.findByRole('dialog', { name: 'Save a more than tenfold change?' });
    expect(question.textContent).toContain(`Max bid: $2.00 → $${typed}`);
    await userEvent.click(screen.getByRole('button', { name: 'Keep as it is' }));
    expect(onSubmit).not.toHaveBeenCalled();
    expect(screen.getByLabelText<HTMLInputElement>('Bid').value).toBe(typed);
    await submit();
    await userEvent.click(await screen.findByRole('button', { name: `Change to $${typed}` }));
    await waitFor(() => expect(onSubmit).toHaveBeenCalledTimes(1));
  });

  test.each(['20', '0.20', '3'])('becomes %s without a question', async (typed) => {
    const onSubmit = await save(typed);
    await waitFor(() => expect(onSubmit).toHaveBeenCalledTimes(1));
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});
