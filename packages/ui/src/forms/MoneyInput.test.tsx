import { fireEvent, screen } from '@testing-library/react';
import { useState } from 'react';
import { renderUi } from '../testing/renderUi';
import { MoneyInput } from './MoneyInput';

function Harness({ first }: { first: number | null }) {
  const [value, setValue] = useState(first);
  return <MoneyInput label="Amount" value={value} onChange={setValue} />;
}

test.each([
  ['a round amount is formatted', '100', '100.00'],
  ['finer than the field takes stays as it was typed, since it is what counts', '100.005', '100.005'],
  ['what is no amount stays to be mended', 'ten', 'ten'],
  ['nothing stays nothing', '', ''],
])('left behind, %s', (_title, typed, shown) => {
  renderUi(<Harness first={1_000_000_000} />);
  const field = screen.getByRole<HTMLInputElement>('textbox', { name: 'Amount' });
  expect(field.value).toBe('1,000.00');
  fireEvent.change(field, { target: { value: typed } });
  fireEvent.blur(field);
  expect(field.value).toBe(shown);
});
