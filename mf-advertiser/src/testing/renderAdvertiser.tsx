import {
  type Call,
  type RenderedRemote,
  renderRemote,
  type StubRoutes,
  testUser,
} from '@ezdash/remote-kit/testing';
import { App } from '../App';
import en from '../locales/en.json';
import { testMetrics } from './metricsData';

/** What every page of a campaign, or many pages, ask for, whatever they are tested for. */
const ALWAYS: StubRoutes = {
  'GET /api/campaign-drafts': { drafts: [] },
  'POST /api/campaigns/estimate': {
    state: 'no-traffic',
    sampled: 0,
    days: 0,
    reach: null,
    most_per_day: null,
    steps: [],
    competition: 'told',
    ladder: [],
    bid: null,
    left_out: [],
  },
  'GET /api/metrics': testMetrics([], []),
  'POST /api/landing-checks': ({ body }: Call) => ({
    url: (body as { url: string }).url,
    outcome: 'ok',
    status: 200,
    final_url: null,
    hops: 0,
    took_ms: 40,
    checked_at: '2026-11-21T14:00:00Z',
  }),
  'GET /api/campaigns/:id/landing-check': { result: null, failing_since: null },
  'POST /api/campaigns/:id/landing-check': { result: null, failing_since: null },
};

/** The advertiser's app at an address, signed in as an advertiser. */
export function renderAdvertiser(path: string, routes: StubRoutes, user = testUser()): RenderedRemote {
  return renderRemote(<App />, {
    path,
    user,
    routes: { ...ALWAYS, ...routes },
    texts: { advertiser: en },
  });
}
