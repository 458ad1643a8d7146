import type { Targeting, TargetingDimension } from '@ezdash/contracts';
import type { FieldControl } from '../form/useCampaignFields';

type Choice<Dimension extends TargetingDimension> = Targeting[Dimension];

/** One dimension of the form's targeting, and the way to change it alone. */
export function dimensionOf<Dimension extends TargetingDimension>(
  fields: FieldControl,
  dimension: Dimension,
): { choice: Choice<Dimension>; choose: (change: Partial<Choice<Dimension>>) => void } {
  const { targeting } = fields.values;
  const choice = targeting[dimension];
  return {
    choice,
    choose: (change) => fields.set({ targeting: { ...targeting, [dimension]: { ...choice, ...change } } }),
  };
}
