import { Button, useFormat } from '@ezdash/ui';
import { Select, Switch } from '@ezdash/ui/data';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { FieldError } from '../../components/FieldError';
import { Rule } from '../../components/Rule';
import type { FieldControl } from '../form/useCampaignFields';
import { HourGrid } from './HourGrid';
import classes from './targeting.module.css';
import { HOUR_PRESETS, type HourPreset, WEEK } from './weekGrid';

/** Any Monday. */
const MONDAY_MS = Date.UTC(2026, 0, 5);
const DAY_MS = 86_400_000;
const PRESETS = Object.keys(HOUR_PRESETS) as HourPreset[];

function zonesOf(own: string): string[] {
  const known = 'supportedValuesOf' in Intl ? Intl.supportedValuesOf('timeZone') : [];
  return [...new Set(['UTC', own, ...known])];
}

/** The hours of the week a campaign runs, on the clocks of one timezone; off: around the clock. */
export function HoursField({ fields }: { fields: FieldControl }) {
  const { t } = useTranslation('advertiser');
  const { t: ui } = useTranslation('ui');
  const { locale, timezone: own } = useFormat();
  const { targeting } = fields.values;
  const { hours } = targeting;
  const days = useMemo(() => {
    const name = new Intl.DateTimeFormat(locale === 'en-XA' ? 'en' : locale, {
      weekday: 'short',
      timeZone: 'UTC',
    });
    return Array.from({ length: 7 }, (_, day) => name.format(MONDAY_MS + day * DAY_MS));
  }, [locale]);
  const zones = useMemo(() => zonesOf(hours?.timezone ?? own), [hours?.timezone, own]);
  const set = (next: typeof hours) => fields.set({ targeting: { ...targeting, hours: next } });
  const timezone = hours?.timezone ?? own;
  const error = fields.errorOf('targeting.hours');
  return (
    <Rule
      kind="group"
      field="targeting.hours"
      title={ui('targeting.title.hours')}
      hint={t('targetingFields.hoursHint')}
    >
      <Switch
        label={t('targetingFields.hoursOn')}
        checked={hours !== null}
        onChange={(event) =>
          set(event.currentTarget.checked ? { timezone, hours: [...HOUR_PRESETS.office] } : null)
        }
      />
      {hours ? (
        <div className={classes.hours}>
          <div className={classes.presets}>
            {PRESETS.map((preset) => (
              <Button
                key={preset}
                variant="default"
                size="compact-sm"
                onClick={() => set({ timezone, hours: [...HOUR_PRESETS[preset]] })}
              >
                {t(`targetingFields.preset.${preset}`)}
              </Button>
            ))}
          </div>
          <HourGrid
            chosen={hours.hours}
            days={days}
            onChange={(chosen) => set({ timezone, hours: chosen })}
          />
          {error ? <FieldError>{error}</FieldError> : null}
          <p className={classes.quiet} aria-live="polite">
            {t('targetingFields.hoursChosen', { count: hours.hours.length, all: WEEK })}
          </p>
          <Select
            label={t('targetingFields.timezone')}
            data={zones.map((zone) => ({ value: zone, label: zone.replaceAll('_', ' ') }))}
            value={timezone}
            searchable
            allowDeselect={false}
            comboboxProps={{ keepMounted: false }}
            onChange={(zone) => set({ timezone: zone ?? timezone, hours: hours.hours })}
          />
        </div>
      ) : null}
    </Rule>
  );
}
