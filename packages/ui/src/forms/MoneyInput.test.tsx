import { fireEvent, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { renderUi } from '../testing/renderUi';
import { MoneyInput } from './MoneyInput';
import { NumberField } from './NumberField';
import { useForm } from './useForm';

function Harness({ first }: { first: number | null }) {
  const [value, setValue] = useState(first);
  return <MoneyInput label="Amount" per="CPM" value={value} onChange={setValue} />;
}

const typeIn = (text: string) => {
  const field = screen.getByRole<HTMLInputElement>('textbox', { name: 'Amount' });
  fireEvent.change(field, { target: { value: text } });
  return field;
};

test.each([
  ['a round amount is formatted', '100', '100.00'],
  ['finer than the field takes stays as it was typed, since it is what counts', '100.005', '100.005'],
  ['what is no amount stays to be mended', 'ten', 'ten'],
  ['an amount of another language stays to be mended', '250.000,00', '250.000,00'],
  ['nothing stays nothing', '', ''],
])('left behind, %s', (_title, typed, shown) => {
  renderUi(<Harness first={1_000_000_000} />);
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Amount' }).value).toBe('1,000.00');
  const field = typeIn(typed);
  fireEvent.blur(field);
  expect(field.value).toBe(shown);
});

test.each([
  ['en', '0.425', '$0.425 CPM'],
  ['en', '1250', '$1,250.00 CPM'],
  ['de', '0,425', '0,425 $ CPM'],
  ['en', '0,425', 'Unclear amount. 0.425 or 425?'],
  ['de', '0.425', 'Unclear amount. 0,425 or 425?'],
])('in %s, what is understood of %s shows while it is typed', (locale, typed, shown) => {
  renderUi(<Harness first={null} />, { locale });
  const field = typeIn(typed);
  expect(field.parentElement?.parentElement?.textContent?.replace(/\s/g, ' ')).toContain(shown);
});

test('a text that is no amount is told with what it could mean once the field is left', () => {
  renderUi(<Harness first={null} />);
  const field = typeIn('1.000,50');
  expect(field.getAttribute('aria-invalid')).not.toBe('true');
  fireEvent.blur(field);
  expect(field.getAttribute('aria-invalid')).toBe('true');
  expect(screen.getByText('Unclear amount. 1,000.5 or 1.0005?')).toBeTruthy();
});

function OptionalForm({ onSubmit }: { onSubmit: (values: object) => void }) {
  const form = useForm({ initial: { most: null as number | null, count: null as number | null }, onSubmit });
  return (
    <form {...form.props} aria-label="Limits">
      <MoneyInput {...form.field('most')} label="Amount" />
      <NumberField {...form.field('count')} label="Count" />
    </form>
  );
}

test('a form never sends an amount or a count that cannot be read as an empty one', async () => {
  const onSubmit = jest.fn();
  renderUi(<OptionalForm onSubmit={onSubmit} />);
  const count = screen.getByRole('textbox', { name: 'Count' });
  typeIn('1.000,50');
  fireEvent.change(count, { target: { value: '2.5' } });
  fireEvent.submit(screen.getByRole('form'));
  expect(onSubmit).not.toHaveBeenCalled();
  expect(screen.getByText('Unclear amount. 1,000.5 or 1.0005?')).toBeTruthy();
  expect(screen.getByText('Enter a number such as 25')).toBeTruthy();
  typeIn('1,000.50');
  fireEvent.change(count, { target: { value: '1,000' } });
  fireEvent.submit(screen.getByRole('form'));
  await waitFor(() => expect(onSubmit).toHaveBeenCalledWith({ most: 1_000_500_000, count: 1_000 }));
});
