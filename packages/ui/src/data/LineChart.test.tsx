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

describe('a rate with its interval', () => {
  const rateOf = (bands: boolean) => (
    <LineChart
      label="CTR by day"
      bands={bands}
      ticks={['19 Nov', '20 Nov', '21 Nov']}
      format={(value) => `${value}%`}
      formatBounds={({ low, high }) => `${low} to ${high}%`}
      series={[
        {
          name: 'CTR',
          color: 'd1',
          values: [1, null, 2],
          previous: [3, null, 1],
          bounds: [{ low: 0.8, high: 1.3 }, null, null],
        },
      ]}
    />
  );
  const rate = rateOf(true);
  const tip = (container: Element) => container.querySelector('.ez-tip')?.textContent;
  let width: jest.SpyInstance;
  beforeEach(() => {
    width = jest.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(400);
  });
  afterEach(() => width.mockRestore());

  test('is drawn with a band behind it and named in the legend', () => {
    const { container } = renderUi(rate);
    expect(container.querySelectorAll('path.ez-band')).toHaveLength(1);
    expect(screen.getByText('95% interval')).toBeTruthy();
    const drawn = [...container.querySelectorAll('svg path')];
    expect(drawn[0]?.classList.contains('ez-band')).toBe(true);
  });

  test('says the interval of the current period in the tip and aloud, and a dash where nothing is known', async () => {
    const { container } = renderUi(rate);
    screen.getByRole('slider').focus();
    await userEvent.keyboard('{Home}');
    expect(tip(container)).toBe('19 NovCTR1% (0.8 to 1.3%)Previous period3%');
    expect(spoken()).toBe('19 Nov: CTR 1% (0.8 to 1.3%)');
    await userEvent.keyboard('{ArrowRight}');
    expect(tip(container)).toBe('20 NovCTR–Previous period–');
    expect(spoken()).toBe('20 Nov: CTR –');
    expect(container.querySelectorAll('circle')).toHaveLength(0);
    await userEvent.keyboard('{ArrowRight}');
    expect(spoken()).toBe('21 Nov: CTR 2%');
  });

  test('has it in the table', async () => {
    renderUi(rate);
    await userEvent.click(screen.getByRole('radio', { name: 'Table' }));
    expect(screen.getByRole('row', { name: '19 Nov 1% (0.8 to 1.3%) 3%' })).toBeTruthy();
    expect(screen.getByRole('row', { name: '20 Nov – –' })).toBeTruthy();
  });

  test('has no band where none is wanted, and tells the interval all the same', async () => {
    const { container } = renderUi(rateOf(false));
    expect(container.querySelector('.ez-band')).toBeNull();
    expect(screen.queryByText('95% interval')).toBeNull();
    screen.getByRole('slider').focus();
    await userEvent.keyboard('{Home}');
    expect(spoken()).toBe('19 Nov: CTR 1% (0.8 to 1.3%)');
  });
});
