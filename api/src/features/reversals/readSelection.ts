import { MAX_ROW, type reversalSelection } from '@ezdash/contracts';
import type { z } from 'zod';
import type { Db } from '../../platform/db';
import { type FieldErrors, ValidationError } from '../../platform/errors';
import type { TrafficSelection } from '../events';
import { publicRowId } from '../figures';
import { isPublisher, isThere } from './reversals.repo';

type Given = z.output<typeof reversalSelection>;

const UNKNOWN = {
  property: 'There is no property with this id',
  zone: 'There is no zone with this id',
  campaign: 'There is no campaign with this id',
} as const;

/** Rows of the ids that were given. Throws 422 that names every one that there is not. */
export async function readSelection(db: Db, given: Given): Promise<TrafficSelection> {
  if (given.kind === 'decisions') return { decisionIds: given.decisions };
  const errors: FieldErrors = {};
  async function rowOf(kind: keyof typeof UNKNOWN): Promise<number | undefined> {
    const text = given.kind === 'span' ? given[kind] : undefined;
    if (text === undefined || text === '') return undefined;
    const row = publicRowId(kind, text);
    if (row !== null && (await isThere(db, kind, row))) return row;
    errors[kind] = [UNKNOWN[kind]];
    return undefined;
  }
  const propertyId = await rowOf('property');
  const zoneId = await rowOf('zone');
  const campaignId = await rowOf('campaign');
  const publisherId = given.publisher_id;
  if (publisherId !== undefined && (publisherId > MAX_ROW || !(await isPublisher(db, publisherId))))
    errors.publisher_id = ['There is no publisher with this number'];
  if (Object.keys(errors).length > 0) throw new ValidationError(errors);
  return {
    ...(propertyId !== undefined && { propertyId }),
    ...(zoneId !== undefined && { zoneId }),
    ...(publisherId !== undefined && { publisherId }),
    ...(campaignId !== undefined && { campaignId }),
    fromMs: Date.parse(given.from),
    toMs: Date.parse(given.to),
  };
}
