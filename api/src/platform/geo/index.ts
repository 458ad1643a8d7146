export { type CountryLookup, openCountries } from './openCountries';
