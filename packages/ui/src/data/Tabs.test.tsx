import { screen } from '@testing-library/react';
import { renderUi } from '../testing/renderUi';
import { Tabs } from './Tabs';

const WIDTH = 200;
const TAB = 90;

/** A strip of 200 px in which five tabs of 90 px stand side by side: jsdom has no layout. */
function layOut(): void {
  jest.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
    const strip = this.closest('[role=tablist]');
    const at = [...(strip?.children ?? [])].indexOf(this);
    const left = at < 0 ? 0 : at * TAB - (strip?.scrollLeft ?? 0);
    return new DOMRect(left, 0, at < 0 ? WIDTH : TAB, 40);
  });
}
function Strip({ now }: { now: string }) {
  return (
    <Tabs value={now}>
      <Tabs.List aria-label="Parts">
        {['1', '2', '3', '4', '5'].map((value) => (
          <Tabs.Tab key={value} value={value}>
            {value}
          </Tabs.Tab>
        ))}
      </Tabs.List>
    </Tabs>
  );
}
const scrolled = () => screen.getByRole('tablist').scrollLeft;

beforeAll(() => {
  globalThis.DOMRect ??= class {
    constructor(
      readonly left: number,
      readonly top: number,
      readonly width: number,
      readonly height: number,
    ) {}
    get right() {
      return this.left + this.width;
    }
  } as typeof DOMRect;
});
beforeEach(layOut);
afterEach(() => jest.restoreAllMocks());

test('the chosen tab is in sight, and nothing moves for one that is', () => {
  const { rerender } = renderUi(<Strip now="1" />);
  expect(scrolled()).toBe(0);
  rerender(<Strip now="2" />);
  expect(scrolled()).toBe(0);
  rerender(<Strip now="5" />);
  expect(scrolled()).toBe(5 * TAB - WIDTH);
  rerender(<Strip now="4" />);
  expect(scrolled()).toBe(5 * TAB - WIDTH);
  rerender(<Strip now="1" />);
  expect(scrolled()).toBe(0);
});

test('who scrolls the row is left alone while the same one is chosen', () => {
  const { rerender } = renderUi(<Strip now="5" />);
  screen.getByRole('tablist').scrollLeft = 0;
  rerender(<Strip now="5" />);
  expect(scrolled()).toBe(0);
});

test('one that an address names is in sight at once', () => {
  renderUi(<Strip now="4" />);
  expect(scrolled()).toBe(4 * TAB - WIDTH);
});
