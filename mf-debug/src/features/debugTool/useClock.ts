import { useFormat } from '@ezdash/ui';

export interface ClockTexts {
  /** "14:06:21 UTC": a time and its zone, since the tool speaks of servers and of people elsewhere. */
  time: (moment: string, options?: { seconds?: boolean }) => string;
  /** "UTC", "GMT+1": what the zone is called at a moment. */
  zone: (moment: string) => string;
}

/** Times of the debug tool, each with its zone. */
export function useClock(): ClockTexts {
  const format = useFormat();
  const { locale, timezone } = format;
  const zone = (moment: string) =>
    new Intl.DateTimeFormat(locale, { timeZone: timezone, timeZoneName: 'short' })
      .formatToParts(new Date(moment))
      .find((part) => part.type === 'timeZoneName')?.value ?? timezone;
  return { zone, time: (moment, options) => `${format.time(moment, options)} ${zone(moment)}` };
}
