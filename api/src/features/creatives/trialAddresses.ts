import { CREATIVES_PATH } from './addresses';

/** Hosts that no machine has: whatever is not answered here goes nowhere. */
export const PAGE = 'https://gate.invalid/';
export const CLICK = `${PAGE}e/c/trial`;
export const TRIAL_ORIGINS = { app: PAGE, creatives: 'https://creatives.invalid' };
export const TRIAL_FOLDER = `${CREATIVES_PATH}${'0'.repeat(64)}/`;
export const ADDRESS = TRIAL_ORIGINS.creatives + TRIAL_FOLDER;
