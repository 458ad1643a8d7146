import type { Finding } from '@ezdash/contracts';
import { FINDING_FACTS } from '@ezdash/contracts/constants';
import { type Format, useFormat } from '@ezdash/ui';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { dayOf } from './days';

type Fact = Finding['facts'][string];

/** Facts that are codes of words the interface has; `reasons` are several. */
const CODED: Readonly<Record<string, string>> = {
  reasons: 'conversation.reason',
  reason: 'conversation.reason',
  status: 'conversation.status',
  dimension: 'targeting.title',
  state: 'state',
};
/** Anything else was written by a person. */
const CODE = /^[\w -]+$/;

function words(name: string, value: string, t: TFunction<'ui'>): string {
  const family = CODED[name];
  // A code of a newer server stands as it is: better than nothing.
  const word = (code: string) =>
    family && CODE.test(code) ? t(`${family}.${code}`, { defaultValue: code }) : code;
  return name === 'reasons'
    ? value
        .split(',')
        .map((code) => word(code.trim()))
        .join(', ')
    : word(value);
}

/** For a row: "11:52" on the same day, with the day on any other. */
function shortMoment(value: string, format: Format): string {
  const today = dayOf(Date.now(), format.timezone) === dayOf(value, format.timezone);
  return today ? format.time(value) : format.dateTime(value);
}

/** In a sentence: "at 11:52", "on 19 Nov at 11:52". */
function momentPhrase(value: string, format: Format, t: TFunction<'ui'>): string {
  const time = format.time(value);
  return dayOf(Date.now(), format.timezone) === dayOf(value, format.timezone)
    ? t('conversation.atTime', { time })
    : t('conversation.onDay', { date: format.date(value), time });
}

/** Prices of a thousand, and what is less than one, carry up to four digits, amounts two; of one impression up to six. */
const isPrice = (name: string) => /^(?:bid|floor|left)_/.test(name);
const digitsOf = (name: string) => ({ digits: [2, name === 'lowest_micros' ? 6 : 4] as [number, number] });

/** One fact as people read it: what it is, its name says. */
function factText(name: string, value: Exclude<Fact, null>, format: Format, t: TFunction<'ui'>): string {
  if (typeof value === 'string')
    return name.endsWith('_at') ? shortMoment(value, format) : words(name, value, t);
  if (name.endsWith('_micros'))
    return format.money(value, isPrice(name) || name === 'lowest_micros' ? digitsOf(name) : {});
  if (name.endsWith('_percent')) return format.percent(value / 100, 0);
  return name.endsWith('_share') ? format.percent(value, 1) : format.count(value);
}

export interface FindingText {
  sentence: string;
  rows: [name: string, value: string][];
}

/** Sentence and rows of a finding, its figures in the reader's language and zone. */
export function useFindingText(): (finding: Finding) => FindingText {
  const { t, i18n } = useTranslation('ui');
  const format = useFormat();
  return ({ kind, subject, facts }) => {
    const given = Object.entries(facts).flatMap(([name, value]): [string, Exclude<Fact, null>][] =>
      value === null ? [] : [[name, value]],
    );
    const texts = Object.fromEntries(
      given.map(([name, value]) => [name, factText(name, value, format, t)] as const),
    );
    const phrases = given.flatMap(([name, value]): [string, string][] =>
      name.endsWith('_at') && typeof value === 'string' ? [[name, momentPhrase(value, format, t)]] : [],
    );
    const known = FINDING_FACTS[kind];
    const rows = known.rows.flatMap((name: string): [string, string][] => {
      const text = texts[name];
      const key = `ui:conversation.fact.${name}`;
      return text === undefined || !i18n.exists(key) ? [] : [[t(key), text]];
    });
    return {
      sentence: t(`conversation.finding.${kind}`, {
        ...texts,
        ...Object.fromEntries(phrases),
        // Findings of before bids were lowered name no lowest one, and pages of before do not ask for this text.
        context: 'lowest_micros' in texts ? 'rest' : undefined,
        subject: subject?.name ?? '',
        zone: format.timezone,
      }),
      rows,
    };
  };
}
