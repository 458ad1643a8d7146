import { z } from 'zod';
import { lineText, timestamp } from './common';

const shortText = lineText.min(1).max(120);

/** A property that stands for what an exchange sells. */
export const seatProperty = z.object({ id: z.string(), name: z.string(), domain: z.string() });
export type SeatProperty = z.infer<typeof seatProperty>;

/** An exchange that may ask for bids; figures are of the last thirty days. */
export const operatorSeat = z.object({
  id: z.int(),
  name: z.string(),
  property: seatProperty,
  /** What the exchange calls us. */
  buyer_seat: z.string().nullable(),
  click_macro: z.string().nullable(),
  requests_per_second: z.int(),
  created_at: timestamp,
  revoked_at: timestamp.nullable(),
  /** When it last said what became of a bid; null: not in these thirty days. */
  last_notice_at: timestamp.nullable(),
  wins: z.int(),
  losses: z.int(),
  /** What it says is billed, and what was counted and earned here. */
  billed: z.int(),
  billed_micros: z.int(),
  impressions: z.int(),
  earned_micros: z.int(),
});
export type OperatorSeat = z.infer<typeof operatorSeat>;
/** GET /api/operator/rtb-seats: in the order they were made. */
export const operatorSeats = z.object({ seats: z.array(operatorSeat) });
export type OperatorSeats = z.infer<typeof operatorSeats>;

/** GET /api/operator/rtb-seats/properties?search=: approved ones by name, domain or id; at most 20. */
export const seatPropertyQuery = z.object({ search: lineText.max(200).default('') });
export const seatProperties = z.object({ properties: z.array(seatProperty) });
export type SeatProperties = z.infer<typeof seatProperties>;

/** POST /api/operator/rtb-seats (recent proof): 201 `operatorSeatMade`; 422 for a property that there is none of. */
export const operatorSeatInput = z.object({
  name: shortText,
  property_id: z.string().min(1, { error: 'Choose the property that stands for the exchange' }).max(40),
  buyer_seat: shortText.nullable().default(null),
  click_macro: shortText.nullable().default(null),
  requests_per_second: z.int().min(1).max(100_000).default(1_000),
});
export type OperatorSeatInput = z.input<typeof operatorSeatInput>;
/** The key is told this once. */
export const operatorSeatMade = z.object({ seat: operatorSeat, key: z.string() });
export type OperatorSeatMade = z.infer<typeof operatorSeatMade>;
/** POST /api/operator/rtb-seats/{id}/revoke (recent proof): `operatorSeats`; 404 when there is none, or it is revoked. */
