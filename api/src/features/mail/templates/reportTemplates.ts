import { REPORT_TROUBLES } from '@ezdash/contracts';
import { z } from 'zod';
import { button, facts, paragraph, quietLink } from '../render/content';
import { frame, NAME, type TemplateTools, TIME, TIME_ZONE, template } from './template';

const REPORT_ID = z.string().regex(/^mr_[0-9a-z]{3,12}$/);
const DAY = z.iso.date();
const MOST_BYTES = 8_000_000;
const report = {
  reportId: REPORT_ID,
  name: NAME,
  nextAt: TIME,
  timeZone: TIME_ZONE,
  /** Whose page the report is of; mails that were queued before publishers had reports do not say it. */
  side: z.enum(['advertiser', 'publisher']).default('advertiser'),
};

const PAGES = { advertiser: '/advertiser/metrics', publisher: '/publisher/reports' } as const;
const stopLink = ({ words, link }: TemplateTools, side: keyof typeof PAGES, reportId: string) =>
  quietLink(words.t('metrics-report.stop'), link(PAGES[side], { report: reportId, stop: '1' }));

/** A file name that every system takes, whatever the report is called. */
const fileName = (from: string, to: string) => `metrics-${from}-${to}.csv`;

/** A saved report as a CSV file. */
const metricsReport = template(
  z.object({
    ...report,
    /** First and last day of its period. */
    from: DAY,
    to: DAY,
    rows: z.int().nonnegative(),
    csv: z.string().max(MOST_BYTES),
  }),
  (data, tools) => {
    const { words, link } = tools;
    const blocks = [
      paragraph(
        words.t(data.side === 'publisher' ? 'metrics-report.textOfPublisher' : 'metrics-report.text'),
      ),
      facts(
        [words.t('fact.report'), data.name],
        [words.t('fact.period'), `${data.from} – ${data.to}`],
        [words.t('fact.rows'), words.number(data.rows)],
        [words.t('fact.nextMail'), words.time(data.nextAt, data.timeZone)],
      ),
      button(words.t('metrics-report.button'), link(PAGES[data.side], { report: data.reportId })),
      stopLink(tools, data.side, data.reportId),
    ];
    return {
      ...frame('metrics-report', tools, blocks, { name: data.name }),
      files: [{ name: fileName(data.from, data.to), type: 'text/csv; charset=utf-8', content: data.csv }],
    };
  },
);

/** A saved report that could not be made: why, and what happens next. */
const metricsReportFailed = template(
  z.object({ ...report, trouble: z.enum(REPORT_TROUBLES) }),
  ({ reportId, name, trouble, nextAt, timeZone, side }, tools) => {
    const { words, link } = tools;
    const blocks = [
      paragraph(words.t(`metrics-report-failed.${trouble}`)),
      facts([words.t('fact.report'), name], [words.t('fact.nextMail'), words.time(nextAt, timeZone)]),
      button(words.t('metrics-report.button'), link(PAGES[side], { report: reportId })),
      stopLink(tools, side, reportId),
    ];
    return frame('metrics-report-failed', tools, blocks, { name });
  },
);

export const REPORT_TEMPLATES = {
  'metrics-report': metricsReport,
  'metrics-report-failed': metricsReportFailed,
};
