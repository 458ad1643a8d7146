import { type CountryLookup, openCountries } from './openCountries';

let countryOf: CountryLookup;
beforeAll(async () => {
  countryOf = await openCountries();
});

it.each([
  ['an address of Deutsche Telekom', '80.128.0.1', 'DE'],
  ['the same as a socket for both families shows it', '::ffff:80.128.0.1', 'DE'],
  ['an IPv6 address of Google', '2001:4860:4860::8888', 'US'],
  ['a private one', '10.1.2.3', null],
  ['this machine', '::1', null],
  ['no address', 'somewhere', null],
  ['nothing', '', null],
])('%s', (_, address, country) => expect(countryOf(address)).toBe(country));
