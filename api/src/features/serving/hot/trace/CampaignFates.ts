/** Campaigns of a decision and the FATES codes of what became of them, in the order of their ids. */
export class CampaignFates {
  constructor(
    /** Row ids, lowest first, each once. */
    readonly ids: Int32Array,
    readonly codes: Uint8Array,
  ) {}

  /** Several that have no campaign in common; code 0 is no campaign and left out. */
  static merge(parts: readonly CampaignFates[]): CampaignFates {
    let count = 0;
    for (const { codes } of parts)
      for (let at = 0; at < codes.length; at += 1) if (codes[at] !== 0) count += 1;
    const ids = new Int32Array(count);
    const codes = new Uint8Array(count);
    const places = parts.map(() => 0);
    for (let at = 0; at < count; at += 1) {
      let next = -1;
      let lowest = Number.POSITIVE_INFINITY;
      for (let part = 0; part < parts.length; part += 1) {
        const { ids: own, codes: ownCodes } = parts[part] ?? NONE;
        let place = places[part] ?? 0;
        while (place < own.length && ownCodes[place] === 0) place += 1;
        places[part] = place;
        const id = own[place];
        if (id !== undefined && id < lowest) {
          next = part;
          lowest = id;
        }
      }
      const place = places[next] ?? 0;
      ids[at] = lowest;
      codes[at] = parts[next]?.codes[place] ?? 0;
      places[next] = place + 1;
    }
    return new CampaignFates(ids, codes);
  }

  /** 0 when the campaign was not there. */
  get(campaignId: number): number {
    let low = 0;
    let high = this.ids.length - 1;
    while (low <= high) {
      const middle = (low + high) >>> 1;
      const id = this.ids[middle] ?? 0;
      if (id === campaignId) return this.codes[middle] ?? 0;
      if (id < campaignId) low = middle + 1;
      else high = middle - 1;
    }
    return 0;
  }

  /** How many campaigns there are of each code. */
  counts(): Map<number, number> {
    const counts = new Uint32Array(256);
    for (let at = 0; at < this.codes.length; at += 1) {
      const code = this.codes[at] ?? 0;
      counts[code] = (counts[code] ?? 0) + 1;
    }
    const found = new Map<number, number>();
    counts.forEach((count, code) => {
      if (count > 0) found.set(code, count);
    });
    return found;
  }

  /** Ids of the campaigns of a code. */
  withCode(code: number): number[] {
    const found: number[] = [];
    for (let at = 0; at < this.codes.length; at += 1)
      if (this.codes[at] === code) found.push(this.ids[at] ?? 0);
    return found;
  }

  *entries(): Generator<[campaignId: number, code: number]> {
    for (let at = 0; at < this.ids.length; at += 1) yield [this.ids[at] ?? 0, this.codes[at] ?? 0];
  }
}

const NONE = new CampaignFates(new Int32Array(0), new Uint8Array(0));
