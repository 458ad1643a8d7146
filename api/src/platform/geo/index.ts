export {
  type CountryLookup,
  type Locate,
  type Located,
  openCountries,
  openCountryNetworks,
} from './openCountries';
export { openRegions } from './openRegions';
