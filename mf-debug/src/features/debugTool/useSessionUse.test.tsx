import { type RenderedRemote, renderRemote, reply } from '@ezdash/remote-kit/testing';
import { useAppDispatch } from '@ezdash/store';
import { act, fireEvent, screen } from '@testing-library/react';
import { useEffect } from 'react';
import { debugSlice, useConfirmedSession } from './debugSlice';
import { useDebugPageDataQuery } from './debugTool.api';
import { useSessionUse } from './useSessionUse';

let rendered: RenderedRemote;
let ask: () => Promise<void>;
const now = Date.now();

function Page() {
  useSessionUse();
  const { refetch } = useDebugPageDataQuery({ path: '/', isSpa: false });
  ask = async () => void (await refetch());
  const dispatch = useAppDispatch();
  useEffect(() => {
    const session = { adminEmail: 'admin@example.com', expiresAt: '2026-11-16T12:01:00.000Z' };
    dispatch(debugSlice.actions.sessionConfirmed(session));
  }, [dispatch]);
  return useConfirmedSession()?.expiresAt ?? 'none';
}

/** Asks so long after the page was opened, and gives what the call says of who sits before it. */
async function askedAfter(ms: number): Promise<string | null> {
  await act(ask);
  jest.spyOn(Date, 'now').mockReturnValue(now + ms);
  const sent = jest.spyOn(globalThis, 'fetch');
  await act(ask);
  const [input, init] = sent.mock.calls.at(-1) ?? ['/'];
  return new Request(input, init).headers.get('X-Unattended');
}

afterEach(() => {
  rendered.unmount();
  jest.restoreAllMocks();
});

test('a call says when nobody has touched the page for a minute, until somebody does', async () => {
  rendered = renderRemote(<Page />, { routes: { 'GET /debug-tool/page-data': {} } });
  expect(await askedAfter(30_000)).toBeNull();
  expect(await askedAfter(90_000)).toBe('true');
  fireEvent.keyDown(window, { key: 'a' });
  expect(await askedAfter(100_000)).toBeNull();
});

test('an answer that says when the session ends moves the end that the page shows', async () => {
  const ends = { 'X-Debug-Session-Ends': '2026-11-16T12:15:00.000Z' };
  rendered = renderRemote(<Page />, { routes: { 'GET /debug-tool/page-data': reply(200, {}, ends) } });
  await askedAfter(1_000);
  expect(screen.getByText('2026-11-16T12:15:00.000Z')).toBeTruthy();
});
