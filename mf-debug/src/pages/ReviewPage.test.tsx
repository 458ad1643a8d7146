import { REJECTION_REASONS, type ReviewQueue } from '@ezdash/contracts';
import { NO_TARGETING } from '@ezdash/contracts/constants';
import {
  fillIn,
  type RenderedRemote,
  renderRemote,
  reply,
  type StubRoutes,
  testUser,
} from '@ezdash/remote-kit/testing';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { QUEUE_POLL_MS } from '../features/review/review.api';
import texts from '../locales/en.json';
import { ReviewPage } from './ReviewPage';

const figures = { impressions: 0, viewables: 0, clicks: 0, conversions: 0, spend_micros: 0 };
const creative = (id: string, width: number, height: number) => ({
  id,
  name: `Creative ${id}`,
  alt: `Picture ${id}`,
  state: 'inReview' as const,
  state_reason: null,
  image: {
    id: `a_${id}`,
    url: `/creatives/${id}.png`,
    content_type: 'image/png',
    bytes: 84_000,
    width,
    height,
    format: 'image' as const,
    parts: null,
  },
});

function review(id: string, name: string, waitsMinutes: number): ReviewQueue['reviews'][number] {
  const at = new Date(Date.now() - waitsMinutes * 60_000 - 1_000).toISOString();
  return {
    campaign: {
      id,
      name,
      pricing: 'CPM',
      bid_micros: 3_400_000,
      daily_budget_micros: 240_000_000,
      total_budget_micros: null,
      pacing: 'even',
      landing_url: 'https://velonord.example/commute',
      starts_at: null,
      ends_at: null,
      targeting: {
        ...NO_TARGETING,
        countries: { include: ['NO', 'SE'], exclude: [] },
        keywords: { include: [], exclude: ['accident'] },
        hours: { timezone: 'Europe/Oslo', hours: [6, 7, 8] },
      },
      frequency_cap: { count: 3, seconds: 86_400 },
      bidding: 'fixed',
      impression_limit: 5_000,
      click_limit: 900,
      category: 'sports',
      goal_ids: [],
      priority: 'auction',
      state: 'inReview',
      state_reason: null,
      created_at: at,
      updated_at: at,
      creatives: [creative(`${id}1`, 300, 250), creative(`${id}2`, 728, 90)],
      figures,
      today: { spend_micros: 0, budget_micros: 240_000_000, due: 0.5 },
    },
    advertiser: {
      id: 7,
      name: 'Velo Nord',
      email: 'ops@velonord.test',
      account_type: 'Premium',
      approved: 412,
      decided: 418,
    },
    submitted_at: at,
  };
}

const first = review('c_1000', 'Ride to work by Monday', 252);
const second = review('c_1001', 'Cover that moves', 41);
const DECIDE = 'POST /api/operator/reviews/:id';
const CHECK = 'POST /api/operator/reviews/:id/landing-check';

let rendered: RenderedRemote | undefined;
function show(routes: StubRoutes = {}): RenderedRemote {
  let reviews = [first, second];
  rendered = renderRemote(<ReviewPage />, {
    path: '/admin/review',
    user: testUser({ role: 'admin' }),
    texts: { debug: texts },
    routes: {
      'GET /api/operator/reviews': () => ({ reviews, decided_today: 64 }),
      [DECIDE]: ({ params }: { params: { id: string } }) => {
        reviews = reviews.filter(({ campaign }) => campaign.id !== params.id);
        return {};
      },
      [CHECK]: { landing: null },
      ...routes,
    },
  });
  return rendered;
}
const decisions = ({ calls }: RenderedRemote) =>
  calls.filter(({ method, path }) => method === 'POST' && !path.endsWith('/landing-check'));
/** The rows of names and values beside the creative. */
const facts = () =>
  Object.fromEntries(
    screen.getAllByRole('term').map((term) => [term.textContent, term.nextElementSibling?.textContent]),
  );
const heading = (name: string) => screen.findByRole('heading', { name, level: 2 });

beforeEach(() => window.localStorage.clear());
afterEach(() => {
  rendered?.unmount();
  jest.restoreAllMocks();
  jest.useRealTimers();
});

test('every reason of the contract has its words', () => {
  expect(Object.keys(texts.review.reason).sort()).toEqual([...REJECTION_REASONS].sort());
});

test('says what clicks pass on their way, each once, to be read and not opened', async () => {
  const chain = 'https://count.example/c?to={click_url}';
  const chained = structuredClone(first);
  const creatives = [chain, chain, null].map((click_chain, index) => {
    const one = creative(`c${index}`, 300, 250);
    const image = { ...one.image, format: 'html5' as const, parts: { files: 1, click_chain } };
    return { ...one, image };
  });
  chained.campaign.creatives = creatives;
  show({ 'GET /api/operator/reviews': () => ({ reviews: [chained], decided_today: 0 }) });
  await heading('Ride to work by Monday');
  expect(facts()['Clicks pass']).toBe(chain);
  expect(screen.queryByRole('link', { name: /count\.example/ })).toBeNull();
});

test('shows who waits, the creative, and what it asks for', async () => {
  show();
  await heading('Ride to work by Monday');
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Review queue');
  expect(document.title).toBe('Review queue - EzDash');
  expect(screen.getByText('4 creatives wait in 2 campaigns')).toBeTruthy();
  expect(screen.getByText('oldest 4 h 12 m')).toBeTruthy();
  expect(screen.getByText('you decided 64 today')).toBeTruthy();
  expect(screen.getByRole('button', { name: /Cover that moves.*41 m/ })).toBeTruthy();
  const link = screen.getByRole('link', { name: /velonord.example\/commute/ });
  expect(link.getAttribute('rel')).toBe('noreferrer');
  expect(facts()).toMatchObject({
    Countries: 'only Norway, Sweden',
    Keywords: 'not accident',
    Hours: 'Mon 06:00–09:00 (Europe/Oslo)',
    Advertises: 'Sports',
    Bid: '$3.40 CPM, fixed price, 5,000 impressions at most, 900 clicks at most',
  });
  expect(facts()).not.toHaveProperty('Runs on');
  expect(screen.getByText('3 a person in 1 d')).toBeTruthy();
  expect(screen.getByText(/412 of 418 approved before/)).toBeTruthy();
});

test('names in another direction do not take the count beside them along', async () => {
  const hebrew = { ...first, advertiser: { ...first.advertiser, name: 'Zeta — חברת פרסום' } };
  show({ 'GET /api/operator/reviews': { reviews: [hebrew], decided_today: 0 } });
  const queue = within(await screen.findByRole('list', { name: 'Waiting campaigns' }));
  expect(queue.getByText('Zeta — חברת פרסום').tagName).toBe('BDI');
  expect(queue.getByText('Ride to work by Monday').tagName).toBe('BDI');
  expect(queue.getByText('· 2 creatives')).toBeTruthy();
});

test('a video that its campaign’s cap keeps from players is told', async () => {
  const [one] = first.campaign.creatives;
  if (!one) throw new Error('no creative');
  const film = {
    ...one,
    image: {
      ...one.image,
      format: 'video' as const,
      content_type: 'video/mp4',
      parts: { duration_ms: 6_000, bitrate_kbps: 900 },
    },
  };
  const capped = { ...first, campaign: { ...first.campaign, creatives: [film] } };
  show({ 'GET /api/operator/reviews': { reviews: [capped], decided_today: 0 } });
  await screen.findByRole('heading', { level: 2, name: 'Ride to work by Monday' });
  expect(facts()['Frequency cap']).toMatch(/Its video is not shown: players cannot count who saw it\.$/);
});

test('a campaign that nothing narrows says so', async () => {
  const { campaign, ...rest } = first;
  const open = {
    ...campaign,
    targeting: NO_TARGETING,
    category: null,
    bidding: 'max',
    impression_limit: null,
    click_limit: null,
  };
  show({ 'GET /api/operator/reviews': { reviews: [{ ...rest, campaign: open }], decided_today: 0 } });
  await heading('Ride to work by Monday');
  expect(facts()).toMatchObject({
    'Runs on': 'everywhere, on every device, around the clock',
    Advertises: 'not said',
    Bid: '$3.40 CPM',
  });
});

test('what was checked without a person is said, with what was found', async () => {
  show();
  await heading('Ride to work by Monday');
  const checks = within(screen.getByRole('region', { name: 'Checks' }));
  expect(checks.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
    'File typePNG',
    'Size300×250, 728×90',
    'Weight83 kB of 150 kB at most',
    'Landing addressvelonord.example hasn’t been checked',
    'Duplicatesno other waiting campaign has these creatives',
  ]);
  expect(checks.getAllByRole('img', { name: 'in order' })).toHaveLength(4);
});

const LANDING = {
  url: first.campaign.landing_url,
  outcome: 'ok' as const,
  status: 200,
  final_url: 'https://velonord.example/no',
  hops: 1,
  took_ms: 31,
  checked_at: '2026-11-21T14:02:00.000Z',
};

test('a landing page that nobody has checked is, and again on demand', async () => {
  const outcomes = [LANDING, { ...LANDING, outcome: 'name-unknown' as const, status: null }];
  const { calls } = show({ [CHECK]: () => ({ landing: outcomes.shift() ?? null }) });
  await heading('Ride to work by Monday');
  expect(await screen.findByText('velonord.example, encrypted, answers 200 after 31 ms')).toBeTruthy();
  expect(screen.getByText(/^Checked .*Leads to/).textContent).toContain('velonord.example/no');
  await userEvent.click(screen.getByRole('button', { name: 'Check again' }));
  expect(await screen.findByText('nobody knows the domain velonord.example')).toBeTruthy();
  expect(calls.filter(({ path }) => path.endsWith('/landing-check'))).toHaveLength(2);
});

test('an HTML5 ad whose click nobody has seen is clicked in its preview, and the decision says so', async () => {
  const [one] = first.campaign.creatives;
  if (!one) throw new Error('No creative');
  const parts = { files: 3, click_chain: null };
  const image = { ...one.image, url: 'https://ads.example/x/index.html', format: 'html5' as const, parts };
  const campaign = { ...first.campaign, creatives: [{ ...one, image }] };
  const drawn = show({
    'GET /api/operator/reviews': { reviews: [{ ...first, campaign }], decided_today: 0 },
  });
  await heading('Ride to work by Monday');
  expect(screen.getByText('Click not tested. Click the ad.')).toBeTruthy();
  const frame = screen.getByTitle<HTMLIFrameElement>(one.alt);
  const click = new URL(frame.src).searchParams.get('clickTag');
  expect(click).toBe(`${window.location.origin}/e/c/preview`);
  const tell = (source: Window | null) =>
    act(() =>
      window.dispatchEvent(new MessageEvent('message', { source, data: { ezdash: 'click', to: click } })),
    );
  tell(window);
  expect(screen.queryByText('Your click opens the landing page')).toBeNull();
  // An ad that opens by itself, which nobody has clicked.
  tell(frame.contentWindow);
  expect(screen.queryByText('Your click opens the landing page')).toBeNull();
  act(() => frame.focus());
  tell(frame.contentWindow);
  expect(screen.getByText('Your click opens the landing page')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: /^Approve/ }));
  await waitFor(() => expect(decisions(drawn)[0]?.body).toMatchObject({ clicked: [one.id] }));
});

test('while the queue is on its way the page has its title and its boxes', async () => {
  show({ 'GET /api/operator/reviews': () => new Promise(() => {}) });
  expect(screen.getByRole('heading', { level: 1, name: 'Review queue' })).toBeTruthy();
  expect(await screen.findByRole('status', { busy: true })).toBeTruthy();
});

test('creatives are shown at their true size, one after the other', async () => {
  show();
  const image = await screen.findByRole('img', { name: 'Picture c_10001' });
  expect(image.style.inlineSize || image.style.cssText).toContain('300');
  await userEvent.click(screen.getByRole('button', { name: 'Creative c_10002, 728×90' }));
  expect(screen.getByRole('img', { name: 'Picture c_10002' })).toBeTruthy();
  expect(screen.getByText('At true size')).toBeTruthy();
});

test('Approve sends the decision and goes on to the next', async () => {
  const remote = show();
  await heading('Ride to work by Monday');
  await userEvent.click(screen.getByRole('button', { name: /Approve/ }));
  await heading('Cover that moves');
  expect(decisions(remote)[0]).toMatchObject({
    params: { id: 'c_1000' },
    query: { submitted_at: first.submitted_at },
    body: { decision: 'approve', reasons: [], message: '' },
  });
  expect(screen.getByText('Ride to work by Monday is approved')).toBeTruthy();
  await waitFor(() => expect(screen.getByText('2 creatives wait in 1 campaign')).toBeTruthy());
});

test('Reject needs a reason, then sends it with the message', async () => {
  const remote = show();
  await heading('Ride to work by Monday');
  await userEvent.click(screen.getByRole('button', { name: /Reject/ }));
  expect(screen.getByRole('alert').textContent).toBe('Tick at least one reason');
  expect(document.activeElement).toBe(screen.getByRole('checkbox', { name: 'Misleading claim' }));
  expect(decisions(remote)).toHaveLength(0);

  await userEvent.click(screen.getByRole('checkbox', { name: 'Misleading claim' }));
  expect(screen.queryByRole('alert')).toBeNull();
  await fillIn(screen.getByRole('textbox', { name: 'To the advertiser' }), 'Show the terms');
  await userEvent.click(screen.getByRole('button', { name: /Reject/ }));
  await heading('Cover that moves');
  expect(decisions(remote)[0]?.body).toEqual({
    decision: 'reject',
    reasons: ['misleading'],
    message: 'Show the terms',
  });
  expect(screen.getByRole('checkbox', { name: 'Misleading claim' })).toHaveProperty('checked', false);
});

describe('keys', () => {
  test('S skips, A approves, also from a ticked reason', async () => {
    const remote = show();
    await heading('Ride to work by Monday');
    await userEvent.keyboard('s');
    await heading('Cover that moves');
    await userEvent.click(screen.getByRole('checkbox', { name: 'Wrong category' }));
    await userEvent.keyboard('r');
    await heading('Ride to work by Monday');
    expect(decisions(remote)[0]?.body).toMatchObject({ decision: 'reject', reasons: ['category'] });
    await userEvent.keyboard('a');
    expect(await screen.findByRole('heading', { name: 'Nothing waits for review' })).toBeTruthy();
  });

  test('letters in the message are letters', async () => {
    const remote = show();
    await heading('Ride to work by Monday');
    await userEvent.type(screen.getByRole('textbox', { name: 'To the advertiser' }), 'ars');
    expect(screen.getByRole('heading', { level: 2, name: 'Ride to work by Monday' })).toBeTruthy();
    expect(decisions(remote)).toHaveLength(0);
  });

  test('they can be switched off, and stay off', async () => {
    const remote = show();
    await heading('Ride to work by Monday');
    await userEvent.click(screen.getByRole('checkbox', { name: 'Keys A, R and S decide' }));
    await userEvent.keyboard('a');
    expect(decisions(remote)).toHaveLength(0);
    remote.unmount();
    show();
    await heading('Ride to work by Monday');
    expect(screen.getByRole('checkbox', { name: 'Keys A, R and S decide' })).toHaveProperty('checked', false);
  });
});

test('somebody else was faster: it says who, and the campaign leaves the queue', async () => {
  const message = 'Mara Okafor approved this campaign at 2026-11-21 14:02 UTC';
  show({
    [DECIDE]: reply(409, { message, code: 'ALREADY_DECIDED' }),
    'GET /api/operator/reviews': (() => {
      let asked = 0;
      return () => ({ reviews: asked++ === 0 ? [first, second] : [second], decided_today: 65 });
    })(),
  });
  await heading('Ride to work by Monday');
  await userEvent.keyboard('a');
  await heading('Cover that moves');
  expect(screen.getByRole('note').textContent).toContain('Ride to work by Monday is already decided');
  expect(screen.getByRole('note').textContent).toContain(`${message}. Somebody else was faster.`);
  await waitFor(() => expect(screen.getByText('you decided 65 today')).toBeTruthy());
});

test('changed by the advertiser meanwhile: it stays, and is to be looked at again', async () => {
  const changed = { ...first, submitted_at: new Date().toISOString() };
  show({
    [DECIDE]: reply(409, { message: 'The advertiser has changed this campaign', code: 'CHANGED' }),
    'GET /api/operator/reviews': (() => {
      let asked = 0;
      return () => ({ reviews: asked++ === 0 ? [first, second] : [second, changed], decided_today: 64 });
    })(),
  });
  await heading('Ride to work by Monday');
  await userEvent.keyboard('a');
  expect((await screen.findByRole('note')).textContent).toContain('Ride to work by Monday has changed');
  await waitFor(() => expect(screen.getByText('oldest 41 m')).toBeTruthy());
  await heading('Ride to work by Monday');
});

test('decided by somebody else while it is looked at: it stays on the desk until it is left', async () => {
  jest.useFakeTimers();
  const user = userEvent.setup({ advanceTimers: jest.advanceTimersByTime });
  const remote = show({ [DECIDE]: reply(409, { message: 'Mara approved it', code: 'ALREADY_DECIDED' }) });
  await act(() => jest.advanceTimersByTimeAsync(100));
  remote.answer({ 'GET /api/operator/reviews': { reviews: [second], decided_today: 64 } });
  await act(() => jest.advanceTimersByTimeAsync(QUEUE_POLL_MS + 100));
  expect(screen.getByText('2 creatives wait in 1 campaign')).toBeTruthy();
  expect(screen.getByRole('heading', { level: 2, name: 'Ride to work by Monday' })).toBeTruthy();
  await user.keyboard('a');
  await act(() => jest.advanceTimersByTimeAsync(100));
  expect(decisions(remote)[0]?.params).toEqual({ id: 'c_1000' });
  expect(screen.getByRole('note').textContent).toContain('Mara approved it.');
  expect(screen.getByRole('heading', { level: 2, name: 'Cover that moves' })).toBeTruthy();
});

test('changed while it is looked at: the first press only says so', async () => {
  jest.useFakeTimers();
  const user = userEvent.setup({ advanceTimers: jest.advanceTimersByTime });
  const remote = show();
  await act(() => jest.advanceTimersByTimeAsync(100));
  const changed = { ...first, submitted_at: new Date().toISOString() };
  remote.answer({ 'GET /api/operator/reviews': { reviews: [second, changed], decided_today: 64 } });
  await act(() => jest.advanceTimersByTimeAsync(QUEUE_POLL_MS + 100));
  expect(screen.getByRole('note').textContent).toContain('Ride to work by Monday has changed');
  await user.keyboard('a');
  expect(decisions(remote)).toHaveLength(0);
  await user.keyboard('a');
  await act(() => jest.advanceTimersByTimeAsync(100));
  expect(decisions(remote)[0]?.query).toEqual({ submitted_at: changed.submitted_at });
});

test('a refused field says so; a broken server too, with the request id', async () => {
  const remote = show({
    [DECIDE]: reply(422, { message: 'Check the form', code: 'VALIDATION', errors: { message: ['Shorter'] } }),
  });
  await heading('Ride to work by Monday');
  await userEvent.keyboard('a');
  expect(await screen.findByText('Shorter')).toBeTruthy();
  remote.answer({ [DECIDE]: reply(500, { message: 'The database is away', code: 'INTERNAL' }) });
  await userEvent.keyboard('a');
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toContain('The decision on Ride to work by Monday was not saved');
  expect(alert.textContent).toContain('The database is away');
  expect(alert.textContent).toContain('req_test');
});

test('a failed queue offers to try again', async () => {
  const remote = show({ 'GET /api/operator/reviews': reply(500, { message: 'The database is away' }) });
  const alert = await screen.findByRole('alert');
  expect(within(alert).getByText(/req_test/)).toBeTruthy();
  remote.answer({ 'GET /api/operator/reviews': { reviews: [], decided_today: 0 } });
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('heading', { name: 'Nothing waits for review' })).toBeTruthy();
});
