import { renderUi } from '../testing/renderUi';
import { Board } from './Board';

const orderOf = (container: HTMLElement) =>
  [...(container.querySelector('.ez-board')?.children ?? [])].map((child) => child.textContent);

test('what needs the person comes first in the document, which is the order of a phone', () => {
  const { container } = renderUi(<Board needs="needs" figures="figures" main="main" side="side" />);
  expect(orderOf(container)).toEqual(['needs', 'figures', 'main', 'side']);
});

test('nothing to do takes no room', () => {
  const { container } = renderUi(<Board needs={null} figures="figures" main="main" side="side" />);
  expect(orderOf(container)).toEqual(['figures', 'main', 'side']);
});
