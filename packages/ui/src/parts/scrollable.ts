/** For boxes that scroll: the keyboard must be able to enter them. Give them a label too. */
export const scrollable = { tabIndex: 0 } as const;
