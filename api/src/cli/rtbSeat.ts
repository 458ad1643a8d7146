import { publicId } from '@ezdash/contracts';
import { insertSeat, reportSeats, revokeSeat } from '../features/openrtb';
import type { Db } from '../platform/db';
import { rowOf } from './operator';
import { UsageError } from './withDatabase';

const DAY_MS = 86_400_000;
const REPORT_DAYS = 30;
const MOST_CHARACTERS = 120;
const MOST_A_SECOND = 100_000;
const DEFAULT_A_SECOND = '1000';
const MICROS = 1_000_000;

export interface RtbSeatArgs {
  property?: string;
  name?: string;
  'buyer-seat'?: string;
  'click-macro'?: string;
  'requests-per-second'?: string;
  seat?: string;
}
type Print = (text: string) => void;

export const RTB_SEAT_USAGE = `npm run admin -- rtb-seat create --property P --name TEXT [--buyer-seat S] [--click-macro M]
                                          [--requests-per-second N]
       npm run admin -- rtb-seat list
       npm run admin -- rtb-seat revoke --seat N`;

function textOf(text: string | undefined, option: string): string {
  const trimmed = text?.trim() ?? '';
  if (trimmed === '' || trimmed.length > MOST_CHARACTERS)
    throw new UsageError(`${option}: a text of 1 to ${MOST_CHARACTERS} characters.`);
  return trimmed;
}
const optional = (text: string | undefined, option: string) =>
  text === undefined ? null : textOf(text, option);

function countOf(text: string, option: string, most: number): number {
  const count = /^\d{1,9}$/.test(text) ? Number(text) : 0;
  if (count < 1 || count > most) throw new UsageError(`${option}: a number from 1 to ${most}.`);
  return count;
}

const dollars = (micros: bigint) => `$${(Number(micros) / MICROS).toFixed(2)}`;

/** A key for an exchange whose inventory a property stands for. */
async function create(db: Db, args: RtbSeatArgs, print: Print): Promise<number> {
  if (args.property === undefined) throw new UsageError('Name the --property that stands for the exchange.');
  const name = textOf(args.name, '--name');
  const { id, key } = await insertSeat(db, {
    propertyId: await rowOf(db, 'property', args.property),
    name,
    buyerSeat: optional(args['buyer-seat'], '--buyer-seat'),
    clickMacro: optional(args['click-macro'], '--click-macro'),
    requestsPerSecond: countOf(
      args['requests-per-second'] ?? DEFAULT_A_SECOND,
      '--requests-per-second',
      MOST_A_SECOND,
    ),
  });
  print(`Made seat ${id} for ${name}. Its key, shown this once:\n\n  ${key}\n`);
  print('The exchange sends it with each POST to /openrtb2/auction, as Authorization: Bearer KEY.');
  return 0;
}

async function list(db: Db, now: Date, print: Print): Promise<number> {
  const seats = await reportSeats(db, new Date(now.getTime() - REPORT_DAYS * DAY_MS));
  if (seats.length === 0) print('There are no seats yet.');
  for (const seat of seats) {
    const state = seat.revokedAt ? ', revoked' : '';
    const buyer = seat.buyerSeat === null ? '' : `, we are ${seat.buyerSeat} there`;
    print(`${seat.id}  ${seat.name} (${publicId('property', seat.propertyId)}${buyer}${state})`);
    print(
      `     ${REPORT_DAYS} days: ${seat.wins} wins, ${seat.losses} losses; it says ${seat.billed} are billed, ${dollars(seat.billedMicros)};` +
        ` counted are ${seat.impressions} impressions, ${dollars(seat.earnedMicros)} earned`,
    );
  }
  return 0;
}

/** `rtb-seat create|list|revoke`. Answers the exit code. Throws UsageError. */
export async function rtbSeat(
  db: Db,
  command: string | undefined,
  args: RtbSeatArgs,
  now: Date,
  print: Print,
): Promise<number> {
  if (command === 'create') return create(db, args, print);
  if (command === 'list') return list(db, now, print);
  if (command !== 'revoke' || args.seat === undefined) throw new UsageError(`Usage: ${RTB_SEAT_USAGE}`);
  const id = countOf(args.seat, '--seat', 2 ** 31 - 1);
  if (!(await revokeSeat(db, id, now)))
    throw new UsageError(`There is no seat ${args.seat}, or it is revoked.`);
  print(`Seat ${id} opens nothing from five seconds on.`);
  return 0;
}
