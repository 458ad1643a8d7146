import type { CreativePicture } from '@ezdash/contracts';
import type { CreativeInput } from './snapshotInput';

/** JSON of a value in ASCII alone, so that an answer's length in characters is its length in bytes. */
export function asciiJson(value: string | number | object | null): string {
  return JSON.stringify(value).replace(
    /[^\x20-\x7e]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/**
 * The same text in one piece. A concatenated text stays a tree of its parts, which would be walked in every answer
 * that carries it.
 */
export const inOnePiece = (text: string): string => Buffer.from(text, 'latin1').toString('latin1');

const picture = (stored: CreativePicture | null) =>
  stored && { url: stored.url, width: stored.width, height: stored.height };

/** What the tag draws, by format: fields of the contract's `adCandidate`, without those that all formats share. */
function shown(input: CreativeInput): object {
  const { content, address, width, height } = input;
  switch (content?.format) {
    case 'html5':
      return { type: 'html5', page: address };
    case 'native': {
      const { title, body, call_to_action, sponsored_by, image, icon, click_chain } = content.parts;
      return {
        type: 'native',
        title,
        body,
        call_to_action,
        sponsored_by,
        picture: picture(image),
        icon: picture(icon),
        chain: click_chain,
      };
    }
    case 'text': {
      const { headline, description, display_url, click_chain } = content.parts;
      return { type: 'text', headline, description, display_url, chain: click_chain };
    }
    case 'video': {
      const { duration_ms, bitrate_kbps } = content.parts;
      const media = { url: address, width, height, content_type: content.contentType };
      return { type: 'video', media: { ...media, duration_ms, bitrate_kbps } };
    }
    default:
      return { type: 'image', image: address };
  }
}

export interface MarkupFields {
  /** Public ids. */
  campaign: string;
  creative: string;
  cap: { count: number; seconds: number } | null;
}

/**
 * The parts of a candidate's JSON that are the same for every visitor: behind its token, and behind its addresses.
 * ASCII, each in one piece.
 */
export function candidateJson(
  input: CreativeInput,
  { campaign, creative, cap }: MarkupFields,
): { head: string; tail: string } {
  const limit = cap && { count: cap.count, seconds: cap.seconds };
  const fields = asciiJson({ campaign, creative, cap: limit, ...shown(input) });
  return {
    head: inOnePiece(`${fields.slice(1, -1)},`),
    tail: inOnePiece(`,"alt":${asciiJson(input.alt)}}`),
  };
}
