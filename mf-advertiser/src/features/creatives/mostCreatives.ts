/** Most creatives a campaign holds; the contract's number. */
export const MOST_CREATIVES = 20;
