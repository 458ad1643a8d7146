import { createHash } from 'node:crypto';
import { CAMPAIGN_LIST } from '@ezdash/contracts';
import { sql } from 'kysely';
import { lockOwner, type Trx } from '../../../platform/db';
import { ConflictError } from '../../../platform/errors';

/**
 * Does the work unless the same call was done before under this key: then its answer is given again. The account is
 * held meanwhile, so that of two calls at once the second gets the answer of the first. What fails keeps no key.
 *
 * @param request what was asked, whole: another request under the same key is refused (409)
 * @param answer of the work, as JSON
 */
export async function onceByKey<Answer extends object>(
  trx: Trx,
  { advertiserId, key, request, now }: { advertiserId: number; key: string; request: string; now: Date },
  work: () => Promise<Answer>,
): Promise<Answer> {
  await lockOwner(trx, advertiserId);
  const digest = createHash('sha256').update(request).digest('hex');
  const { rows } = await sql<{ request_sha256: string; answer: Answer }>`
    SELECT request_sha256, answer FROM campaign_request
    WHERE advertiser_id = ${advertiserId} AND key = ${key}`.execute(trx);
  const [known] = rows;
  if (known && known.request_sha256 !== digest)
    throw new ConflictError('Another request was sent with this key', 'KEY_REUSED');
  if (known) return known.answer;
  const answer = await work();
  await sql`DELETE FROM campaign_request WHERE advertiser_id = ${advertiserId}
    AND created_at < ${now}::timestamptz - make_interval(days => ${CAMPAIGN_LIST.keyDays})`.execute(trx);
  await sql`INSERT INTO campaign_request (advertiser_id, key, request_sha256, answer, created_at)
    VALUES (${advertiserId}, ${key}, ${digest}, ${JSON.stringify(answer)}::jsonb, ${now})`.execute(trx);
  return answer;
}
