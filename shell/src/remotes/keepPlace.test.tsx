import { act, render, screen } from '@testing-library/react';
import { keepPlace } from './keepPlace';

const REMOTE = 'mf-advertiser';

/** Mounted anew with every key, as another release is. */
function Page({ release, children }: { release: number; children: React.ReactNode }) {
  return (
    <main>
      <div key={release} data-mf-remote={REMOTE}>
        <h1>Campaigns</h1>
        {children}
      </div>
      <button type="button">Elsewhere</button>
    </main>
  );
}

const rows = ['Edit', 'Edit', 'Archive'].map((name, index) => (
  // biome-ignore lint/suspicious/noArrayIndexKey: they never move
  <button key={index} type="button">
    {name}
  </button>
));

beforeEach(() => {
  window.scrollTo = jest.fn();
  Object.assign(window, { scrollY: 0 });
});
afterEach(() => jest.useRealTimers());

const open = (children: React.ReactNode) => render(<Page release={1}>{children}</Page>);
/** Takes another release over, with what it shows. */
function swap(view: ReturnType<typeof open>, children: React.ReactNode, lastFocused?: Element | null) {
  const putBack = keepPlace(REMOTE, lastFocused);
  view.rerender(<Page release={2}>{children}</Page>);
  putBack();
}
const second = (name: string) => screen.getAllByRole('button', { name })[1];

test('the one of several that had the focus has it again', () => {
  const view = open(rows);
  second('Edit')?.focus();
  swap(view, rows);
  expect(document.activeElement).toBe(second('Edit'));
});

test('an id that somebody gave counts, one that a library made does not', () => {
  const view = open(
    <>
      <button type="button" id="save">
        Save
      </button>
      <button type="button" id="mantine-_r_1_">
        Stop
      </button>
    </>,
  );
  screen.getByRole('button', { name: 'Save' }).focus();
  const renamed = (
    <>
      <button type="button" id="mantine-_r_1_">
        Save it
      </button>
      <button type="button" id="save">
        Keep
      </button>
      <button type="button">Stop</button>
    </>
  );
  swap(view, renamed);
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Keep' }));
  view.rerender(<Page release={1}>{renamed}</Page>);
  screen.getByRole('button', { name: 'Save it' }).focus();
  swap(view, <button type="button">Save it</button>);
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Save it' }));
});

test('a field is known by its label', () => {
  const field = (value: string) => (
    <label>
      Name
      <input defaultValue={value} />
    </label>
  );
  const view = open(field('old'));
  screen.getByLabelText('Name').focus();
  swap(view, field('new'));
  expect(document.activeElement).toHaveProperty('value', 'new');
});

test('what comes late gets the focus when it comes; what does not come gives it to the heading', async () => {
  jest.useFakeTimers();
  const view = open(<a href="/x">All campaigns</a>);
  screen.getByRole('link').focus();
  swap(view, null);
  expect(document.activeElement).toBe(document.body);
  await act(async () =>
    view.rerender(
      <Page release={2}>
        <a href="/x">All campaigns</a>
      </Page>,
    ),
  );
  expect(document.activeElement).toBe(screen.getByRole('link'));
  swap(view, null);
  view.rerender(<Page release={3}>{null}</Page>);
  await act(() => jest.advanceTimersByTimeAsync(1_500));
  expect(document.activeElement).toBe(screen.getByRole('heading'));
});

test('a focus elsewhere stays there, and one that nothing had goes nowhere', () => {
  const view = open(rows);
  screen.getByRole('button', { name: 'Elsewhere' }).focus();
  swap(view, rows);
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Elsewhere' }));
  screen.getByRole('button', { name: 'Elsewhere' }).blur();
  view.rerender(<Page release={1}>{rows}</Page>);
  swap(view, rows);
  expect(document.activeElement).toBe(document.body);
});

test('asked for by a notice, the focus goes to what had it before, or to the heading', () => {
  const view = open(rows);
  const before = screen.getByRole('button', { name: 'Archive' });
  swap(view, rows, before);
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Archive' }));
  view.rerender(<Page release={1}>{rows}</Page>);
  swap(view, rows, null);
  expect(document.activeElement).toBe(screen.getByRole('heading'));
});

test('the page is scrolled to where it was', () => {
  const view = open(rows);
  Object.assign(window, { scrollY: 300 });
  swap(view, rows);
  expect(window.scrollTo).toHaveBeenCalledWith(0, 300);
});
