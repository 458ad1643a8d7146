/** The Chromium of this machine, for what strangers' pages and scripts do. */
export { findBrowser } from './findBrowser';
export { openBrowser, type TrialBrowser } from './openBrowser';
