import { CampaignFates } from './CampaignFates';
import type { CampaignSlots } from './FateTally';

/** What traces need of an index again and again, made once. */
export interface IndexView {
  /** Positions by campaign id, lowest first. */
  order: Uint32Array;
  /** The ids in that order. */
  sorted: Int32Array;
  /** The same as bytes. */
  ids: Buffer;
  /** `CampaignSlots` by position. */
  slots: Int32Array;
}

const VERSION = 1;
/** Positions are below it, and ids times it are exact numbers. */
const POSITIONS = 2 ** 20;
/** Up to so many times as high as there are campaigns, ids are put in order by counting them up. */
const SPARSE = 32;

/** Whole numbers from 0 on, seven bits a byte, the lowest first. */
class Varints {
  private bytes: Buffer;
  private length = 0;

  constructor(room: number) {
    this.bytes = Buffer.alloc(Math.max(16, room));
  }

  put(value: number): void {
    if (this.length + 8 > this.bytes.length) {
      const wider = Buffer.alloc(this.bytes.length * 2);
      this.bytes.copy(wider);
      this.bytes = wider;
    }
    let rest = value;
    while (rest >= 128) {
      this.bytes[this.length] = (rest % 128) | 128;
      this.length += 1;
      rest = Math.floor(rest / 128);
    }
    this.bytes[this.length] = rest;
    this.length += 1;
  }

  take(): Buffer {
    return this.bytes.subarray(0, this.length);
  }
}

/** Positions in the order of their campaigns' ids. */
function orderOf(ids: Int32Array): Uint32Array {
  let highest = 0;
  for (let position = 0; position < ids.length; position += 1)
    highest = Math.max(highest, ids[position] ?? 0);
  const order = new Uint32Array(ids.length);
  let at = 0;
  if (highest <= ids.length * SPARSE) {
    const positions = new Uint32Array(highest + 1);
    for (let position = 0; position < ids.length; position += 1) positions[ids[position] ?? 0] = position + 1;
    for (let id = 0; id <= highest; id += 1) {
      const position = positions[id] ?? 0;
      if (position === 0) continue;
      order[at] = position - 1;
      at += 1;
    }
    return order;
  }
  const keys = Float64Array.from(ids, (id, position) => id * POSITIONS + position).sort();
  for (; at < keys.length; at += 1) order[at] = (keys[at] ?? 0) % POSITIONS;
  return order;
}

export function makeView(
  { campaigns }: { campaigns: readonly { id: number }[] },
  slots: CampaignSlots,
): IndexView {
  const ids = new Int32Array(campaigns.length);
  const slotOf = new Int32Array(campaigns.length);
  for (let position = 0; position < ids.length; position += 1) {
    const id = campaigns[position]?.id ?? 0;
    ids[position] = id;
    slotOf[position] = slots.of(id);
  }
  const order = orderOf(ids);
  const sorted = new Int32Array(ids.length);
  const bytes = new Varints(ids.length * 2);
  let last = 0;
  for (let at = 0; at < order.length; at += 1) {
    const id = ids[order[at] ?? 0] ?? 0;
    sorted[at] = id;
    bytes.put(id - last);
    last = id;
  }
  return { order, sorted, ids: bytes.take(), slots: slotOf };
}

/** Fates by position in the order of ids. */
export function inOrder({ order }: IndexView, fates: Uint8Array): Buffer {
  const bytes = Buffer.allocUnsafe(order.length);
  for (let at = 0; at < order.length; at += 1) bytes[at] = fates[order[at] ?? 0] ?? 0;
  return bytes;
}

/** The fates of one index: their number, the length of the ids, ids, a byte each. The ids are the view's own. */
export function encodeFates(view: IndexView, fates: Uint8Array): Buffer[] {
  const head = new Varints(16);
  head.put(view.order.length);
  head.put(view.ids.length);
  return [head.take(), view.ids, inOrder(view, fates)];
}

/** What comes before the indexes. */
export const FATES_HEAD = Buffer.from([VERSION]);

/** What was encoded, of all indexes; campaigns that were removed are left out. */
export function decodeFates(bytes: Buffer): CampaignFates {
  const parts: CampaignFates[] = [];
  let at = 0;
  function number(): number {
    let value = 0;
    let unit = 1;
    for (;;) {
      const byte = bytes[at];
      if (byte === undefined) throw new Error('The fates of a trace end too early');
      at += 1;
      value += (byte & 127) * unit;
      if (byte < 128) return value;
      unit *= 128;
    }
  }
  if (number() !== VERSION) throw new Error('The fates of a trace are of another version');
  while (at < bytes.length) {
    const count = number();
    const idsLength = number();
    if (at + idsLength + count > bytes.length) throw new Error('The fates of a trace end too early');
    const first = at + idsLength;
    const ids = new Int32Array(count);
    let id = 0;
    for (let index = 0; index < count; index += 1) {
      id += number();
      ids[index] = id;
    }
    at = first + count;
    parts.push(new CampaignFates(ids, bytes.subarray(first, at)));
  }
  return CampaignFates.merge(parts);
}
