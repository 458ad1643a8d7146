/** In percent: what a canary may be given. */
export const LEAST_SHARE = 0.1;
export const MOST_SHARE = 99.9;

export const isShare = (percent: number | null): percent is number =>
  percent !== null && percent >= LEAST_SHARE && percent <= MOST_SHARE;

/** As it is read: whole percents without a figure behind the point. */
export const shareDigits = (percent: number): 0 | 1 => (Number.isInteger(percent) ? 0 : 1);
