/** Answers about releases of remotes, for tests. */
import type {
  GateCheck,
  GateVerdict,
  ReleaseEvent,
  ReleaseInfo,
  ReleaseToken,
  RemoteState,
  RemoteSummary,
} from '@ezdash/contracts';

const CHECKS = [
  'integrity',
  'contract',
  'shared',
  'plugin',
  'budget',
  'addresses',
  'styles',
  'entry',
  'exposes',
  'render',
] as const;

export const makeVerdict = (failed: Partial<Record<GateCheck['check'], string>> = {}): GateVerdict => ({
  passed: Object.keys(failed).length === 0,
  checks: CHECKS.map((check) => ({
    check,
    outcome: failed[check] === undefined ? 'passed' : 'failed',
    detail: failed[check] ?? '',
  })),
  shell_build: 'b7f21c',
  checked_at: '2025-11-21T10:00:00.000Z',
});

export const makeRelease = (over: Partial<ReleaseInfo> = {}): ReleaseInfo => ({
  remote: 'mf-advertiser',
  version: '1.4.0',
  published_at: '2025-11-21T09:00:00.000Z',
  publisher: 'advertisers, CI',
  commit: '60dba0512ab34cd5',
  contract_version: 3,
  plugin_version: '2.9.0',
  shared: { react: '^19.0.0' },
  byte_count: 812_000,
  brotli_byte_count: 184_200,
  has_types: true,
  was_active: false,
  verdict: null,
  trouble: { failures: 0, page_loads: 0 },
  ...over,
});

export const makeState = (over: Partial<RemoteState> = {}): RemoteState => ({
  remote: 'mf-advertiser',
  active: { version: '1.3.2', since: '2025-11-20T09:00:00.000Z' },
  previous: '1.3.1',
  canary: null,
  pins: [],
  planned: [],
  built: null,
  ...over,
});

export const makeSummary = (over: Partial<RemoteSummary> = {}): RemoteSummary => ({
  ...makeState(),
  team: 'advertisers',
  trouble: { failures: 3, page_loads: 812 },
  ...over,
});

export const makeEvent = (over: Partial<ReleaseEvent> = {}): ReleaseEvent => ({
  id: 7,
  event: 'activated',
  version: '1.3.2',
  percent: null,
  subject: null,
  at: null,
  by: 'mara@ezdash.test',
  why: '',
  happened_at: '2025-11-20T09:00:00.000Z',
  ...over,
});

export const makeToken = (over: Partial<ReleaseToken> = {}): ReleaseToken => ({
  id: 4,
  remote: 'mf-advertiser',
  label: 'advertisers, CI',
  created_at: '2025-11-01T09:00:00.000Z',
  expires_at: '2099-02-01T09:00:00.000Z',
  last_used_at: '2025-11-21T09:00:00.000Z',
  revoked_at: null,
  ...over,
});
