import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { CAMPAIGN_IMPORT, type CampaignSetQuery } from '@ezdash/contracts';
import type { Request, RequestHandler, Response } from 'express';
import { errorDetail } from '../../../platform/db';
import { PayloadTooLargeError, UnsupportedTypeError } from '../../../platform/errors';
import { rawBody, takesBytes } from '../../../platform/http';
import type { Log } from '../../../platform/log';
import { campaignsCsv } from './exportCsv';
import type { CampaignListService } from './list.service';

const readBody = rawBody({ type: 'text/csv', limitBytes: CAMPAIGN_IMPORT.mostBytes });
/** A file that is too large is refused in the words of this page; what is no CSV, too. */
export const readCampaignFile: RequestHandler = takesBytes((req, res, next) =>
  readBody(req, res, (error?: unknown) => {
    if ((error as { status?: number } | undefined)?.status === 413)
      next(new PayloadTooLargeError('The file is larger than 5 MB'));
    else next(error);
  }),
);

export function campaignFileOf({ body }: Request): Uint8Array {
  if (!Buffer.isBuffer(body)) throw new UnsupportedTypeError('Send the file as text/csv');
  return body;
}

export type SendCampaigns = (
  advertiserId: number,
  query: CampaignSetQuery,
  to: { res: Response; log: Log },
) => Promise<void>;

/** Sends all that match as a CSV file, a part at a time. */
export const createSendCampaigns =
  (list: Pick<CampaignListService, 'each'>): SendCampaigns =>
  async (advertiserId, query, { res, log }) => {
    const pages = list.each(advertiserId, query);
    // What is wrong with the question is said before the file begins.
    const first = await pages.next();
    const all = async function* () {
      if (!first.done) yield first.value;
      yield* pages;
    };
    res.set({
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': 'attachment; filename="campaigns.csv"',
      'Cache-Control': 'private, no-store',
    });
    // The connection is cut when a page cannot be read: half a file must not look like a whole one.
    await pipeline(Readable.from(campaignsCsv(all())), res).catch((error: unknown) => {
      if (!res.destroyed) res.destroy();
      log.warn(errorDetail(error), 'A file of campaigns was not sent to its end');
    });
  };
