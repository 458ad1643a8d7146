import { promisify } from 'node:util';
import { inflateRaw } from 'node:zlib';
import { type CampaignFates, decodeFates } from '../serving';
import type { PackedTrace } from './traces.repo';

/** What inflating may come to: a byte a campaign and its id, of more campaigns than there are. */
const MOST_BYTES = 64 * 1_048_576;

const inflate = promisify(inflateRaw);

/** A trace with its fates, as it is made again. */
export type Opened = Omit<PackedTrace, 'fates'> & { fates: CampaignFates };

export async function openTrace(trace: PackedTrace): Promise<Opened> {
  return { ...trace, fates: decodeFates(await inflate(trace.fates, { maxOutputLength: MOST_BYTES })) };
}
