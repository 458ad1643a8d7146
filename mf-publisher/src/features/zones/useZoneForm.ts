import type { Zone, ZoneInput } from '@ezdash/contracts';
import type { ZoneKind } from '@ezdash/contracts/constants';
import { type Problems, sizeText, useForm } from '@ezdash/ui';
import { useTranslation } from 'react-i18next';
import { usePublisherCreateZoneMutation, usePublisherUpdateZoneMutation } from '../properties/properties.api';
import { zoneSizes } from './zoneSizes';

/** Named as in the contract, so that the server's 422 finds the fields. */
export interface ZoneValues {
  name: string;
  kind: ZoneKind;
  /** "300×250"; null before one is chosen. */
  size: string | null;
  floor_micros: number | null;
  fallback: ZoneInput['fallback'];
}

/** As the contract has it: $1,000 per thousand impressions. */
export const MOST_FLOOR_MICROS = 1_000_000_000;

function useCheck() {
  const { t } = useTranslation('publisher');
  return (values: ZoneValues): Problems<ZoneValues> => {
    const problems: Problems<ZoneValues> = {};
    const { floor_micros: floor } = values;
    if (values.name.trim() === '') problems.name = t('zoneForm.nameMissing');
    if (values.size === null) problems.size = t('zoneForm.sizeMissing');
    if (floor === null || floor < 0 || floor > MOST_FLOOR_MICROS)
      problems.floor_micros = t('zoneForm.floorWrong');
    return problems;
  };
}

/** A new zone on a property. */
export function useNewZoneForm(propertyId: string, onCreated: (zone: Zone) => void) {
  const [create] = usePublisherCreateZoneMutation();
  return useForm<ZoneValues>({
    initial: { name: '', kind: 'banner', size: null, floor_micros: 0, fallback: 'collapse' },
    check: useCheck(),
    onSubmit: async ({ name, kind, size, floor_micros: floor, fallback }) => {
      const known = zoneSizes(kind).find((candidate) => sizeText(candidate) === size);
      if (!known) return;
      const input: ZoneInput = {
        name: name.trim(),
        kind,
        size: { width: known.width, height: known.height },
        floor_micros: floor ?? 0,
        fallback,
      };
      onCreated(await create({ propertyId, input }).unwrap());
    },
  });
}

/** Name, floor and fallback of a zone that exists; its size stays. */
export function useZoneSettingsForm(zone: Zone, onSaved: (zone: Zone) => void) {
  const [update] = usePublisherUpdateZoneMutation();
  return useForm<ZoneValues>({
    initial: {
      name: zone.name,
      kind: zone.kind,
      size: sizeText(zone),
      floor_micros: zone.floor_micros,
      fallback: zone.fallback,
    },
    check: useCheck(),
    onSubmit: async ({ name, floor_micros: floor, fallback }) => {
      const changes = { name: name.trim(), floor_micros: floor ?? 0, fallback };
      onSaved(await update({ id: zone.id, changes }).unwrap());
    },
  });
}
