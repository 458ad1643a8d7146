import { type IdKind, rowId } from '@ezdash/contracts';
import { ValidationError } from '../../platform/errors';
import { publicRowId } from '../figures';

/** Where a page begins; 422 for what is no page. */
export function readCursor(kind: IdKind, before: string | undefined): number | undefined {
  if (before === undefined) return undefined;
  const row = rowId(kind, before);
  if (row === null) throw new ValidationError({ before: ['This is no page'] });
  return row;
}

/** The number of a goal to filter by; one that cannot be is nobody's. */
export const readGoal = (goal: string | undefined): number | undefined =>
  goal === undefined ? undefined : (publicRowId('conversionGoal', goal) ?? 0);
