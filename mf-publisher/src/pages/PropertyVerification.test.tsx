import type { PropertyVerification, VerificationFinding } from '@ezdash/contracts';
import { VERIFICATION_OUTCOMES } from '@ezdash/contracts/constants';
import {
  type RenderedRemote,
  renderRemote,
  reply,
  type StubRoutes,
  testUser,
} from '@ezdash/remote-kit/testing';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, Routes } from 'react-router-dom';
import german from '../locales/de.json';
import texts from '../locales/en.json';
import { makeDetail } from '../testing/publisherData';
import { PropertyPage } from './PropertyPage';

const TOKEN = 'abc0123456789abc0123456789abc012';
const LINE = `ezdash-verification=${TOKEN}`;
const finding = (change: Partial<VerificationFinding>): VerificationFinding => ({
  method: 'meta',
  outcome: 'token-missing',
  status: 200,
  address: 'https://alpineweather.example/',
  seen: null,
  ...change,
});
const makeVerification = (change: Partial<PropertyVerification> = {}): PropertyVerification => ({
  property_id: 'p_1000',
  domain: 'alpineweather.example',
  state: 'unverified',
  token: TOKEN,
  meta_tag: `<meta name="ezdash-verification" content="${TOKEN}">`,
  file: { url: 'https://alpineweather.example/.well-known/ezdash-verification.txt', content: LINE },
  dns: { names: ['_ezdash.alpineweather.example', 'alpineweather.example'], value: LINE },
  method: null,
  verified_at: null,
  lost_at: null,
  checked_at: null,
  findings: [],
  failures: 0,
  failing_since: null,
  next_check_at: '2026-11-21T12:05:00.000Z',
  ...change,
});

let rendered: RenderedRemote | undefined;
function show(
  first: PropertyVerification,
  {
    state = 'pending',
    after = first,
    routes = {},
  }: { state?: 'pending' | 'verified' | 'approved'; after?: PropertyVerification; routes?: StubRoutes } = {},
): RenderedRemote {
  let known = first;
  rendered = renderRemote(
    <Routes>
      <Route path="/publisher/properties/:id" element={<PropertyPage />} />
    </Routes>,
    {
      path: '/publisher/properties/p_1000?tab=verification',
      user: testUser({ role: 'publisher' }),
      texts: { publisher: texts },
      routes: {
        'GET /api/properties/:id': () =>
          makeDetail([], { state: known.state === 'verified' ? 'verified' : state }),
        'GET /api/properties/:id/verification': () => known,
        'GET /api/properties/:id/ads-txt': reply(404, { message: 'Not found', code: 'NOT_FOUND' }),
        'POST /api/properties/:id/verification': () => {
          known = after;
          return known;
        },
        ...routes,
      },
    },
  );
  return rendered;
}
afterEach(() => rendered?.unmount());

test('the three ways are there to copy, with what the network does next', async () => {
  show(makeVerification());
  expect(await screen.findByText('Not verified')).toBeTruthy();
  for (const name of ['A tag in the first page', 'A file on the site', 'A record in DNS'])
    expect(screen.getByRole('heading', { name })).toBeTruthy();
  expect(screen.getAllByRole('button', { name: /Copy/ })).toHaveLength(5);
  expect(screen.getByText('Nobody has looked yet')).toBeTruthy();
  expect(screen.getByText(/is not verified yet\. Verify it/)).toBeTruthy();
});

test('a look that finds nothing says why for each way', async () => {
  const after = makeVerification({
    checked_at: '2026-11-21T12:00:00.000Z',
    findings: [
      finding({ outcome: 'status', status: 404 }),
      finding({ method: 'file', outcome: 'other-token', seen: 'zzz' }),
      finding({ method: 'dns', outcome: 'token-missing', status: null }),
    ],
  });
  show(makeVerification(), { after });
  await userEvent.click(await screen.findByRole('button', { name: 'Check now' }));
  expect(await screen.findByText('The token was not found on alpineweather.example')).toBeTruthy();
  expect(screen.getByText(/^The site answered 404 for the first page\./)).toBeTruthy();
  expect(screen.getByText(/^Another token stands there, zzz\./)).toBeTruthy();
  expect(screen.getByText(/^No token was found in DNS\./)).toBeTruthy();
});

test('a look that finds the token says so, and the page follows', async () => {
  const after = makeVerification({
    state: 'verified',
    method: 'file',
    verified_at: '2026-11-21T12:00:00.000Z',
    checked_at: '2026-11-21T12:00:00.000Z',
    findings: [finding({ method: 'file', outcome: 'found' })],
  });
  show(makeVerification(), { after });
  await userEvent.click(await screen.findByRole('button', { name: 'Check now' }));
  expect(await screen.findByText('alpineweather.example is verified')).toBeTruthy();
  expect(await screen.findByText(/^Found by the file on alpineweather\.example/)).toBeTruthy();
  await waitFor(() => expect(screen.getByText(/is verified and waits for approval/)).toBeTruthy());
});

test('a verification that was lost, and one that is about to be', async () => {
  show(makeVerification({ state: 'lost', lost_at: '2026-11-20T12:00:00.000Z' }));
  expect(await screen.findByText('Verification lost')).toBeTruthy();
  rendered?.unmount();
  show(
    makeVerification({
      state: 'verified',
      method: 'dns',
      verified_at: '2026-11-01T12:00:00.000Z',
      failures: 2,
      failing_since: '2026-11-19T12:00:00.000Z',
    }),
    { state: 'approved' },
  );
  expect(await screen.findByText(/^2 looks one after the other have not found the token/)).toBeTruthy();
});

test('a look that is refused, and a page that cannot be loaded, say so', async () => {
  show(makeVerification(), {
    routes: {
      'POST /api/properties/:id/verification': reply(429, {
        message: 'Too many tries. Wait a minute and try again',
        code: 'TOO_MANY_REQUESTS',
      }),
    },
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Check now' }));
  expect(await screen.findByText('The site was not checked')).toBeTruthy();
  expect(screen.getByText(/Too many tries/)).toBeTruthy();
  rendered?.unmount();
  show(makeVerification(), {
    routes: { 'GET /api/properties/:id/verification': reply(500, { message: 'Busy', code: 'X' }) },
  });
  expect(await screen.findByText('The verification could not be loaded')).toBeTruthy();
});

test('there are words in both languages for all that a look may find', () => {
  for (const { verification } of [texts, german])
    expect(Object.keys(verification.outcome).sort()).toEqual([...VERIFICATION_OUTCOMES].sort());
});
