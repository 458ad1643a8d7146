/** Behind the fingerprint of what was built with its archive of types. */
const WITH_TYPES = '+types';

/**
 * Whether remotes are built with their archive of types: in production, where what a start publishes is what teams elsewhere
 * build against. It costs the compiler as long as the bundler takes, so nobody else waits for it; `RELEASE_TYPES` (1 or 0)
 * says otherwise.
 *
 * @param {NodeJS.ProcessEnv} env
 */
export function wantsTypes({ RELEASE_TYPES, NODE_ENV }) {
  return RELEASE_TYPES === undefined ? NODE_ENV === 'production' : RELEASE_TYPES === '1';
}

/**
 * What is noted beside a build.
 *
 * @param {string} fingerprint
 * @param {boolean} hasTypes
 */
export const stampOf = (fingerprint, hasTypes) => fingerprint + (hasTypes ? WITH_TYPES : '');

/**
 * Whether a build still is what is wanted. One that has types beside the rest is, too, for whoever needs none.
 *
 * @param {string} stamp
 * @param {string} fingerprint
 * @param {boolean} withTypes
 */
export const isStampOf = (stamp, fingerprint, withTypes) =>
  stamp === stampOf(fingerprint, true) || (!withTypes && stamp === fingerprint);
