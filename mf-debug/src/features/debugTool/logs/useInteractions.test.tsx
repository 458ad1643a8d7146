import { fakeLive, type RenderedRemote, renderRemote } from '@ezdash/remote-kit/testing';
import { api, liveChannels, storage } from '@ezdash/store';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import texts from '../../../locales/en.json';
import { LogsTab } from './LogsTab';
import { useInteractions } from './useInteractions';

const testApi = api.injectEndpoints({
  overrideExisting: true,
  endpoints: (build) => ({
    saveForTest: build.mutation<unknown, void>({ query: () => ({ url: '/api/things', method: 'POST' }) }),
  }),
});
const { useSaveForTestMutation } = testApi;

function Page() {
  const [isActive, setIsActive] = useState(true);
  const [save] = useSaveForTestMutation();
  useInteractions(isActive);
  return (
    <>
      <button type="button" onClick={() => void save()}>
        Save
      </button>
      <button type="button" onClick={() => setIsActive(false)}>
        End
      </button>
      <div data-mf-module="DebugTool">
        <LogsTab />
      </div>
    </>
  );
}

let rendered: RenderedRemote;
let sent: Request[];
beforeEach(() => {
  window.localStorage.clear();
  storage.set('debug_token', 'half');
  rendered = renderRemote(<Page />, {
    routes: { 'POST /api/things': {}, 'POST /debug-tool/log': {} },
    texts: { debug: texts },
  });
  sent = [];
  const stub = globalThis.fetch;
  jest.spyOn(globalThis, 'fetch').mockImplementation((input, init) => {
    if (input instanceof Request) sent.push(input);
    return stub(input, init);
  });
});
afterEach(() => {
  rendered.unmount();
  jest.restoreAllMocks();
});

const idOf = async (path: string, count = 1) => {
  const calls = () => sent.filter(({ url }) => new URL(url).pathname === path);
  await waitFor(() => expect(calls()).toHaveLength(count));
  return calls().at(-1)?.headers.get('X-Correlation-Id') ?? null;
};

test('a click’s calls carry its id, and the log has an entry that opens its timeline', async () => {
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  expect(await idOf('/api/things')).toMatch(/^[0-9a-f-]{36}$/);
  expect(await screen.findByText('Click on “Save”')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Timeline: Click on “Save”' })).toBeTruthy();
  // What the tool itself asks follows nothing.
  expect(await idOf('/debug-tool/log')).toBeNull();
});

test('a message that came of the click is in the log; those of others are not', async () => {
  const live = fakeLive();
  const end = liveChannels.listen('private-operators', {});
  act(() => live.letIn());
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  const id = (await idOf('/api/things')) ?? '';
  act(() => live.tell('private-operators', 'review.changed', {}));
  act(() => live.tell('private-operators', 'network.changed', {}, 'of-somebody-else'));
  act(() => live.tell('private-operators', 'money.changed', {}, id));
  expect(await screen.findByText('money.changed came to this page (operators)')).toBeTruthy();
  expect(screen.queryByText(/review.changed|network.changed/)).toBeNull();
  end();
});

test('nothing is watched once the debug session is over', async () => {
  await userEvent.click(screen.getByRole('button', { name: 'End' }));
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  expect(await idOf('/api/things')).toBeNull();
  expect(screen.getByText('No logs yet')).toBeTruthy();
});
