import type { Asset } from '@ezdash/contracts';

/** What the words of a creative are to people: read in the place of a picture, or the title of what runs or plays. */
export function altKind({ format }: Pick<Asset, 'format'>): 'image' | 'html5' | 'video' {
  return format === 'html5' || format === 'video' ? format : 'image';
}
