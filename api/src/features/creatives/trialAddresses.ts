import { randomBytes } from 'node:crypto';
import { CREATIVES_PATH } from './addresses';

const HASH_BYTES = 32;
const TOKEN_BYTES = 96;

/** Scheme and host of the app and of the creatives. */
export interface Origins {
  app: string;
  creatives: string;
}

/** What a browser asks for in a trial. No request leaves the machine. */
export interface TrialAddresses {
  /** The page around the ad. */
  page: string;
  /** The path of the bundle's folder on the creatives' host. */
  path: string;
  folder: string;
  click: string;
}

/** Like those of visitors: an ad that knows a trial by its addresses behaves there as nobody else sees it. */
export function trialAddresses({ app, creatives }: Origins): TrialAddresses {
  const path = `${CREATIVES_PATH}${randomBytes(HASH_BYTES).toString('hex')}/`;
  return {
    // Of the same scheme: browsers let no page with encryption frame one without.
    page: `${new URL(creatives).protocol}//www.example.com/`,
    path,
    folder: creatives + path,
    click: `${app}/e/c/${randomBytes(TOKEN_BYTES).toString('base64url')}`,
  };
}
