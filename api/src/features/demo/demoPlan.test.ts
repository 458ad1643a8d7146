import { AD_SIZES, COUNTRIES, completeProfileRequest, DEVICES, LEAST } from '@ezdash/contracts';
import { DEMO_CAMPAIGNS, sizeOf } from './demoCampaigns';
import { DEMO_PAYMENTS, DEMO_PEOPLE, DEMO_SIGN_INS } from './demoPeople';
import { DEMO_PROPERTIES } from './demoProperties';

const roleOf = (email: string) => DEMO_PEOPLE.find((person) => person.email === email)?.role;
const isSold = (size: { width: number; height: number }) =>
  AD_SIZES.some(({ width, height }) => width === size.width && height === size.height);

test('the plan obeys the rules of the forms', () => {
  for (const campaign of DEMO_CAMPAIGNS) {
    expect(roleOf(campaign.email)).toBe('advertiser');
    expect(campaign.bidMicros).toBeGreaterThanOrEqual(LEAST.bidMicros[campaign.pricing]);
    expect(campaign.dailyBudgetMicros).toBeGreaterThanOrEqual(LEAST.dailyBudgetMicros);
    expect(campaign.sizes.map(sizeOf).every(isSold)).toBe(true);
    for (const country of campaign.countries ?? []) expect(COUNTRIES).toContain(country);
    for (const device of campaign.devices ?? []) expect(DEVICES).toContain(device);
    expect(campaign.approvedDaysAgo ?? 0).toBeLessThan(campaign.createdDaysAgo);
  }
  for (const payment of DEMO_PAYMENTS) expect(roleOf(payment.email)).toBe('advertiser');
  for (const property of DEMO_PROPERTIES) {
    expect(roleOf(property.email)).toBe('publisher');
    expect(property.zones.every(isSold)).toBe(true);
    const keys = property.zones.map((zone) => zone.key);
    for (const page of property.pages) for (const key of page.zones) expect(keys).toContain(key);
  }
});

test('every size is sold somewhere and bought by someone', () => {
  for (const size of AD_SIZES) {
    const same = (other: { width: number; height: number }) =>
      other.width === size.width && other.height === size.height;
    expect(DEMO_PROPERTIES.some((property) => property.zones.some(same))).toBe(true);
    expect(DEMO_CAMPAIGNS.some((campaign) => campaign.sizes.map(sizeOf).some(same))).toBe(true);
  }
});

test('three people sign in, one a role', () => {
  expect(DEMO_SIGN_INS.map(roleOf)).toEqual(['advertiser', 'publisher', 'admin']);
});

test.each(DEMO_PEOPLE.map((person) => [person.email, person] as const))(
  '%s has a full profile',
  (_, person) => {
    const profile = {
      first_name: person.firstName,
      last_name: person.lastName,
      company_name: person.company,
      phone_number: person.phone,
      country: person.country,
      tax_id: person.taxId,
    };
    expect(completeProfileRequest.parse(profile)).toEqual(profile);
  },
);
