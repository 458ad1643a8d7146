/** As Xero writes moments in JSON. */
export const msDate = (ms: number) => `/Date(${ms}+0000)/`;

const DAY_MS = 86_400_000;
const MS_DATE = /^\/Date\((-?\d+)(?:[+-]\d{4})?\)\/$/;

/** What Xero accepts: `2026-11-22`, with a time or without, or its own form. Null: no date at all. */
export function readDate(text: string): number | null {
  const own = MS_DATE.exec(text);
  const ms = own ? Number(own[1]) : Date.parse(text);
  return Number.isNaN(ms) ? null : ms;
}

/** Dates of documents are days. */
export function readDay(text: string): number | null {
  const ms = readDate(text);
  return ms === null ? null : Math.floor(ms / DAY_MS) * DAY_MS;
}

export const dayText = (ms: number) => new Date(ms).toISOString().slice(0, 10);
