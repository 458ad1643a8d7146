export const NEWS_CATEGORIES = ['product', 'traffic', 'policy', 'incident'] as const;
/** Roles that articles are written for. */
export const NEWS_AUDIENCES = ['advertiser', 'publisher'] as const;
/** Characters. */
export const NEWS_LIMITS = { title: 140, body: 20_000 } as const;
