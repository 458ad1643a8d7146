import type { Locale } from '@ezdash/contracts';
import { THEMES } from '@ezdash/contracts/constants';
import { useConfig } from '@ezdash/store';
import { Button, Choice, createFormat, Notice, Panel, time, useFormat } from '@ezdash/ui';
import { Select } from '@ezdash/ui/data';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import classes from '../components/settings.module.css';
import { ThemePreview } from '../components/ThemePreview';
import { useNow } from '../components/useNow';
import { deviceTimezone, timezoneOptions } from '../features/timezones';
import { useAppearanceSetting } from '../features/useAppearanceSetting';

/** English with accents, for who looks for untranslated and tight texts. */
const PSEUDO_LOCALE = 'en-XA';

/** Theme, language, time zone: each choice takes effect and is saved at once. */
export function AppearancePage() {
  const { t } = useTranslation('settings');
  const format = useFormat();
  const setting = useAppearanceSetting();
  const { failure } = setting;
  const now = useNow();
  const offered = useOfferedLanguages(setting.locale);
  const timezones = useMemo(() => timezoneOptions(new Date(), setting.timezone), [setting.timezone]);
  return (
    <>
      {failure ? (
        <Notice
          tone="bad"
          title={t(failure.kept ? 'appearance.kept' : 'appearance.failed')}
          action={
            <Button variant="default" onClick={failure.retry}>
              {t('appearance.retry')}
            </Button>
          }
        >
          {failure.message || t('appearance.noAnswer')}
        </Notice>
      ) : null}
      <Panel title={t('appearance.theme')}>
        <div role="radiogroup" aria-label={t('appearance.theme')} className={classes.themes}>
          {THEMES.map((theme) => (
            <Choice
              key={theme}
              name="theme"
              value={theme}
              checked={setting.theme === theme}
              onChange={() => void setting.chooseTheme(theme)}
              label={t(`appearance.${theme}`)}
              art={<ThemePreview theme={theme} />}
            />
          ))}
        </div>
      </Panel>
      <Panel title={t('appearance.region')}>
        <div className={classes.pair}>
          <Select
            label={t('appearance.language')}
            value={setting.locale}
            data={offered}
            onChange={(locale) =>
              locale && locale !== setting.locale && void setting.chooseLocale(locale as Locale)
            }
          />
          <Select
            label={t('appearance.timezone')}
            description={t('appearance.now', {
              time: createFormat({ ...format, timezone: setting.timezone }).dateTime(now),
            })}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            searchable
            limit={80}
            value={setting.timezone}
            data={timezones}
            nothingFoundMessage={t('appearance.noTimezone')}
            comboboxProps={{ keepMounted: false }}
            renderOption={({ option }) => (
              <span className={classes.zone}>
                <span>{option.label}</span>
                <span className="ez-dim">{time(now, { locale: format.locale, timezone: option.value })}</span>
              </span>
            )}
            onChange={(zone) => zone && zone !== setting.timezone && void setting.chooseTimezone(zone)}
          />
        </div>
        <p className="ez-small">{t('appearance.governs')}</p>
        <DeviceZone chosen={setting.timezone} onUse={(zone) => void setting.chooseTimezone(zone)} />
      </Panel>
    </>
  );
}

/** Every language the network speaks; the testers' own only to who is in it, as the way back. */
function useOfferedLanguages(current: string) {
  const { locales } = useConfig();
  return locales
    .filter(({ code }) => code !== PSEUDO_LOCALE || current === PSEUDO_LOCALE)
    .map(({ code, name }) => ({ value: code, label: name }));
}

/** The zone of the device, for who has another one: an account starts in UTC. Gone once it is chosen. */
function DeviceZone({ chosen, onUse }: { chosen: string; onUse: (zone: string) => void }) {
  const { t } = useTranslation('settings');
  const zone = deviceTimezone();
  if (zone === null || zone === chosen) return null;
  const name = zone.replaceAll('_', ' ');
  return (
    <p className={`ez-small ${classes.deviceZone}`}>
      {t('appearance.ofDevice', { zone: name })}{' '}
      <Button
        variant="subtle"
        size="compact-sm"
        aria-label={t('appearance.useZoneOf', { zone: name })}
        onClick={() => onUse(zone)}
      >
        {t('appearance.useZone')}
      </Button>
    </p>
  );
}
