import { render, screen } from '@testing-library/react';
import { forwardRef, memo, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { readWay, unwrapType } from './readFiber';

const ids = (element: Element) => readWay(element).ids.map(({ id }) => id);

const Inner = (props: { 'data-c'?: string }) => <b {...props}>deep</b>;
const Card = memo(
  forwardRef<HTMLElement>((_props, ref) => (
    <section ref={ref} data-c="card00">
      card
    </section>
  )),
);

/** As the shell mounts a module. */
function Module({ remote, children }: { remote: string; children: ReactNode }) {
  return (
    <div data-mf-remote={remote} data-mf-module="App" data-mf-version="1.2.3">
      {children}
    </div>
  );
}

test('finds the ids from the element outwards, each once where it was handed on', () => {
  render(
    <main data-c="outer0">
      <Inner data-c="inner0" />
    </main>,
  );
  expect(ids(screen.getByText('deep'))).toEqual(['inner0', 'outer0']);
});

test('follows React out of a portal, not the document', () => {
  render(
    <Module remote="mf-advertiser">
      <p data-c="around0">{createPortal(<i data-c="portal0">there</i>, document.body)}</p>
    </Module>,
  );
  const element = screen.getByText('there');
  expect(element.closest('[data-mf-remote]')).toBeNull();
  const way = readWay(element);
  expect(way.ids.map(({ id }) => id)).toEqual(['portal0', 'around0']);
  expect(way.boundary).toEqual({ remote: 'mf-advertiser', module: 'App', version: '1.2.3' });
});

test('knows which module each id lies in', () => {
  render(
    <div data-c="shell0">
      <Module remote="mf-publisher">
        <p data-c="remote0">text</p>
      </Module>
    </div>,
  );
  const [inner, outer] = readWay(screen.getByText('text')).ids;
  expect(inner).toMatchObject({ id: 'remote0', boundary: { remote: 'mf-publisher' } });
  expect(outer).toEqual({ id: 'shell0', boundary: null });
});

test('an element that React does not know has the ids around it', () => {
  render(
    <Module remote="mf-advertiser">
      <p data-c="around0" data-testid="around" />
    </Module>,
  );
  const foreign = document.createElement('u');
  screen.getByTestId('around').append(foreign);
  expect(ids(foreign)).toEqual(['around0']);
});

test('without React the attributes of the document tell', () => {
  const outside = document.createElement('div');
  outside.innerHTML =
    '<div data-mf-remote="mf-auth" data-mf-version="2.0.0"><p data-c="plain0"><u></u></p></div>';
  const way = readWay(outside.querySelector('u') ?? outside);
  expect(way).toMatchObject({
    ids: [{ id: 'plain0', boundary: { remote: 'mf-auth' } }],
    boundary: { remote: 'mf-auth', module: '', version: '2.0.0' },
    components: [],
  });
});

test('finds components through memo and forwardRef, with the ids in their source', () => {
  render(<Card />);
  const [component] = readWay(screen.getByText('card')).components;
  expect(component?.ids).toEqual(['card00']);
  expect(component?.depth).toBe(1);
});

test.each([null, undefined, 'div', {}, { type: null }, { render: 1 }, { type: { type: { type: {} } } }])(
  'no component stands behind %j',
  (type) => {
    expect(unwrapType(type)).toBeNull();
  },
);

test('never throws, whatever React has become', () => {
  const hostile = {
    get memoizedProps(): never {
      throw new Error('gone');
    },
    memoizedState: { memoizedState: { current: { queryCacheKey: 4 } }, next: 'x' },
    type: { $$typeof: 1 },
    return: { memoizedProps: { 'data-c': 7, 'data-mf-remote': {} }, return: 'nothing' },
  };
  const element = Object.assign(document.createElement('p'), { __reactFiber$x: hostile });
  expect(readWay(element)).toEqual({ ids: [], components: [], boundary: null });
  const circle: Record<string, unknown> = { type: 'p' };
  circle.return = circle;
  expect(readWay(Object.assign(document.createElement('p'), { __reactFiber$x: circle })).ids).toEqual([]);
});
