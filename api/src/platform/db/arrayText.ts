/**
 * A column of many rows as the text of a PostgreSQL array, of values whose text needs no quotes: numbers, UUIDs, ISO
 * times. The driver's own way quotes and escapes each of them, which takes longer than a statement of thousands.
 */
export const arrayText = (values: readonly (number | bigint | string | null)[]): string =>
  `{${values.map((value) => value ?? 'NULL').join(',')}}`;
