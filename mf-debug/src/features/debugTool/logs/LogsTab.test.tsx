import type { DebugLogEntry } from '@ezdash/contracts';
import { STORAGE_KEYS } from '@ezdash/contracts/constants';
import { type RenderedRemote, renderRemote } from '@ezdash/remote-kit/testing';
import { storage, useAppDispatch } from '@ezdash/store';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import texts from '../../../locales/en.json';
import { LOG_LIMIT } from '../debugSlice';
import { useErrorLog } from '../useErrorLog';
import { resetSending, writeLog } from '../writeLog';
import { LogsTab } from './LogsTab';

let write: (level: DebugLogEntry['level'], message: string, data?: unknown) => void = () => {};
function Page() {
  const dispatch = useAppDispatch();
  write = (level, message, data) => writeLog(dispatch, level, message, data);
  useErrorLog();
  return <LogsTab />;
}

let rendered: RenderedRemote | undefined;
function show(): RenderedRemote {
  rendered = renderRemote(<Page />, { routes: { 'POST /debug-tool/log': {} }, texts: { debug: texts } });
  return rendered;
}
const sent = (remote: RenderedRemote) => remote.calls.filter(({ path }) => path === '/debug-tool/log');

beforeEach(() => {
  window.localStorage.clear();
  resetSending();
});
afterEach(() => rendered?.unmount());

test('times are told in a zone that is named', () => {
  show();
  act(() => write('info', 'A thing happened'));
  expect(screen.getByText(/times in UTC$/)).toBeTruthy();
});

test('an empty log says so', () => {
  show();
  expect(screen.getByText('No logs yet')).toBeTruthy();
});

test('an entry shows level, message, data and time; the newest stands first', () => {
  show();
  act(() => write('info', 'Older'));
  act(() => write('warning', 'GET /api/x answered late', { durationMs: 3400 }));
  const [first, second] = screen.getAllByRole('listitem');
  expect(first?.textContent).toContain('warning');
  expect(first?.textContent).toContain('GET /api/x answered late');
  expect(first?.textContent).toContain('{"durationMs":3400}');
  expect(first?.querySelector('time')?.dateTime).toMatch(/^\d{4}-.*Z$/);
  expect(second?.textContent).toContain('Older');
});

test('the last 100 entries are kept', () => {
  show();
  act(() => {
    for (let i = 1; i <= LOG_LIMIT + 5; i++) write('info', `Entry ${i}.`);
  });
  expect(screen.getAllByRole('listitem')).toHaveLength(100);
  expect(screen.queryByText('Entry 5.')).toBeNull();
  expect(screen.getByText('Entry 6.')).toBeTruthy();
  expect(screen.getByText('Entry 105.')).toBeTruthy();
});

test('Clear empties it', async () => {
  show();
  act(() => write('info', 'Something'));
  await userEvent.click(screen.getByRole('button', { name: 'Clear' }));
  expect(screen.getByText('No logs yet')).toBeTruthy();
});

test('entries go to the server while a token is stored, and only then', async () => {
  const remote = show();
  act(() => write('info', 'Kept here'));
  storage.set(STORAGE_KEYS.debugToken, 'half');
  act(() => write('error', 'Sent', { a: 1 }));
  await waitFor(() => expect(sent(remote)).toHaveLength(1));
  expect(sent(remote)[0]?.body).toEqual({
    level: 'error',
    message: 'Sent',
    data: { a: 1 },
    timestamp: expect.any(String),
  });
});

test('a page in a loop of errors does not become a flood of calls', async () => {
  storage.set(STORAGE_KEYS.debugToken, 'half');
  const remote = show();
  act(() => {
    for (let i = 0; i < 90; i++) write('error', 'Again');
  });
  await waitFor(() => expect(sent(remote)).toHaveLength(60));
  expect(screen.getAllByRole('listitem')).toHaveLength(90);
});

test('errors and rejections of the page are logged', () => {
  show();
  const cyclic: Record<string, unknown> = {};
  cyclic.self = cyclic;
  act(() => {
    window.dispatchEvent(
      new ErrorEvent('error', { message: 'Boom', error: new Error('Boom'), filename: 'a.js' }),
    );
    const rejection = new Event('unhandledrejection');
    window.dispatchEvent(Object.assign(rejection, { reason: 'No answer' }));
    write('error', 'Cyclic', cyclic);
  });
  expect(screen.getByText('Error on the page: Boom')).toBeTruthy();
  expect(screen.getByText('Unhandled rejection: No answer')).toBeTruthy();
  expect(screen.getByText('Cyclic')).toBeTruthy();
});
