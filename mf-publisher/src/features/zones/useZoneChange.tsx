import type { Zone, ZoneUpdate } from '@ezdash/contracts';
import { type ApiError, toApiError } from '@ezdash/store';
import { toast } from '@ezdash/ui';
import { createContext, use } from 'react';
import { useTranslation } from 'react-i18next';
import { usePublisherUpdateZoneMutation } from '../properties/properties.api';

/** A change of a zone that was refused. */
export interface ZoneProblem {
  name: string;
  error: ApiError;
}

/** Where a refused change is told when the place it was made in is gone: an undo, a row's menu. */
export const ZoneProblemContext = createContext<(problem: ZoneProblem | null) => void>(() => {});

function before(zone: Zone, changes: ZoneUpdate): ZoneUpdate {
  const old: ZoneUpdate = {};
  if (changes.floor_micros !== undefined) old.floor_micros = zone.floor_micros;
  // What the network stopped is the network's to set free.
  if (changes.state !== undefined && zone.state !== 'stopped') old.state = zone.state;
  return old;
}

/**
 * Changes floor or state of a zone at once and offers Undo.
 * @returns a function that throws the server's error when the change is refused; nothing is toasted then
 */
export function useZoneChange(): (zone: Zone, changes: ZoneUpdate, said: string) => Promise<void> {
  const { t } = useTranslation('publisher');
  const [update] = usePublisherUpdateZoneMutation();
  const tell = use(ZoneProblemContext);
  return async (zone, changes, said) => {
    tell(null);
    await update({ id: zone.id, changes }).unwrap();
    const old = before(zone, changes);
    const undo = async () => {
      try {
        await update({ id: zone.id, changes: old }).unwrap();
        toast({ text: t('zones.undone', { name: zone.name }) });
      } catch (thrown) {
        const error = toApiError(thrown);
        if (error) tell({ name: zone.name, error });
      }
    };
    toast({ text: said, undo: Object.keys(old).length === 0 ? undefined : () => void undo() });
  };
}
