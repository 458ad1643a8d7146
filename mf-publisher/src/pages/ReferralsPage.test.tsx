import type { ReferralFunnel, ReferralOverview } from '@ezdash/contracts';
import { type RenderedRemote, renderRemote, testUser } from '@ezdash/remote-kit/testing';
import { screen, within } from '@testing-library/react';
import texts from '../locales/en.json';
import { ReferralsPage } from './ReferralsPage';

const figures = { clicks: 12, sign_ups: 3, active: 1, earned_micros: 2_500_000 };
const overview: ReferralOverview = {
  joined_at: '2026-09-01T08:00:00.000Z',
  terms: {
    currency: 'USD',
    publisher_share_bps: 500,
    advertiser_share_bps: 300,
    months: 12,
    minimum_micros: 50_000_000,
    hold_days: 30,
    cookie_days: 30,
  },
  links: [
    {
      id: 'rl_1000',
      code: 'k3m9x2ab',
      url: 'https://ads.example/r/k3m9x2ab',
      label: null,
      created_at: '2026-09-01T08:00:00.000Z',
      archived_at: null,
      ...figures,
    },
  ],
  held_micros: 0,
  released_micros: 2_500_000,
  returned_micros: 0,
  next_release: null,
};
const funnel: ReferralFunnel = {
  from: '2026-11-23',
  to: '2026-11-23',
  totals: figures,
  links: [{ id: 'rl_1000', label: null, code: 'k3m9x2ab', archived: false, ...figures }],
  days: [{ day: '2026-11-23', ...figures }],
};

let rendered: RenderedRemote | undefined;
afterEach(() => rendered?.unmount());

test('a publisher is told that earnings join what is payable, in words of their own', async () => {
  rendered = renderRemote(<ReferralsPage />, {
    path: '/publisher/referrals',
    user: testUser({ role: 'publisher' }),
    texts: { publisher: texts },
    routes: {
      'GET /api/referrals': overview,
      'GET /api/referrals/funnel': funnel,
      'GET /api/referrals/earnings': { earnings: [], next: null },
      'GET /api/referrals/links/:id/banners': { banners: [] },
    },
  });
  expect(await screen.findByRole('heading', { level: 1, name: 'Referrals' })).toBeTruthy();
  expect(document.title).toBe('Referrals - EzDash');
  expect(await screen.findByText('To what is payable to you')).toBeTruthy();
  expect(
    screen.getByText('What you earn is on hold for 30 days, then it is payable with your other earnings.'),
  ).toBeTruthy();
  expect(screen.getByText(/^I earn with my sites on EzDash:/)).toBeTruthy();
  const steps = within(await screen.findByRole('region', { name: 'From click to earnings' }));
  expect(await steps.findByText('25.0% of clicks')).toBeTruthy();
  // One link needs no choice of links.
  expect(steps.queryByRole('combobox')).toBeNull();
});
