import { renderUi } from '../testing/renderUi';
import { Sparkline } from './Sparkline';

const pathOf = (container: HTMLElement, nth = 0) =>
  container.querySelectorAll('path')[nth]?.getAttribute('d') ?? '';

test('a day without a figure is a gap, not a fall to the ground', () => {
  const { container } = renderUi(<Sparkline values={[0.4, 0.5, null, 0.4, 0.5]} />);
  const path = pathOf(container);
  expect(path.match(/M/g)).toHaveLength(2);
  expect(path.match(/L/g)).toHaveLength(2);
  // Four points at two heights: nothing stands between the figures for the day in between.
  expect(new Set([...path.matchAll(/[ML]\S+ (\S+?)(?=[MLh]|$)/g)].map((match) => match[1])).size).toBe(2);
});

test('a figure between two gaps is a dot', () => {
  const { container } = renderUi(<Sparkline values={[1, 2, null, 2, null]} />);
  expect(pathOf(container)).toMatch(/M\S+ \S+h0$/);
});

test('the end mark stands at the last figure there is', () => {
  const { container } = renderUi(<Sparkline values={[1, 2, null]} width={105} />);
  expect(container.querySelector('circle')?.getAttribute('cx')).toBe('51');
});

test('the period before has gaps of its own; without a figure nothing is drawn', () => {
  const { container } = renderUi(
    <>
      <Sparkline values={[1, 2, 3]} previous={[null, 2, 3]} />
      <Sparkline values={[null, null]} />
    </>,
  );
  expect(pathOf(container)).toMatch(/^M\d/);
  expect(pathOf(container).match(/M/g)).toHaveLength(1);
  expect(container.querySelectorAll('svg')).toHaveLength(1);
});
