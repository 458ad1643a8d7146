const DAY_MS = 86_400_000;

/** A campaign that runs and is shown to nobody for so long has something wrong … */
export const UNSEEN_MS = DAY_MS;
/** … and one that is shown at some hours of the week alone, after all of them. */
export const UNSEEN_WEEK_MS = 7 * DAY_MS;
/** When a campaign was last shown: longer ago is not looked for. */
export const SHOWN_DAYS = 8;
