import { createHash } from 'node:crypto';
import type { GateVerdict } from '@ezdash/contracts';
import { Registry } from 'prom-client';
import { openBrowser } from '../../../platform/browser/openBrowser';
import { silentLog } from '../../../platform/log';
import { fakeClock } from '../../../testing/fakeClock';
import type { StoredRelease } from '../releases.types';
import { makeRelease, makeShell } from '../testReleases';
import { createGate } from './createGate';
import { BROWSER_CHECKS, tryRelease } from './tryRelease';
import { createMemoryVerdictRepo } from './verdicts';

jest.mock('../../../platform/browser/openBrowser', () => ({ openBrowser: jest.fn() }));
jest.mock('./tryRelease', () => ({ ...jest.requireActual('./tryRelease'), tryRelease: jest.fn() }));

const shared = {
  react: '19.3.1',
  'react-dom': '19.3.1',
  'react-router-dom': '7.18.5',
  i18next: '27.1.2',
  'react-i18next': '18.0.1',
  '@ezdash/store': '1.0.0',
  '@ezdash/ui': '1.0.0',
};

/** A gate on a server without a browser, and a release that is good as far as that can be said. */
function openGate(buildId = 'ba9876543210', browser = '/no/such/browser') {
  const names = ['remoteEntry.js', 'App.js', 'App.css'];
  const files = new Map(names.map((name) => [name, Buffer.from(`bytes of ${name}`)]));
  const read = jest.fn(async (_name: string, _version: string, file: string) => {
    const found = files.get(file);
    if (!found) throw new Error(`no ${file}`);
    return found;
  });
  const metrics = new Registry();
  const clock = fakeClock('2026-11-22T12:00:00Z');
  const verdicts = createMemoryVerdictRepo();
  const gate = createGate({
    shell: makeShell({ shared, buildId }),
    shellFolders: [],
    renderPage: () => ({ html: '', policy: '' }),
    store: { read },
    verdicts,
    taken: () => ({ others: [], shellPaths: [] }),
    browser,
    clock,
    log: silentLog,
    metrics,
  });
  const described = [...files].map(([name, bytes]) => {
    const integrity = `sha384-${createHash('sha384').update(bytes).digest('base64')}`;
    return [name, { integrity, byteCount: bytes.length }];
  });
  const release = makeRelease({ shared, files: Object.fromEntries(described) });
  const stored: StoredRelease = { id: 7, name: release.name, version: '1.0.0-build.1', digest: '', release };
  return { gate, stored, files, read, metrics, verdicts, clock };
}

const outcomes = ({ checks }: GateVerdict) => checks.map(({ check, outcome }) => `${check} ${outcome}`);
const TOLD = ['integrity', 'contract', 'shared', 'plugin', 'budget', 'addresses', 'styles'].map(
  (check) => `${check} passed`,
);

test('without a browser nothing gets through, and the verdict says what to do', async () => {
  const { gate, stored } = openGate();
  const verdict = await gate.judge(stored);
  expect(verdict).toMatchObject({
    passed: false,
    shell_build: 'ba9876543210',
    checked_at: '2026-11-22T12:00:00.000Z',
  });
  expect(outcomes(verdict)).toEqual([...TOLD, 'entry failed', 'exposes failed', 'render failed']);
  expect(verdict.checks.at(-1)?.detail).toBe('No browser on this server to try it in: set GATE_BROWSER');
});

test('what cannot run is not tried; what is only too heavy is', async () => {
  const { gate, stored } = openGate();
  stored.release.pluginVersion = '3.0.0';
  const wrong = await gate.judge(stored);
  expect(wrong.checks.at(-1)).toEqual({
    check: 'render',
    outcome: 'skipped',
    detail: 'not tried, because plugin failed',
  });
  stored.release.pluginVersion = '2.9.2';
  for (const file of Object.values(stored.release.files)) file.brotliByteCount = 1_000_000;
  expect(outcomes(await gate.judge(stored))).toEqual([
    ...TOLD.slice(0, 4),
    'budget failed',
    'addresses passed',
    'styles passed',
    'entry failed',
    'exposes failed',
    'render failed',
  ]);
});

test('files are those of the version that was published', async () => {
  const { gate, stored, read } = openGate();
  await gate.judge(stored);
  expect(read).toHaveBeenCalledWith('mf-advertiser', '1.0.0-build.1', 'remoteEntry.js');
  expect(read).not.toHaveBeenCalledWith('mf-advertiser', '1.0.0', expect.anything());
});

test('a verdict is kept, counted, and judged once for all who ask meanwhile', async () => {
  const { gate, stored, metrics } = openGate();
  const [one, other] = await Promise.all([gate.judge(stored), gate.judge(stored)]);
  expect(other).toBe(one);
  expect(await gate.latest([stored.id, 8])).toEqual(new Map([[stored.id, one]]));
  expect(await metrics.metrics()).toContain('ezdash_gate_verdicts_total{outcome="refused"} 1');
});

describe('who is admitted', () => {
  const passed = (shellBuild: string): GateVerdict => ({
    passed: true,
    checks: [{ check: 'integrity', outcome: 'passed', detail: '3 files' }],
    shell_build: shellBuild,
    checked_at: '2026-11-21T12:00:00.000Z',
  });

  it('passed once with this shell, and is what it was', async () => {
    const { gate, stored, verdicts } = openGate();
    const verdict = passed('ba9876543210');
    await verdicts.add(stored.id, verdict);
    expect(await gate.admit(stored)).toBe(verdict);
  });

  it('is judged anew with another shell', async () => {
    const { gate, stored, verdicts } = openGate('000000000000');
    await verdicts.add(stored.id, passed('ba9876543210'));
    expect(await gate.admit(stored)).toMatchObject({ passed: false, shell_build: '000000000000' });
  });

  it('is refused when its bytes have changed since', async () => {
    const { gate, stored, verdicts, files } = openGate();
    await verdicts.add(stored.id, passed('ba9876543210'));
    files.delete('App.js');
    const verdict = await gate.admit(stored);
    expect(verdict.passed).toBe(false);
    expect(verdict.checks[0]).toMatchObject({ outcome: 'failed', detail: 'App.js is not there' });
    expect((await gate.latest([stored.id])).get(stored.id)).toBe(verdict);
  });
});

test('a browser that neither opens a page nor ends fails its own trial, and no other', async () => {
  const close = jest.fn(() => Promise.reject(new Error('It does not end')));
  const newContext = jest.fn(() => Promise.reject(new Error('It opens no page')));
  jest.mocked(openBrowser).mockResolvedValue({ newContext, close });
  const { gate, stored } = openGate('ba9876543210', process.execPath);
  for (const trial of [1, 2]) {
    const verdict = await gate.judge(stored);
    expect(verdict.checks.at(-1)?.detail).toBe('The browser on this server does not run: see its log');
    expect(close).toHaveBeenCalledTimes(trial);
  }
});

test('a gate that was stopped tries nothing more, and holds that against nobody', async () => {
  const { gate, stored } = openGate();
  await gate.stop();
  expect((await gate.judge(stored)).checks.at(-1)?.detail).toBe('This server is stopping');
  expect(await gate.latest([stored.id])).toEqual(new Map());
});

describe('a trial that a release did not pass', () => {
  const MINUTE_MS = 60_000;
  const trialOf = (outcome: 'passed' | 'failed') =>
    BROWSER_CHECKS.map((check) => ({ check, outcome, detail: 'what was seen' }));
  /** With a browser, in which the release fares like this. */
  function openTried(outcome: 'passed' | 'failed') {
    const page = { newContext: jest.fn(), close: jest.fn(async () => {}) };
    jest.mocked(openBrowser).mockResolvedValue(page as unknown as Awaited<ReturnType<typeof openBrowser>>);
    const tried = jest.mocked(tryRelease).mockReset().mockResolvedValue(trialOf(outcome));
    return { ...openGate('ba9876543210', process.execPath), tried };
  }

  it('counts for ten minutes, whoever asks to activate it', async () => {
    const { gate, stored, tried, clock } = openTried('failed');
    const first = await gate.admit(stored);
    expect(first.passed).toBe(false);
    const beforeTrial = jest.fn(async () => {});
    clock.advance(10 * MINUTE_MS - 1);
    expect(await gate.admit(stored, beforeTrial)).toBe(first);
    expect([tried.mock.calls.length, beforeTrial.mock.calls.length]).toEqual([1, 0]);
    clock.advance(1);
    tried.mockResolvedValue(trialOf('passed'));
    expect((await gate.admit(stored, beforeTrial)).passed).toBe(true);
    expect([tried.mock.calls.length, beforeTrial.mock.calls.length]).toEqual([2, 1]);
  });

  it('is made anew when it is asked to be, and that counts then', async () => {
    const { gate, stored, tried } = openTried('failed');
    await gate.admit(stored);
    await gate.judge(stored);
    expect(tried).toHaveBeenCalledTimes(2);
    tried.mockResolvedValue(trialOf('passed'));
    expect((await gate.judge(stored)).passed).toBe(true);
    expect((await gate.admit(stored)).passed).toBe(true);
    expect(tried).toHaveBeenCalledTimes(3);
  });

  it('says nothing of what needs no browser: that is looked at again', async () => {
    const { gate, stored, tried } = openTried('passed');
    for (const file of Object.values(stored.release.files)) file.brotliByteCount = 1_000_000;
    expect((await gate.admit(stored)).passed).toBe(false);
    for (const file of Object.values(stored.release.files)) delete file.brotliByteCount;
    expect((await gate.admit(stored)).passed).toBe(true);
    expect(tried).toHaveBeenCalledTimes(1);
  });

  it('counts for nothing when the browser of this machine was to blame', async () => {
    const { gate, stored, tried } = openTried('passed');
    jest.mocked(openBrowser).mockRejectedValueOnce(new Error('It does not start'));
    expect((await gate.admit(stored)).passed).toBe(false);
    expect((await gate.admit(stored)).passed).toBe(true);
    expect(tried).toHaveBeenCalledTimes(1);
  });

  it('is not made for somebody whose trials are used up, and others who ask are not refused with them', async () => {
    const { gate, stored, tried } = openTried('passed');
    const usedUp = () => Promise.reject(new Error('No trials are left'));
    const asked = [gate.admit(stored, usedUp), gate.admit(stored)];
    const [one, other] = await Promise.allSettled(asked);
    expect([one?.status, other?.status]).toEqual(['rejected', 'fulfilled']);
    expect(tried).toHaveBeenCalledTimes(1);
  });
});
