import { type ConversionStatus, escapeTimes, findMacros, type OutgoingMacro } from '@ezdash/contracts';

/** What a call tells of its conversion; kept with the call. */
export interface CallData {
  click_id: string;
  conversion_id: string;
  goal: string;
  /** In US dollars, as `49.900000`; null when nobody knows it. */
  value: string | null;
  tx: string | null;
  time: string;
  is_test: boolean;
}

/** All that may stand in an address, and what is sent as JSON. */
export function callFields(data: CallData, status: ConversionStatus): Record<OutgoingMacro, string> {
  return {
    click_id: data.click_id,
    conversion_id: data.conversion_id,
    goal: data.goal,
    status,
    value: data.value?.replace(/(?<=\.\d\d)\d+$/, (more) => more.replace(/(?<!0)0+$/, '')) ?? '',
    currency: 'USD',
    tx: data.tx ?? '',
    time: data.time,
    test: data.is_test ? '1' : '0',
  };
}

/** The address with its macros filled in, each escaped as often as it says. */
export function fillMacros(url: string, fields: Readonly<Record<OutgoingMacro, string>>): string {
  let filled = '';
  let from = 0;
  for (const { text, name, fold, index } of findMacros(url)) {
    const value = Object.hasOwn(fields, name) ? fields[name as OutgoingMacro] : null;
    filled += url.slice(from, index) + (value === null || fold === null ? text : escapeTimes(value, fold));
    from = index + text.length;
  }
  return filled + url.slice(from);
}
