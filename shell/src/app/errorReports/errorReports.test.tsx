import { setBootstrap } from '@ezdash/store';
import { act, render, screen, waitFor } from '@testing-library/react';
import { config } from '../../testing/renderApp';
import { CrashBoundary } from '../crash/CrashBoundary';
import {
  forgetErrorReports,
  loadErrorReports,
  reportError,
  setReportUser,
  startErrorReports,
  useSentReport,
} from './errorReports';

interface SentEvent {
  event_id: string;
  timestamp: number;
  release: string;
  user?: object;
  tags?: Record<string, string>;
  exception?: { values: { value: string }[] };
}

/** What was sent, with the project of the address. */
const sent: { project: string; event: SentEvent }[] = [];
const realFetch = globalThis.fetch;
const facts = { teamOf: () => 'advertisers', routeOf: () => '/advertiser/dashboard' };
const reporting = {
  dsn: 'https://key@errors.test/1',
  remotes: { 'mf-advertiser': 'https://key@errors.test/2' },
  environment: 'test',
};

// The SDK takes the page's fetch when it is loaded, once: this one is there by then.
globalThis.fetch = async (address, options) => {
  const project = /\/api\/(\d+)\/envelope\//.exec(String(address))?.[1] ?? '';
  const lines = String(options?.body).split('\n');
  for (const [index, line] of lines.entries())
    if (line.startsWith('{"type":"event"'))
      sent.push({ project, event: JSON.parse(lines[index + 1] ?? '') as SentEvent });
  return new Response('{}');
};
afterAll(() => {
  globalThis.fetch = realFetch;
});

beforeEach(() => {
  sent.length = 0;
  // jsdom measures nothing.
  performance.getEntriesByType = () => [];
});
afterEach(async () => {
  await forgetErrorReports();
  jest.restoreAllMocks();
});

function start(error_reports: typeof reporting | null = reporting) {
  setBootstrap({ config: { ...config, error_reports }, user: null, locale: 'en' });
  startErrorReports(facts);
}
const eventOf = (id: string | null) => sent.find(({ event }) => event.event_id === id);

test('without a DSN nothing is reported, and the SDK is not asked for', async () => {
  start(null);
  loadErrorReports();
  expect(reportError(new Error('down'))).toBeNull();
  setReportUser('u_1007');
  // Jest fails a test in whose window nobody listens to an error.
  const listen = () => undefined;
  window.addEventListener('error', listen);
  window.dispatchEvent(new ErrorEvent('error', { error: new Error('down') }));
  await act(async () => undefined);
  window.removeEventListener('error', listen);
  expect(sent).toEqual([]);
});

test('an error goes to the project of its remote, with its release, its team and who is signed in', async () => {
  start();
  setReportUser('u_1007');
  const before = Date.now();
  const id = reportError(new Error('no such column'), {
    remote: 'mf-advertiser',
    version: '1.2.0',
    tags: { phase: 'render' },
  });
  expect(id).toMatch(/^[0-9a-f]{32}$/);
  await waitFor(() => expect(eventOf(id)).toBeDefined(), { timeout: 20_000 });
  const { project, event } = eventOf(id) ?? {};
  expect(project).toBe('2');
  expect(event).toMatchObject({
    release: 'mf-advertiser@1.2.0',
    user: { id: 'u_1007' },
    tags: { remote: 'mf-advertiser', version: '1.2.0', team: 'advertisers', phase: 'render' },
  });
  // When it happened, not when the SDK was there.
  expect(Math.abs((event?.timestamp ?? 0) * 1000 - before)).toBeLessThan(1_000);
});

test('what belongs to no remote, or to one without a project, goes to the shell', async () => {
  start();
  const ids = [
    reportError(new Error('of the shell')),
    reportError(new Error('of another remote'), { remote: 'mf-publisher', version: '1.0.0' }),
  ];
  await waitFor(() => expect(ids.every((id) => eventOf(id))).toBe(true));
  expect(ids.map((id) => eventOf(id)?.project)).toEqual(['1', '1']);
  expect(eventOf(ids[1] ?? null)?.event.release).toBe('mf-publisher@1.0.0');
});

test('the same error is one report, and one that speaks of "Network" is none', async () => {
  start();
  const error = new Error('twice');
  const id = reportError(error);
  expect(reportError(error)).toBe(id);
  expect(reportError(new Error('Network Error'))).toBeNull();
  expect(reportError('Network down')).toBeNull();
  const last = reportError(new Error('the last of them'));
  await waitFor(() => expect(eventOf(last)).toBeDefined());
  expect(sent.filter(({ event }) => event.event_id === id)).toHaveLength(1);
  expect(JSON.stringify(sent)).not.toContain('Network');
});

test('before the SDK is there, errors of the window wait for it, the first twenty', async () => {
  start();
  const ids = Array.from({ length: 21 }, (_, index) => reportError(new Error(`early ${index}`)));
  expect(ids.map((id) => id !== null)).toEqual([...Array<boolean>(20).fill(true), false]);
  await waitFor(() => expect(sent).toHaveLength(20));
  expect(sent.map(({ event }) => event.exception?.values[0]?.value)).toEqual(
    Array.from({ length: 20 }, (_, index) => `early ${index}`),
  );
});

test('an error of the window is reported, from before the SDK and after', async () => {
  start();
  window.dispatchEvent(new ErrorEvent('error', { error: new Error('of the window') }));
  window.dispatchEvent(new ErrorEvent('error', { message: 'Script error.' }));
  const values = () => sent.map(({ event }) => event.exception?.values[0]?.value);
  await waitFor(() => expect(values()).toEqual(['of the window']));
});

const Broken = (): never => {
  throw new Error('the whole app');
};

function Shown({ id }: { id: string | null }) {
  return <output>{useSentReport(id) ?? 'nothing'}</output>;
}

test('an id is shown once its report is on its way', async () => {
  start();
  const id = reportError(new Error('shown'));
  render(<Shown id={id} />);
  expect(screen.getByRole('status').textContent).toBe('nothing');
  await waitFor(() => expect(screen.getByRole('status').textContent).toBe(id));
});

test('the crash screen names its report', async () => {
  start();
  jest.spyOn(console, 'error').mockImplementation(() => {});
  render(
    <CrashBoundary>
      <Broken />
    </CrashBoundary>,
  );
  expect(screen.getByRole('heading', { name: 'Something went wrong' })).not.toBeNull();
  expect(screen.getByRole('button', { name: 'Reload Page' })).not.toBeNull();
  const code = await screen.findByText(/^[0-9a-f]{32}$/);
  await waitFor(() => expect(eventOf(code.textContent)?.event.tags?.crash).toBe('app'));
});
