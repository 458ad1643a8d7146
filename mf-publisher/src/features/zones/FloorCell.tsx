import type { Zone } from '@ezdash/contracts';
import { InlineMoney, useFormat } from '@ezdash/ui';
import { useTranslation } from 'react-i18next';
import { ecpmMicros } from '../figures/rates';
import { FloorAdviceLine } from './FloorAdvice';
import { useZoneChange } from './useZoneChange';
import { MOST_FLOOR_MICROS } from './useZoneForm';

const DIGITS = [2, 4] as const;

/** The zone's floor, edited where it stands; the toast offers the old one back. */
export function FloorCell({ zone }: { zone: Zone }) {
  const { t } = useTranslation('publisher');
  const format = useFormat();
  const change = useZoneChange();
  const ecpm = ecpmMicros(zone.figures);
  const effect =
    ecpm === null ? t('zones.floorEffectNone') : t('zones.floorEffect', { ecpm: format.money(ecpm) });
  const save = (micros: number) => {
    if (micros === zone.floor_micros) return;
    const amount = format.money(micros, { digits: DIGITS });
    return change(zone, { floor_micros: micros }, t('zones.floorSaved', { name: zone.name, amount }));
  };
  return (
    <InlineMoney
      label={t('zones.floorOf', { name: zone.name })}
      fieldLabel={t('zones.floorEdit')}
      micros={zone.floor_micros}
      digits={DIGITS}
      inputDigits={4}
      per="CPM"
      effect={() => (
        <>
          {effect} <FloorAdviceLine zoneId={zone.id} />
        </>
      )}
      check={(micros) => (micros < 0 || micros > MOST_FLOOR_MICROS ? t('zoneForm.floorWrong') : undefined)}
      onSave={save}
    />
  );
}
