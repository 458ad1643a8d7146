import type { FrequencyCap, Zone, ZoneInput, ZoneUpdate } from '@ezdash/contracts';
import { MOST_PASSBACK_BYTES, type ZoneKind } from '@ezdash/contracts/constants';
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
  /** Seconds; 0 is never. */
  refresh_seconds: number;
  person_cap: FrequencyCap | null;
  /** The publisher's own code for want of an ad, and whether there shall be any. */
  passback: boolean;
  passback_html: string;
}

/** As the contract has it: $1,000 per thousand impressions. */
export const MOST_FLOOR_MICROS = 1_000_000_000;

type Depth = Pick<ZoneUpdate, 'refresh_seconds' | 'person_cap' | 'passback_html'>;
const NO_DEPTH: Depth = {};

/** What was changed of it: a zone that has none of it is saved as before. */
function depthOf(values: ZoneValues, before: Depth): Depth {
  const { refresh_seconds, person_cap, passback } = values;
  const passback_html = passback ? values.passback_html.trim() : null;
  const cap = before.person_cap ?? null;
  return {
    ...(refresh_seconds === (before.refresh_seconds ?? 0) ? {} : { refresh_seconds }),
    ...(person_cap?.count === cap?.count && person_cap?.seconds === cap?.seconds ? {} : { person_cap }),
    ...(passback_html === (before.passback_html ?? null) ? {} : { passback_html }),
  };
}

function useCheck() {
  const { t } = useTranslation('publisher');
  return (values: ZoneValues): Problems<ZoneValues> => {
    const problems: Problems<ZoneValues> = {};
    const { floor_micros: floor } = values;
    if (values.name.trim() === '') problems.name = t('zoneForm.nameMissing');
    if (values.size === null) problems.size = t('zoneForm.sizeMissing');
    if (floor === null || floor < 0 || floor > MOST_FLOOR_MICROS)
      problems.floor_micros = t('zoneForm.floorWrong');
    const { person_cap: cap, passback, passback_html: code } = values;
    if (cap && (cap.count < 1 || cap.count > 1_000)) problems.person_cap = t('zoneDepth.capWrong');
    if (passback && code.trim() === '') problems.passback_html = t('zoneDepth.codeMissing');
    if (passback && new TextEncoder().encode(code.trim()).length > MOST_PASSBACK_BYTES)
      problems.passback_html = t('zoneDepth.codeLong');
    return problems;
  };
}

/** A new zone on a property. */
export function useNewZoneForm(propertyId: string, onCreated: (zone: Zone) => void) {
  const [create] = usePublisherCreateZoneMutation();
  return useForm<ZoneValues>({
    initial: {
      name: '',
      kind: 'banner',
      size: null,
      floor_micros: 0,
      fallback: 'collapse',
      refresh_seconds: 0,
      person_cap: null,
      passback: false,
      passback_html: '',
    },
    check: useCheck(),
    onSubmit: async (values) => {
      const { name, kind, size, floor_micros: floor, fallback } = values;
      const known = zoneSizes(kind).find((candidate) => sizeText(candidate) === size);
      if (!known) return;
      const input: ZoneInput = {
        name: name.trim(),
        kind,
        size: { width: known.width, height: known.height },
        floor_micros: floor ?? 0,
        fallback,
        ...(kind === 'video' ? {} : depthOf(values, NO_DEPTH)),
      };
      onCreated(await create({ propertyId, input }).unwrap());
    },
  });
}

/** Name, floor and fallback of a zone that exists; its size stays. */
export function useZoneSettingsForm(zone: Zone, onSaved: (zone: Zone) => void) {
  const { t } = useTranslation('publisher');
  const [update] = usePublisherUpdateZoneMutation();
  return useForm<ZoneValues>({
    initial: {
      name: zone.name,
      kind: zone.kind,
      size: sizeText(zone),
      floor_micros: zone.floor_micros,
      fallback: zone.fallback,
      refresh_seconds: zone.refresh_seconds ?? 0,
      person_cap: zone.person_cap ?? null,
      passback: Boolean(zone.passback_html),
      passback_html: zone.passback_html ?? '',
    },
    check: useCheck(),
    amounts: { floor_micros: t('zoneForm.floor') },
    onSubmit: async (values) => {
      const { name, floor_micros: floor, fallback } = values;
      const changes = { name: name.trim(), floor_micros: floor ?? 0, fallback, ...depthOf(values, zone) };
      onSaved(await update({ id: zone.id, changes }).unwrap());
    },
  });
}
