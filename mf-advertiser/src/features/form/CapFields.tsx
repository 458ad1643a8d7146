import { NumberField, Select, Switch } from '@ezdash/ui/data';
import { useTranslation } from 'react-i18next';
import { Rule } from '../../components/Rule';
import classes from './CapFields.module.css';
import { CAP_WINDOWS, USUAL_CAP, windowText } from './capWindows';
import type { FieldControl } from './useCampaignFields';

/** The frequency cap: off, or so many impressions a person within a span. */
export function CapFields({ fields }: { fields: FieldControl }) {
  const { t } = useTranslation('advertiser');
  const { values, set, leave, errorOf } = fields;
  const cap = values.frequency_cap;
  const spans: number[] = [...CAP_WINDOWS];
  if (cap && !spans.includes(cap.seconds)) spans.push(cap.seconds);
  return (
    <Rule kind="group" field="frequency_cap" title={t('field.cap')} hint={t('field.capHint')}>
      <Switch
        label={t('field.capOn')}
        checked={cap !== null}
        onChange={(event) => set({ frequency_cap: event.currentTarget.checked ? USUAL_CAP : null })}
      />
      {cap ? (
        <div className={classes.row}>
          <NumberField
            name="frequency_cap"
            label={t('field.capCount')}
            value={cap.count || null}
            error={errorOf('frequency_cap')}
            onChange={(count) => set({ frequency_cap: { ...cap, count: count ?? 0 } })}
            onBlur={() => leave('frequency_cap')}
          />
          <Select
            label={t('field.capWindow')}
            data={spans.map((seconds) => ({ value: String(seconds), label: windowText(t, seconds) }))}
            value={String(cap.seconds)}
            allowDeselect={false}
            onChange={(seconds) => set({ frequency_cap: { ...cap, seconds: Number(seconds) } })}
          />
          <p className={classes.note}>{t('field.capNote')}</p>
        </div>
      ) : null}
    </Rule>
  );
}
