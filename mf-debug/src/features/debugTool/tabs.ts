/** Tabs of the panel, in the order they stand. */
export const TABS = ['page', 'user', 'promo', 'xero', 'inspector', 'logs'] as const;
export type Tab = (typeof TABS)[number];
