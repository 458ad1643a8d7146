import { MAX_ROW, publicId, rowId } from '@ezdash/contracts';
import { ValidationError } from '../../platform/errors';

/** A place in the order of articles: the one that was shown last. */
export interface NewsPlace {
  pinned: boolean;
  publishedAt: Date;
  id: number;
}

const PLACE = /^([01])-(\d{1,15})-(nw_[0-9a-z]{1,12})$/;

export function writePlace({ pinned, publishedAt, id }: NewsPlace): string {
  return `${pinned ? 1 : 0}-${publishedAt.getTime()}-${publicId('newsArticle', id)}`;
}

/** What `before` says; a text that no answer ever had is refused. */
export function readPlace(text: string): NewsPlace {
  const [, pinned, time, name = ''] = PLACE.exec(text) ?? [];
  const id = rowId('newsArticle', name);
  const publishedAt = new Date(Number(time));
  if (id === null || id > MAX_ROW || Number.isNaN(publishedAt.getTime()))
    throw new ValidationError({ before: ['This is not what belongs here'] });
  return { pinned: pinned === '1', publishedAt, id };
}
