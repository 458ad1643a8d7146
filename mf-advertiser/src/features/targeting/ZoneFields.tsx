import { FieldError } from '../../components/FieldError';
import type { FieldControl } from '../form/useCampaignFields';
import { PlaceField } from './PlaceField';
import classes from './targeting.module.css';

/** On which properties and in which zones a campaign runs; none named is all of them. */
export function ZoneFields({ fields }: { fields: FieldControl }) {
  const error = fields.errorOf('targeting');
  return (
    <div data-field="targeting">
      <PlaceField fields={fields} kind="properties" />
      <PlaceField fields={fields} kind="zones" />
      {error ? (
        <div className={classes.error}>
          <FieldError>{error}</FieldError>
        </div>
      ) : null}
    </div>
  );
}
