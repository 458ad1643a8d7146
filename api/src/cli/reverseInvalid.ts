import { readFileSync } from 'node:fs';
import { LATER_REASONS, type LaterReason } from '@ezdash/contracts';
import {
  previewReversal,
  ReversalError,
  type ReversalPreview,
  type ReversalResult,
  reverseInvalidTraffic,
  type TrafficSelection,
} from '../features/events';
import type { Db } from '../platform/db';
import { amountText } from './amount';
import { accountOf, actorOf, momentOf, rowOf } from './operator';
import { UsageError } from './withDatabase';

/** Lines of a preview's table; the sums above them are of all. */
const SHOWN_OWNERS = 20;
const TOLD_EVERY_EVENTS = 100_000;

export interface ReverseInvalidArgs {
  zone?: string;
  property?: string;
  publisher?: string;
  campaign?: string;
  from?: string;
  to?: string;
  /** A file of decision ids, one a line. */
  decisions?: string;
  reason?: string;
  why?: string;
  by?: string;
  yes?: boolean;
  'dry-run'?: boolean;
}

function isLaterReason(text: string | undefined): text is LaterReason {
  return LATER_REASONS.some((reason) => reason === text);
}

function readDecisions(file: string): string[] {
  try {
    return readFileSync(file, 'utf8')
      .split('\n')
      .map((line) => line.trim().toLowerCase())
      .filter((line) => line !== '');
  } catch {
    throw new UsageError(`--decisions: ${file} cannot be read.`);
  }
}

async function selectionOf(db: Db, args: ReverseInvalidArgs): Promise<TrafficSelection> {
  const { zone, property, publisher, campaign, from, to, decisions } = args;
  if (decisions !== undefined) {
    const beside = [zone, property, publisher, campaign, from, to].some((value) => value !== undefined);
    if (beside) throw new UsageError('--decisions names its events alone, without a span or an owner.');
    return { decisionIds: readDecisions(decisions) };
  }
  if (from === undefined || to === undefined) throw new UsageError('Name the span with --from and --to.');
  return {
    ...(zone !== undefined && { zoneId: await rowOf(db, 'zone', zone) }),
    ...(property !== undefined && { propertyId: await rowOf(db, 'property', property) }),
    ...(publisher !== undefined && { publisherId: await accountOf(db, publisher, 'publisher') }),
    ...(campaign !== undefined && { campaignId: await rowOf(db, 'campaign', campaign) }),
    fromMs: momentOf(from, '--from'),
    toMs: momentOf(to, '--to'),
  };
}

const table = (owners: readonly { line: string }[]) => {
  const lines = owners.slice(0, SHOWN_OWNERS).map(({ line }) => `  ${line}`);
  if (owners.length > SHOWN_OWNERS) lines.push(`  … and ${owners.length - SHOWN_OWNERS} more`);
  return lines;
};

/** What would be done, as an operator reads it. */
export function previewText(preview: ReversalPreview): string {
  const { events, impressions, viewables, clicks, conversions, priceMicros, bonusMicros, payoutMicros } =
    preview;
  if (events === 0) return 'No event of the selection counts: there is nothing to reverse.';
  const counted = `${impressions} impressions, ${viewables} viewable, ${clicks} clicks`;
  return [
    `${events} events; of those that count ${counted}.`,
    ...(conversions > 0 ? [`With the clicks ${conversions} conversions are taken back.`] : []),
    `Advertisers get back ${amountText(priceMicros)}, of it bonus ${amountText(bonusMicros)}:`,
    ...table(
      preview.advertisers.map((owner) => ({
        line: `${owner.email}: ${amountText(owner.priceMicros)}, of it bonus ${amountText(owner.bonusMicros)}`,
      })),
    ),
    `Publishers give back ${amountText(payoutMicros)}, the network ${amountText(priceMicros - payoutMicros)}:`,
    ...table(
      preview.publishers.map((owner) => {
        const debt =
          owner.pendingAfterMicros < 0n ? `; owes ${amountText(-owner.pendingAfterMicros)} then` : '';
        return {
          line: `${owner.email}: ${amountText(owner.payoutMicros)} of ${amountText(owner.pendingMicros)} pending${debt}`,
        };
      }),
    ),
  ].join('\n');
}

function resultText(result: ReversalResult): string {
  const { id, resumed, events, conversions, batches, priceMicros, payoutMicros } = result;
  if (id === null) return 'There was nothing to reverse.';
  const paid = conversions > 0 ? ` and ${conversions} paid conversions` : '';
  const all = resumed ? 'in all, with what was done before the interruption' : 'in all';
  return `Reversal ${id}: ${events} events${paid} in ${batches} batches ${all}; advertisers got back ${amountText(priceMicros)}, publishers gave back ${amountText(payoutMicros)}.`;
}

/** Shows what a reversal would do and, with `yes`, does it. Answers the exit code. Throws UsageError. */
export async function reverseInvalid(
  db: Db,
  args: ReverseInvalidArgs,
  print: (text: string) => void,
  now: () => number = Date.now,
): Promise<number> {
  const { reason, why = '', yes = false } = args;
  if (!isLaterReason(reason)) throw new UsageError(`--reason: one of ${LATER_REASONS.join(', ')}.`);
  if (yes && args['dry-run']) throw new UsageError('--dry-run shows, --yes does it: one of the two.');
  if (yes && why.trim() === '') throw new UsageError('Say with --why what was found.');
  const selection = await selectionOf(db, args);
  try {
    print(previewText(await previewReversal(db, selection, now())));
    if (!yes) {
      print('Nothing was changed; --yes carries it out.');
      return 0;
    }
    let told = 0;
    const onBatch = (events: number) => {
      if (events - told < TOLD_EVERY_EVENTS) return;
      told = events;
      print(`${events} events …`);
    };
    const by = await actorOf(db, args.by);
    print(resultText(await reverseInvalidTraffic(db, { reason, selection, by, why }, { now, onBatch })));
    return 0;
  } catch (error) {
    if (error instanceof ReversalError) throw new UsageError(error.message);
    throw error;
  }
}
