import { GATE, type Gate } from './decision';
import type { CampaignMoney } from './gateState';
import { Bitset } from './index/Bitset';
import type { SnapshotCampaign } from './index/entries';

/** Which positions of an index may deliver, why the others may not, and whom time alone may switch. */
export class IndexGate implements Gate {
  readonly live: Bitset;
  readonly states: Uint8Array;
  readonly byPosition: (CampaignMoney | null)[] = [];
  /** Paced evenly: time switches them on again. */
  readonly paced: Bitset;
  /** With a first or a last day: time switches them on and off. */
  readonly scheduled: Bitset;
  /** With hours of the week: the quarter of an hour switches them on and off. */
  readonly hourly: Bitset;

  constructor(readonly size: number) {
    this.live = new Bitset(size);
    this.states = new Uint8Array(size);
    this.paced = new Bitset(size);
    this.scheduled = new Bitset(size);
    this.hourly = new Bitset(size);
  }

  /** Takes the campaign of the next position; null when it is no more. */
  add(money: CampaignMoney | null, campaign: SnapshotCampaign): void {
    const position = this.byPosition.push(money) - 1;
    if (money === null) return;
    const { pacing, startsAtMs, endsAtMs } = campaign.money;
    if (pacing === 'even') this.paced.set(position);
    if (startsAtMs !== null || endsAtMs !== null) this.scheduled.set(position);
    if (campaign.hours !== null) this.hourly.set(position);
  }

  put(position: number, state: number): void {
    if (this.states[position] === state && this.live.has(position) === (state === GATE.LIVE)) return;
    this.states[position] = state;
    if (state === GATE.LIVE) this.live.set(position);
    else this.live.clear(position);
  }

  remove(position: number): void {
    this.byPosition[position] = null;
    this.live.clear(position);
  }

  /**
   * Shows those of some words of 32 positions whom a second may switch. Even pacing only ever switches on with time, and
   * only who waits for it: money that comes back is looked at when it does.
   */
  visitTimed(fromWord: number, endWord: number, visit: (money: CampaignMoney) => void): void {
    const { live, paced, scheduled, states, byPosition } = this;
    for (let word = fromWord; word < endWord; word += 1) {
      const always = scheduled.words[word] ?? 0;
      let bits = always | ((paced.words[word] ?? 0) & ~(live.words[word] ?? 0));
      while (bits !== 0) {
        const bit = bits & -bits;
        bits ^= bit;
        const position = (word << 5) + 31 - Math.clz32(bit);
        if ((always & bit) === 0 && states[position] !== GATE.PACED) continue;
        const money = byPosition[position];
        if (money) visit(money);
      }
    }
  }

  /** Shows those of a set of positions. */
  visitAll({ words }: Bitset, visit: (money: CampaignMoney) => void): void {
    for (let word = 0; word < words.length; word += 1) {
      let bits = words[word] ?? 0;
      while (bits !== 0) {
        const bit = bits & -bits;
        bits ^= bit;
        const money = this.byPosition[(word << 5) + 31 - Math.clz32(bit)];
        if (money) visit(money);
      }
    }
  }
}
