/**
 * The order of two instants, written in any offset and to any fraction of a second: below 0 when `a` is the earlier one.
 * Their texts have no order of their own.
 */
export const compareInstants = (a: string, b: string): number => Date.parse(a) - Date.parse(b);
