import type { CreativeInput } from './snapshotInput';

/**
 * Who may load a creative's file: visitors once it is approved; nobody without a signed address while it is private,
 * nor after the network has stopped it.
 */
export type FileStanding = 'approved' | 'private' | 'stopped';

/** How many campaigns are taken between two moments at which others may run. */
const SLICE = 2_000;

/** Content hashes of the files that visitors may load, kept beside the index and changed with it. */
export class PublicFiles {
  /** Of how many creatives a file is. */
  private readonly counts = new Map<string, number>();
  private readonly byCampaign = new Map<number, readonly string[]>();

  has(hash: string): boolean {
    return this.counts.has(hash);
  }

  /** Puts what a campaign makes public in place of what it made public before. */
  set(campaignId: number, creatives: readonly CreativeInput[]): void {
    for (const hash of this.byCampaign.get(campaignId) ?? []) {
      const count = (this.counts.get(hash) ?? 0) - 1;
      if (count > 0) this.counts.set(hash, count);
      else this.counts.delete(hash);
    }
    const hashes = creatives.flatMap(({ publicFiles }) => publicFiles ?? []);
    if (hashes.length === 0) this.byCampaign.delete(campaignId);
    else this.byCampaign.set(campaignId, hashes);
    for (const hash of hashes) this.counts.set(hash, (this.counts.get(hash) ?? 0) + 1);
  }

  /** All anew, in steps: nobody sees anything of it until the last one. */
  static *steps(creatives: readonly CreativeInput[]): Generator<void, PublicFiles, void> {
    const files = new PublicFiles();
    const groups = new Map<number, CreativeInput[]>();
    for (const creative of creatives) {
      if (creative.publicFiles === undefined) continue;
      const group = groups.get(creative.campaignId);
      if (group) group.push(creative);
      else groups.set(creative.campaignId, [creative]);
    }
    for (const [id, group] of groups) {
      files.set(id, group);
      if (files.byCampaign.size % SLICE === 0) yield;
    }
    return files;
  }
}
