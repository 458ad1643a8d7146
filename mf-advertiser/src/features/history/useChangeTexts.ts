import type { Targeting } from '@ezdash/contracts';
import { NO_TARGETING } from '@ezdash/contracts/constants';
import { useFormat } from '@ezdash/ui';
import { useTargetingRules } from '@ezdash/ui/data';
import { useTranslation } from 'react-i18next';
import { useStateReason } from '../campaigns/useStateReason';
import { windowText } from '../form/capWindows';

/** Any JSON: a later server may tell of fields that this page does not know. */
type Json = unknown;
type Item = Record<string, Json>;

const TARGETING = 'targeting.';
const itemsOf = (value: Json): Item[] =>
  Array.isArray(value) ? value.filter((each): each is Item => typeof each === 'object' && each !== null) : [];
const wordOf = (value: Json | undefined) => (typeof value === 'string' ? value : '');

/** What a change says in words: the name of a field, and what it was and is. */
export interface ChangeTexts {
  nameOf: (field: string) => string;
  valueOf: (field: string, value: Json) => string;
}

export function useChangeTexts(): ChangeTexts {
  const { t, i18n } = useTranslation('advertiser');
  const { t: ui } = useTranslation('ui');
  const format = useFormat();
  const reasonOf = useStateReason();
  const rulesOf = useTargetingRules();

  const known = (key: string) => i18n.exists(key, { ns: 'advertiser' });
  const rule = (dimension: string, value: Json) =>
    rulesOf({ ...NO_TARGETING, [dimension]: value } as Targeting)[0]?.text;
  const creativeText = (creative: Item) => {
    const share = typeof creative.share === 'number' ? ` ${format.percent(creative.share / 100, 0)}` : '';
    return `${wordOf(creative.name)}${share}`;
  };
  const stateText = (value: Json) => {
    const key = `campaignHistory.state.${wordOf(value)}`;
    return known(key) ? t(key) : wordOf(value);
  };

  const texts: Readonly<Record<string, (value: Json) => string>> = {
    bid_micros: (value) => format.money(Number(value), { digits: [2, 4] }),
    daily_budget_micros: (value) => format.money(Number(value)),
    total_budget_micros: (value) => format.money(Number(value)),
    impression_limit: (value) => format.count(Number(value)),
    click_limit: (value) => format.count(Number(value)),
    measured_only: (value) => t(`campaignHistory.measured.${value === true}`),
    starts_at: (value) => `${format.dateTime(wordOf(value))} ${format.timezone}`,
    ends_at: (value) => `${format.dateTime(wordOf(value))} ${format.timezone}`,
    pacing: (value) => t(`field.${value === 'asap' ? 'asap' : 'even'}`),
    bidding: (value) => t(`campaignHistory.bidding.${value === 'fixed' ? 'fixed' : 'max'}`),
    priority: (value) => t(`campaignHistory.priority.${wordOf(value)}`),
    category: (value) => ui(`category.${wordOf(value)}`),
    state: stateText,
    state_reason: (value) => reasonOf(wordOf(value)),
    goal_ids: (value) => t('campaignHistory.goals', { count: Array.isArray(value) ? value.length : 0 }),
    frequency_cap: (value) => {
      const cap = value as { count: number; seconds: number };
      return t('field.capText', { count: cap.count, window: windowText(t, cap.seconds) });
    },
    creatives: (value) => itemsOf(value).map(creativeText).join(', '),
    reviews: (value) => [...new Set(itemsOf(value).map(({ state }) => stateText(state ?? null)))].join(', '),
  };

  return {
    nameOf: (field) => {
      if (field.startsWith(TARGETING)) return ui(`targeting.title.${field.slice(TARGETING.length)}`);
      const key = `campaignHistory.field.${field}`;
      // A field that the server has learnt since this page was built shows itself.
      return known(key) ? t(key) : field;
    },
    valueOf: (field, value) => {
      if (field.startsWith(TARGETING))
        return (
          rule(field.slice(TARGETING.length), value ?? { include: [], exclude: [] }) ??
          t('campaignHistory.all')
        );
      if (value === null || (Array.isArray(value) && value.length === 0)) return t('campaignHistory.none');
      return texts[field]?.(value) ?? (typeof value === 'string' ? value : JSON.stringify(value));
    },
  };
}
