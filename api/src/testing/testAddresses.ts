import { createCreativeAddresses } from '../features/creatives';

export const FILES_ORIGIN = 'https://files.example';
export const APP_ORIGIN = 'https://ads.example';

/** Addresses of creatives as tests make them; the clock is the system's unless said otherwise. */
export const testAddresses = (now = () => new Date(), origin = FILES_ORIGIN, appOrigin = APP_ORIGIN) =>
  createCreativeAddresses({ origin, appOrigin, secret: 'secret of the tests', now });
