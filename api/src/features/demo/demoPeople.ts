import type { AccountType } from '@ezdash/contracts';

/** An account of the demo network. `email` is also its key in the plan. */
export interface DemoPerson {
  email: string;
  role: 'admin' | 'advertiser' | 'publisher';
  accountType: AccountType['name'];
  username: string;
  firstName: string;
  lastName: string;
  company: string;
  country: string;
  phone: string;
  /** As it would be written on an invoice; private people have none. */
  taxId: string | null;
  /** When the account was made; without it, long before the past that is played. */
  joinedDaysAgo?: number;
}

/** The sign-ins that the start prints, in this order. */
export const DEMO_SIGN_INS = ['advertiser@demo.test', 'publisher@demo.test', 'admin@demo.test'] as const;

const person = (
  role: DemoPerson['role'],
  email: string,
  name: [first: string, last: string],
  company: string,
  more: Pick<DemoPerson, 'accountType' | 'country' | 'phone' | 'joinedDaysAgo'> & { taxId?: string },
): DemoPerson => ({
  email,
  role,
  username: `${name[0]} ${name[1]}`,
  firstName: name[0],
  lastName: name[1],
  company,
  accountType: more.accountType,
  country: more.country,
  phone: more.phone,
  taxId: more.taxId ?? null,
  ...(more.joinedDaysAgo !== undefined && { joinedDaysAgo: more.joinedDaysAgo }),
});

export const DEMO_PEOPLE: readonly DemoPerson[] = [
  person('admin', 'admin@demo.test', ['Mara', 'Okafor'], 'EzDash', {
    accountType: 'Regular',
    country: 'DE',
    phone: '+49 30 5550 1000',
  }),
  person('advertiser', 'advertiser@demo.test', ['Ines', 'Vidal'], 'Halden Outdoor', {
    accountType: 'Premium',
    country: 'DE',
    phone: '+49 30 5550 1420',
    taxId: 'DE 999 999 999',
  }),
  person('advertiser', 'ads@morrow.test', ['Otis', 'Bell'], 'Morrow Coffee', {
    accountType: 'Regular',
    country: 'GB',
    phone: '+44 20 7946 0311',
    taxId: 'GB 999 9999 73',
  }),
  person('advertiser', 'media@tideline.test', ['Noor', 'Haddad'], 'Tideline', {
    accountType: 'VIP2',
    country: 'NL',
    phone: '+31 20 555 0188',
    taxId: 'NL 999999999 B99',
  }),
  person('advertiser', 'hej@velonord.test', ['Elin', 'Strand'], 'Velo Nord', {
    accountType: 'Premium',
    country: 'SE',
    phone: '+46 8 555 012 34',
    joinedDaysAgo: 36,
    taxId: 'SE 999999999901',
  }),
  person('advertiser', 'hello@fernfield.test', ['Rowan', 'Pike'], 'Fern & Field', {
    accountType: 'Regular',
    country: 'US',
    phone: '+1 212 555 0142',
    joinedDaysAgo: 19,
  }),
  person('publisher', 'publisher@demo.test', ['Jonas', 'Frei'], 'Alpine Weather', {
    accountType: 'VIP1',
    country: 'CH',
    phone: '+41 44 555 01 77',
    taxId: 'CHE-999.999.996 MWST',
  }),
  person('publisher', 'desk@harbourherald.test', ['Ada', 'Lindqvist'], 'Harbour Herald', {
    accountType: 'Premium',
    country: 'GB',
    phone: '+44 20 7946 0958',
  }),
  person('publisher', 'kitchen@saltandstone.test', ['Luc', 'Moreau'], 'Salt & Stone', {
    accountType: 'Regular',
    country: 'FR',
    phone: '+33 1 55 50 12 34',
  }),
];

/** A payment into an advertiser's account; `daysAgo` counts UTC days back from today. */
export interface DemoPayment {
  email: string;
  daysAgo: number;
  amountMicros: bigint;
  kind: 'deposit' | 'bonus';
}

const USD = 1_000_000n;
const deposit = (email: string, daysAgo: number, dollars: bigint): DemoPayment => ({
  email,
  daysAgo,
  amountMicros: dollars * USD,
  kind: 'deposit',
});

/** In the order of time. Amounts are such that everyone has money left today: ads of all of them are shown. */
export const DEMO_PAYMENTS: readonly DemoPayment[] = [
  { email: 'advertiser@demo.test', daysAgo: 30, amountMicros: 50n * USD, kind: 'bonus' },
  deposit('advertiser@demo.test', 30, 400n),
  deposit('ads@morrow.test', 30, 200n),
  deposit('media@tideline.test', 30, 400n),
  deposit('hej@velonord.test', 30, 200n),
  deposit('hello@fernfield.test', 15, 120n),
  deposit('advertiser@demo.test', 14, 70n),
  deposit('ads@morrow.test', 12, 100n),
  deposit('hej@velonord.test', 9, 100n),
];
