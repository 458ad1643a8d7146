/** Of campaigns that are being written. */
export const DRAFTS = {
  /** An account's. */
  most: 50,
  /** Characters of the form as JSON. */
  mostFormLength: 80_000,
  /** Lists and objects in each other. */
  mostDepth: 10,
} as const;
