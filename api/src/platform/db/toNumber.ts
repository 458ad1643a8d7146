/** A bigint of the database as a number for JSON. Throws when a double cannot hold it exactly. */
export function toNumber(value: bigint): number {
  const number = Number(value);
  if (!Number.isSafeInteger(number)) throw new RangeError(`${value} is beyond the safe integers`);
  return number;
}
