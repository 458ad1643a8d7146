import { DEVICES } from '@ezdash/contracts/constants';
import { countryName, useFormat } from '@ezdash/ui';
import { useTranslation } from 'react-i18next';
import { type CampaignForm, isLocalTime } from './campaignForm';
import { windowText } from './capWindows';
import { useUtcFormat } from './useUtcFormat';

/** What the fields of a campaign say in a summary; an empty text means that it is not set. */
export interface CampaignTexts {
  category: string;
  countries: string;
  devices: string;
  cap: string;
  bid: string;
  bidding: string;
  daily: string;
  total: string;
  impressionLimit: string;
  clickLimit: string;
  measured: string;
  pacing: string;
  starts: string;
  ends: string;
}

export function useCampaignTexts(): (form: CampaignForm) => CampaignTexts {
  const { t, i18n } = useTranslation('advertiser');
  const { t: ui } = useTranslation('ui');
  const format = useFormat();
  const utc = useUtcFormat();
  const nameOf = (code: string) => countryName(code, format.locale);
  const list = (names: string[]) => names.sort((a, b) => a.localeCompare(b, i18n.language)).join(', ');
  const amount = (micros: number | null, digits: number | [number, number] = 2) =>
    micros === null || Number.isNaN(micros) ? '' : format.money(micros, { digits });
  const time = (local: string) => (isLocalTime(local) ? `${utc.dateTime(`${local}:00Z`)} UTC` : '');
  const limit = (most: number | null | undefined) =>
    most === null || most === undefined ? '' : format.count(most);
  return (form) => {
    const bid = amount(form.bid_micros, [2, 4]);
    return {
      category: form.category === null ? t('targetingFields.categoryNone') : ui(`category.${form.category}`),
      countries: form.countries.length === 0 ? t('field.countriesAll') : list(form.countries.map(nameOf)),
      devices:
        form.devices.length === DEVICES.length
          ? t('field.devicesAll')
          : form.devices.map((device) => t(`field.device.${device}`)).join(', '),
      cap: form.frequency_cap
        ? t('field.capText', {
            count: form.frequency_cap.count,
            window: windowText(t, form.frequency_cap.seconds),
          })
        : t('field.capNone'),
      bid: bid === '' ? '' : `${bid} ${form.pricing}`,
      bidding: t(`campaignHistory.bidding.${form.bidding}`),
      daily: amount(form.daily_budget_micros),
      total: amount(form.total_budget_micros) || t('field.totalNone'),
      impressionLimit: limit(form.impression_limit),
      clickLimit: limit(form.click_limit),
      measured: t(`campaignHistory.measured.${form.measured_only}`),
      pacing: t(`field.${form.pacing}`),
      starts: time(form.starts_at) || t('field.startsNow'),
      ends: time(form.ends_at) || t('field.endsNever'),
    };
  };
}
