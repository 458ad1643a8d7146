import { fireEvent, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { renderUi } from '../testing/renderUi';
import { DateInput } from './DateInput';

const said: string[] = [];
function Probe({ start = '' }: { start?: string }) {
  const [value, setValue] = useState(start);
  const keep = (next: string) => {
    said.push(next);
    setValue(next);
  };
  return <DateInput withTime label="Start" value={value} onChange={keep} />;
}
beforeEach(() => {
  said.length = 0;
});
const input = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Start' });

test('German writes the day first, whatever the browser speaks', async () => {
  renderUi(<Probe start="2026-12-01T08:30" />, { locale: 'de' });
  expect(input().value).toBe('01.12.2026, 08:30');
  await userEvent.clear(input());
  expect(said.at(-1)).toBe('');
  await userEvent.type(input(), '2.1.2027 9:00');
  expect(said.at(-1)).toBe('2027-01-02T09:00');
  await userEvent.tab();
  expect(input().value).toBe('02.01.2027, 09:00');
});

test('the mask says the order; English is year first', () => {
  renderUi(<Probe />);
  expect(input().placeholder).toBe('YYYY-MM-DD, hh:mm');
});

test('what cannot be read stays to be mended and is not taken for none', async () => {
  renderUi(<Probe />);
  await userEvent.type(input(), 'tomorrow');
  await userEvent.tab();
  expect(input().value).toBe('tomorrow');
  expect(said.at(-1)).toBe('tomorrow');
});

test('the calendar of the browser fills the field', async () => {
  const showPicker = jest.fn();
  Object.assign(HTMLInputElement.prototype, { showPicker });
  const { container } = renderUi(<Probe />);
  await userEvent.click(screen.getByRole('button', { name: 'Start: Choose in a calendar' }));
  expect(showPicker).toHaveBeenCalledTimes(1);
  const own = container.querySelector('input[type="datetime-local"]');
  if (!own) throw new Error('no calendar');
  fireEvent.change(own, { target: { value: '2026-12-24T18:00' } });
  expect(input().value).toBe('2026-12-24, 18:00');
});
