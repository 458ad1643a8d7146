import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { renderUi } from '../testing/renderUi';
import { LineChart } from './LineChart';

const chart = (
  <LineChart
    label="Spend by day"
    ticks={['19 Nov', '20 Nov', '21 Nov']}
    format={(value) => `$${value}`}
    series={[{ name: 'Spend', color: 'd1', values: [10, 30, 20], previous: [8, 9, 11] }]}
  />
);
const spoken = () => screen.getByRole('slider').getAttribute('aria-valuetext');

test('arrow keys move the cross-hair and say the figures', async () => {
  const { container } = renderUi(chart);
  screen.getByRole('slider', { name: 'Spend by day' }).focus();
  expect(spoken()).toBe('21 Nov: Spend $20');
  await userEvent.keyboard('{Home}');
  expect(spoken()).toBe('19 Nov: Spend $10');
  await userEvent.keyboard('{ArrowRight}');
  expect(spoken()).toBe('20 Nov: Spend $30');
  expect(container.querySelector('.ez-tip')?.textContent).toContain('Previous period$9');
  await userEvent.keyboard('{PageUp}');
  expect(spoken()).toBe('21 Nov: Spend $20');
  await userEvent.keyboard('{Escape}');
  expect(container.querySelector('.ez-tip')).toBeNull();
});

test('the same figures as a table', async () => {
  renderUi(chart);
  await userEvent.click(screen.getByRole('radio', { name: 'Table' }));
  expect(screen.getAllByRole('columnheader').map((head) => head.textContent)).toEqual([
    'Day',
    'Spend',
    'Spend, previous period',
  ]);
  expect(screen.getByRole('row', { name: '20 Nov $30 $9' })).toBeTruthy();
});
