const IDS = { properties: /^p_[0-9a-z]{1,9}$/, zones: /^z_[0-9a-z]{1,9}$/ } as const;

/** The ids of a text that consists of nothing else, as a tracker's report or a list of zones to avoid has them; else none. */
export function splitIds(kind: 'properties' | 'zones', text: string): string[] {
  const words = text
    .toLowerCase()
    .split(/[\s,;]+/)
    .filter(Boolean);
  return words.every((word) => IDS[kind].test(word)) ? [...new Set(words)] : [];
}
