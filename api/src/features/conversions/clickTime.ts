const TIME_DIGITS = 12;

/** Epoch milliseconds of a click id: a UUIDv7, which begins with them. */
export function clickTimeMs(clickId: string): number {
  return Number.parseInt(clickId.replaceAll('-', '').slice(0, TIME_DIGITS), 16);
}
