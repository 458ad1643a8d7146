import type { Notice } from '@ezdash/contracts';

export interface NoticeDay {
  /** `2026-11-21`, in the person's zone. */
  day: string;
  notices: Notice[];
}

/** The day of a moment where the person is. */
export function dayIn(timezone: string, moment: string | number): string {
  const format = new Intl.DateTimeFormat('en-CA', {
    timeZone: timezone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  });
  return format.format(new Date(moment));
}

/** Notices by day, both newest first, as they come. */
export function noticeDays(notices: readonly Notice[], timezone: string): NoticeDay[] {
  const days: NoticeDay[] = [];
  for (const notice of notices) {
    const day = dayIn(timezone, notice.created_at);
    const last = days.at(-1);
    if (last?.day === day) last.notices.push(notice);
    else days.push({ day, notices: [notice] });
  }
  return days;
}
