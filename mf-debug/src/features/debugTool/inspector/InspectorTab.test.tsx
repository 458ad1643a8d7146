import { type RenderedRemote, renderRemote, reply, type StubRoutes } from '@ezdash/remote-kit/testing';
import { api } from '@ezdash/store';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import texts from '../../../locales/en.json';
import { InspectorTab } from './InspectorTab';

const shellMap = {
  name: 'shell',
  version: 'b1',
  files: ['shell/src/Frame.tsx'],
  sites: { frame0: [0, 3, 'Frame', 'main'] },
};
const remoteMap = {
  name: 'mf-advertiser',
  version: '2.7.3',
  files: ['mf-advertiser/src/Row.tsx'],
  sites: { row000: [0, 42, 'Row', 'button'], row001: [0, 44, 'Row', 'b'] },
};
const maps: StubRoutes = {
  'GET /debug-tool/inspector/shell/b1': shellMap,
  'GET /debug-tool/inspector/mf-advertiser/2.7.3': remoteMap,
};

const probe = api.injectEndpoints({
  overrideExisting: true,
  endpoints: (build) => ({
    rows: build.query<unknown, { token: string; page: number }>({ query: () => '/api/rows' }),
  }),
});

const clicked = jest.fn();
function Row() {
  probe.useRowsQuery({ token: 'never shown', page: 2 });
  return (
    <button type="button" id="press" className="one two" data-c="row000" onClick={clicked}>
      Press <b data-c="row001">me</b>
    </button>
  );
}

let rendered: RenderedRemote;
function show(routes: StubRoutes = {}) {
  rendered = renderRemote(
    <>
      <main data-c="frame0">
        <div data-mf-remote="mf-advertiser" data-mf-module="App" data-mf-version="2.7.3">
          <Row />
          <button type="button" disabled>
            Off
          </button>
        </div>
      </main>
      <div data-mf-remote="mf-debug" data-mf-module="DebugTool" data-mf-version="1">
        <section aria-label="Tool">
          <InspectorTab />
        </section>
      </div>
    </>,
    {
      routes: { 'GET /api/rows': { rows: [{ id: 1, password: 'hush' }] }, ...maps, ...routes },
      texts: { debug: texts },
    },
  );
}
const start = () => userEvent.click(screen.getByRole('button', { name: 'Pick an element' }));
const overlay = () => document.querySelector<HTMLElement>('[data-inspector]');
const label = () => overlay()?.querySelector('[role="status"]')?.textContent;
const value = (region: string, term: string) =>
  within(screen.getByRole('region', { name: region })).getByText(term, { selector: 'dt' }).nextElementSibling
    ?.textContent;

beforeEach(() => {
  clicked.mockClear();
  const meta = document.createElement('meta');
  meta.name = 'shell-build';
  meta.content = 'b1';
  document.head.append(meta);
});
afterEach(() => {
  rendered.unmount();
  for (const meta of document.querySelectorAll('meta[name="shell-build"]')) meta.remove();
});

test('a click picks the element, and the page hears nothing of it', async () => {
  show();
  await start();
  expect(overlay()).not.toBeNull();
  await userEvent.click(screen.getByText('me'));
  expect(clicked).not.toHaveBeenCalled();
  expect(overlay()).toBeNull();
  expect(value('Element', 'Tag')).toBe('b');
  await waitFor(() => expect(value('Source', 'Written at')).toContain('mf-advertiser/src/Row.tsx:44'));
  expect(value('Source', 'Component')).toBe('Row');
  expect(value('Source', 'Remote')).toBe('mf-advertiser 2.7.3');
  expect(value('Source', 'Module')).toBe('App');
  await waitFor(() =>
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Pick an element' })),
  );
  await userEvent.click(screen.getByRole('button', { name: 'Press me' }));
  expect(clicked).toHaveBeenCalledTimes(1);
});

test('says what is known of the element itself', async () => {
  show();
  await start();
  await userEvent.click(screen.getByRole('button', { name: 'Press me' }));
  expect(value('Element', 'Id')).toBe('press');
  expect(value('Element', 'Classes')).toBe('one two');
  expect(value('Element', 'Text')).toBe('Press me');
  expect(screen.getByRole('region', { name: 'Colours' }).textContent).toContain('background-color');
});

test('shows the queries its components read, without secrets', async () => {
  show();
  await start();
  await userEvent.click(screen.getByText('me'));
  const queries = within(screen.getByRole('region', { name: 'Queries it reads' }));
  await queries.findByText('rows');
  await waitFor(() => expect(queries.getByText('Read by').nextElementSibling?.textContent).toBe('Row'));
  expect(queries.getByText(/"page":2/).textContent).toBe('{"token":"[hidden]","page":2}');
  await waitFor(() =>
    expect(queries.getByText(/"password": "\[hidden\]"/, { selector: 'pre' })).toBeTruthy(),
  );
  expect(document.body.textContent).not.toMatch(/never shown|hush/);
});

test('the arrow keys walk over the page, Enter picks, Escape ends', async () => {
  show();
  await start();
  await waitFor(() => expect(label()).toBe('main · Frame'));
  await userEvent.keyboard('{ArrowDown}{ArrowDown}');
  await waitFor(() => expect(label()).toBe('button · Row'));
  await userEvent.keyboard('{ArrowDown}');
  expect(label()).toBe('b · Row');
  await userEvent.keyboard('{ArrowUp}{ArrowRight}{Enter}');
  expect(value('Element', 'Text')).toBe('Off');
  await start();
  await userEvent.keyboard('{Escape}');
  expect(overlay()).toBeNull();
  expect(value('Element', 'Text')).toBe('Off');
});

test('picks a control that is off, which gets no click', async () => {
  show();
  await start();
  fireEvent.pointerUp(screen.getByRole('button', { name: 'Off' }));
  expect(value('Element', 'Text')).toBe('Off');
});

test('never picks the tool itself, and Stop stops', async () => {
  show();
  await start();
  await act(async () => {
    fireEvent.pointerMove(screen.getByRole('region', { name: 'Tool' }));
  });
  expect(label()).toContain('main');
  await userEvent.click(screen.getByRole('button', { name: 'Stop' }));
  expect(overlay()).toBeNull();
});

test('says which release has no map, with the server’s words', async () => {
  jest.spyOn(console, 'warn').mockImplementation(() => {});
  show({
    'GET /debug-tool/inspector/mf-advertiser/2.7.3': reply(404, {
      message: 'Nothing is known',
      code: 'NO_SOURCES',
    }),
  });
  await start();
  await userEvent.click(screen.getByText('me'));
  expect((await screen.findByRole('alert')).textContent).toContain('mf-advertiser 2.7.3. Nothing is known');
});
