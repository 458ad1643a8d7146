/** The tabs of a property's page, in order; the id stands in the address (`?tab=verification`). */
export const PROPERTY_TABS = ['zones', 'verification', 'ads-txt', 'ads', 'blocks'] as const;
export type PropertyTab = (typeof PROPERTY_TABS)[number];

export const isPropertyTab = (text: string | null): text is PropertyTab =>
  PROPERTY_TABS.some((tab) => tab === text);
