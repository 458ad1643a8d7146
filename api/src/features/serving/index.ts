/** The ad server. */
export { buildTag, TAG_FILE } from './buildTag';
export { createServing, type Serving, type ServingOptions, type ServingStats } from './createServing';
export type { AnsweredAd, Engine } from './hot/engine';
export { type Geo, openGeo } from './hot/geo';
export { countryCode, countryNumber } from './hot/index/country';
export type { TokenKey } from './hot/token';
