import { FieldError } from '../../components/FieldError';
import { placesOf, type Shown } from '../estimate/toEstimateRequest';
import type { FieldControl } from '../form/useCampaignFields';
import { PlaceField } from './PlaceField';
import classes from './targeting.module.css';

interface ZoneFieldsProps {
  fields: FieldControl;
  /** What is shown there. */
  creatives: readonly Shown[];
  /** The lists come when they are asked for: something else on the page matters more. */
  folded?: boolean;
  /** The id of a zone that is offered before all others. */
  wanted?: string | null;
}

/** On which properties and in which zones a campaign runs; none named is all of them. */
export function ZoneFields({ fields, creatives, folded = false, wanted }: ZoneFieldsProps) {
  const fits = placesOf(creatives)
    .map(({ kind, width, height }) => (kind === 'banner' ? `${kind}-${width}x${height}` : kind))
    .sort()
    .join(',');
  const error = fields.errorOf('targeting');
  return (
    <>
      <PlaceField fields={fields} kind="properties" fits={fits} folded={folded} />
      <PlaceField fields={fields} kind="zones" fits={fits} folded={folded} wanted={wanted} />
      {error ? (
        <div className={classes.error}>
          <FieldError>{error}</FieldError>
        </div>
      ) : null}
    </>
  );
}
