/** Of the properties and zones that a campaign is narrowed to. */
export const PLACES = {
  /** Of one answer. */
  most: 50,
  mostIds: 500,
  /** Whole days before today, UTC. */
  days: 28,
} as const;
