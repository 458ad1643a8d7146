/** What events come to: campaign, code of EVENT_KINDS, how many, micros. As transactions keep it (`meta.events`). */
export type EventSum = [campaignId: number, kind: number, count: number, micros: number];

/** Both together, by campaign and kind; null when one of them does not say. */
export function mergeSums(
  one: readonly EventSum[] | null,
  other: readonly EventSum[] | null,
): EventSum[] | null {
  if (one === null || other === null) return null;
  const sums = new Map<string, EventSum>();
  for (const [campaignId, kind, count, micros] of [...one, ...other]) {
    const key = `${campaignId}/${kind}`;
    const sum = sums.get(key);
    sums.set(key, [campaignId, kind, (sum?.[2] ?? 0) + count, (sum?.[3] ?? 0) + micros]);
  }
  return [...sums.values()].sort((a, b) => a[0] - b[0] || a[1] - b[1]);
}
