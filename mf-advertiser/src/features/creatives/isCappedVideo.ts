import type { Asset } from '@ezdash/contracts';

/** A player cannot count how often somebody saw an ad: a capped campaign's videos are shown in none. */
export const isCappedVideo = ({ format }: Pick<Asset, 'format'>, capped: boolean): boolean =>
  capped && format === 'video';
