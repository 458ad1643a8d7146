export {
  type CountryLookup,
  type Locate,
  type Located,
  openCountries,
  openCountryNetworks,
} from './openCountries';
export { GeoDatabaseError, openRegions } from './openRegions';
export { type NamedRegion, openRegionNames, type RegionNames } from './regionNames';
