import { VERIFICATION_DNS_LABEL, VERIFICATION_NAME, VERIFICATION_PATH } from '@ezdash/contracts';
import { isLocal } from '../domain/lookalikes';

/** As it stands in files and TXT records. */
export const lineOf = (token: string): string => `${VERIFICATION_NAME}=${token}`;
export const metaTagOf = (token: string): string => `<meta name="${VERIFICATION_NAME}" content="${token}">`;

/** Where a site is asked first: by https, the demo's own by http. */
export const originOf = (domain: string): string => `${isLocal(domain) ? 'http' : 'https'}://${domain}`;
export const fileUrlOf = (domain: string): string => originOf(domain) + VERIFICATION_PATH;

/** Names whose TXT records are read; any of them is enough. */
export const dnsNamesOf = (domain: string): string[] =>
  isLocal(domain) ? [] : [`${VERIFICATION_DNS_LABEL}.${domain}`, domain];
