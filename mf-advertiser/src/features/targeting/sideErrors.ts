import type { TargetingDimension } from '@ezdash/contracts';
import type { FieldControl } from '../form/useCampaignFields';
import type { Side } from './Sided';

/** What is wrong with a dimension: with either of its lists, or, where it is not said with which, with the first. */
export function sideErrors(
  { errorOf }: FieldControl,
  dimension: TargetingDimension,
): Partial<Record<Side, string>> {
  const include = errorOf(`targeting.${dimension}.include`);
  const exclude = errorOf(`targeting.${dimension}.exclude`);
  return include || exclude ? { include, exclude } : { include: errorOf(`targeting.${dimension}`) };
}
