import type { ConversionStatus, Postback } from '@ezdash/contracts';
import { AppError, ForbiddenError, ValidationError } from '../../platform/errors';
import { allowsAddress } from '../api-tokens';
import type { VisitorReason } from '../serving';
import type { GoalKeys } from './goalKey';
import type { GoalRow } from './goals.repo';

/** A report as it came in, by whichever way. */
export interface ConversionReport extends Omit<Postback, 'status'> {
  source: 'postback' | 'pixel';
  /** Approved unless said otherwise. */
  status?: ConversionStatus;
  /** Why whoever asked for the pixel was nobody; null for people, and for a postback. */
  traffic: VisitorReason | null;
  /** Where it came from, where that counts. */
  address?: string;
}

/** Whether it carried the goal's key; one that was given has fitted (`admitReport`). */
export const isProven = ({ source, key }: Pick<ConversionReport, 'source' | 'key'>): boolean =>
  source === 'postback' && key !== undefined;

export interface AdmitOptions {
  keys: GoalKeys;
  now: Date;
  /** Whether its click was made to try the goal: that may be reported from anywhere. */
  isTest: () => Promise<boolean>;
}

/** The key, or the one before for as long as it opens too. */
function fitsKey(goal: GoalRow, key: string, { keys, now }: AdmitOptions): boolean {
  if (!goal.key_sealed) return false;
  if (keys.fits(goal.key_sealed, goal.id, key)) return true;
  const { old_key_sealed: old, old_key_until: until } = goal;
  return old !== null && until !== null && until > now && keys.fits(old, goal.id, key);
}

function checkKey(goal: GoalRow, { source, key, status }: ConversionReport, options: AdmitOptions): void {
  if (source === 'pixel') return;
  if (key === undefined && goal.requires_key)
    throw new ForbiddenError('This goal asks for its key', 'KEY_REQUIRED');
  // Whoever followed an ad knows its click id: that is enough to report a conversion, not to take one out.
  if (key === undefined && status === 'rejected')
    throw new ForbiddenError('A conversion is rejected with the key of its goal alone', 'KEY_REQUIRED');
  // A key that is given has to fit, also where none is asked for: a mistake shows at once.
  if (key !== undefined && !fitsKey(goal, key, options))
    throw new ForbiddenError('This is not the key of this goal', 'WRONG_KEY');
}

/** Throws unless the goal takes the report. */
export async function admitReport(
  goal: GoalRow,
  report: ConversionReport,
  options: AdmitOptions,
): Promise<void> {
  const { source, tx, address } = report;
  if (goal.state === 'archived') throw new AppError(410, 'GOAL_ARCHIVED', 'This goal is archived');
  if (source === 'pixel' && !goal.pixel)
    throw new ForbiddenError('This goal takes no pixel: turn it on first', 'PIXEL_OFF');
  checkKey(goal, report, options);
  const isAllowed = source === 'pixel' || allowsAddress(goal.allowed_addresses, address);
  if (!isAllowed && !(await options.isTest()))
    throw new ForbiddenError('This goal takes no reports from this address', 'ADDRESS_NOT_ALLOWED');
  if (goal.duplicates === 'every' && tx === undefined)
    throw new ValidationError({ tx: ['This goal counts every transaction: send its id'] });
}
