import type { Campaign, Targeting } from '@ezdash/contracts';
import { NO_TARGETING } from '@ezdash/contracts/constants';
import { EMPTY_DRAFT, toCampaignForm, toCampaignInput, toCampaignUpdate } from './campaignForm';

const TARGETING: Targeting = {
  ...NO_TARGETING,
  countries: { include: ['NO', 'SE'], exclude: ['DK'] },
  devices: { include: ['phone'], exclude: [] },
  keywords: { include: [], exclude: ['storm'] },
};
const campaign = {
  name: 'Trail season',
  landing_url: 'https://halden.example',
  pricing: 'CPC',
  targeting: TARGETING,
  frequency_cap: { count: 3, seconds: 86_400 },
  bid_micros: 280_000,
  daily_budget_micros: 40_000_000,
  total_budget_micros: null,
  pacing: 'even',
  starts_at: '2026-11-01T08:00:30.000Z',
  ends_at: null,
} as unknown as Campaign;

test('all devices are no rule; chosen ones keep the order of the list', () => {
  expect(toCampaignInput(EMPTY_DRAFT, false).targeting).toEqual(NO_TARGETING);
  const { targeting } = toCampaignInput({ ...EMPTY_DRAFT, devices: ['tv', 'desktop'] }, false);
  expect(targeting.devices).toEqual({ include: ['desktop', 'tv'], exclude: [] });
});

test('times are UTC, whatever the zone of the person', () => {
  const input = toCampaignInput({ ...EMPTY_DRAFT, starts_at: '2026-12-01T08:30' }, false);
  expect(input).toMatchObject({ starts_at: '2026-12-01T08:30:00Z', ends_at: null });
  expect(toCampaignForm(campaign).starts_at).toBe('2026-11-01T08:00');
});

test('nothing touched, nothing sent: not even seconds the form cannot show', () => {
  const form = toCampaignForm(campaign);
  expect(toCampaignUpdate(form, { ...form })).toEqual({});
  expect(toCampaignUpdate(form, { ...form, name: ' Trail season ' })).toEqual({});
});

test('only what differs is sent', () => {
  const form = toCampaignForm(campaign);
  const after = { ...form, devices: EMPTY_DRAFT.devices, frequency_cap: null, ends_at: '2026-12-01T00:00' };
  expect(toCampaignUpdate(form, after)).toEqual({
    targeting: { ...TARGETING, devices: { include: [], exclude: [] } },
    frequency_cap: null,
    ends_at: '2026-12-01T00:00:00Z',
  });
});

test('what the form does not show is kept when countries change', () => {
  const form = toCampaignForm(campaign);
  expect(form).toMatchObject({ countries: ['NO', 'SE'], devices: ['phone'] });
  expect(form.targeting).toEqual({
    ...NO_TARGETING,
    countries: { include: [], exclude: ['DK'] },
    keywords: TARGETING.keywords,
  });
  expect(toCampaignUpdate(form, { ...form, countries: [] })).toEqual({
    targeting: { ...TARGETING, countries: { include: [], exclude: ['DK'] } },
  });
});
