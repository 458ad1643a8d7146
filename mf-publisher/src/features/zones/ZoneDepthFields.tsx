import { MOST_PASSBACK_BYTES, ZONE_CAP_SECONDS, ZONE_REFRESH } from '@ezdash/contracts/constants';
import { Choice, type Form, Textarea } from '@ezdash/ui';
import { NumberField, Select, Switch } from '@ezdash/ui/data';
import { useTranslation } from 'react-i18next';
import type { ZoneValues } from './useZoneForm';
import styles from './zones.module.css';

const FALLBACKS = ['collapse', 'keep', 'passback'] as const;
const USUAL_CAP = { count: 10, seconds: 86_400 };
const OFF = '0';
const CODE_ROWS = 5;

const withOwn = (choices: readonly number[], own: number) =>
  own === 0 || choices.includes(own) ? [...choices] : [...choices, own].sort((a, b) => a - b);

/** What the slot does without an ad: its space, or the publisher's own code in it. */
export function FallbackFields({ form }: { form: Form<ZoneValues> }) {
  const { t } = useTranslation('publisher');
  const { fallback, passback, kind } = form.values;
  const chosen = passback ? 'passback' : fallback;
  const code = form.field('passback_html');
  return (
    <>
      <fieldset className={styles.group}>
        <legend>{t('zoneForm.fallback')}</legend>
        <div className={styles.fallbacks}>
          {FALLBACKS.filter((each) => kind !== 'video' || each !== 'passback').map((each) => (
            <Choice
              key={each}
              name="fallback"
              value={each}
              checked={chosen === each}
              onChange={() =>
                form.set(each === 'passback' ? { passback: true } : { passback: false, fallback: each })
              }
              label={each === 'passback' ? t('zoneDepth.passback') : t(`zoneForm.${each}`)}
              hint={each === 'passback' ? t('zoneDepth.passbackHint') : t(`zoneForm.${each}Hint`)}
            />
          ))}
        </div>
      </fieldset>
      {passback ? (
        <Textarea
          {...code}
          onChange={(event) => form.set({ passback_html: event.currentTarget.value })}
          label={t('zoneDepth.code')}
          description={t('zoneDepth.codeHint', { kB: MOST_PASSBACK_BYTES / 1_024 })}
          autosize
          minRows={CODE_ROWS}
          maxRows={16}
          dir="ltr"
          spellCheck={false}
          classNames={{ input: 'ez-mono' }}
        />
      ) : null}
    </>
  );
}

/** Another ad after a time in view, and how many one person sees. */
export function RepeatFields({ form }: { form: Form<ZoneValues> }) {
  const { t } = useTranslation('publisher');
  const { refresh_seconds: refresh, person_cap: cap, kind } = form.values;
  if (kind === 'video') return null;
  const refreshText = (seconds: number) =>
    seconds === 0 ? t('zoneDepth.never') : t('zoneDepth.every', { count: seconds });
  const capField = form.field('person_cap');
  return (
    <>
      <Select
        label={t('zoneDepth.refresh')}
        description={t('zoneDepth.refreshHint')}
        data={[0, ...withOwn(ZONE_REFRESH.choices, refresh)].map((seconds) => ({
          value: String(seconds),
          label: refreshText(seconds),
        }))}
        value={String(refresh)}
        allowDeselect={false}
        error={form.field('refresh_seconds').error}
        onChange={(seconds) => form.set({ refresh_seconds: Number(seconds ?? OFF) })}
      />
      <fieldset className={styles.group}>
        <legend>{t('zoneDepth.cap')}</legend>
        <p className={styles.hint}>{t('zoneDepth.capHint')}</p>
        <Switch
          label={t('zoneDepth.capOn')}
          checked={cap !== null}
          onChange={(event) => form.set({ person_cap: event.currentTarget.checked ? USUAL_CAP : null })}
        />
        {cap ? (
          <div className={styles.cap}>
            <NumberField
              label={t('zoneDepth.capCount')}
              value={cap.count || null}
              error={capField.error}
              onChange={(count) => form.set({ person_cap: { ...cap, count: count ?? 0 } })}
            />
            <Select
              label={t('zoneDepth.capTime')}
              data={withOwn(ZONE_CAP_SECONDS, cap.seconds).map((seconds) => ({
                value: String(seconds),
                label: t(`zoneDepth.times.${seconds}`, {
                  defaultValue: t('zoneDepth.seconds', { count: seconds }),
                }),
              }))}
              value={String(cap.seconds)}
              allowDeselect={false}
              onChange={(seconds) => form.set({ person_cap: { ...cap, seconds: Number(seconds) } })}
            />
          </div>
        ) : null}
      </fieldset>
    </>
  );
}
