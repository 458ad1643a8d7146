export const NEWS_CATEGORIES = ['product', 'traffic', 'policy', 'incident'] as const;
/** Roles that articles are written for. */
export const NEWS_AUDIENCES = ['advertiser', 'publisher'] as const;
/** Of what is given for an incident: more in one go is a slip of the keyboard. */
export const INCIDENT_CREDIT = { mostMicros: 100_000_000_000, leastWhy: 3, mostWhy: 500 } as const;
/** Characters. */
export const NEWS_LIMITS = { title: 140, body: 20_000 } as const;
