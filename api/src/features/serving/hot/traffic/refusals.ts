/** Requests that were answered with an error, by its code: the codes are ours, so that they are few. */
const counts = new Map<string, number>();

/** Counts a refusal; called where errors are answered. */
export function countRefusal(code: string): void {
  counts.set(code, (counts.get(code) ?? 0) + 1);
}

/** Of this process since it started. */
export const refusalCounts = (): ReadonlyMap<string, number> => counts;
