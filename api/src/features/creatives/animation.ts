import { ANIMATION } from '@ezdash/contracts';
import type { DecodedImage } from './decodeImage';

const CHUNK_HEAD_BYTES = 8;
const CHUNK_CRC_BYTES = 4;
const PNG_SIGNATURE_BYTES = 8;

/** Whether a PNG moves: its control chunk stands before the first picture data. */
export function isAnimatedPng(bytes: Buffer): boolean {
  for (let at = PNG_SIGNATURE_BYTES; at + CHUNK_HEAD_BYTES <= bytes.length; ) {
    const name = bytes.toString('latin1', at + 4, at + CHUNK_HEAD_BYTES);
    if (name === 'acTL') return true;
    if (name === 'IDAT') return false;
    at += CHUNK_HEAD_BYTES + bytes.readUInt32BE(at) + CHUNK_CRC_BYTES;
  }
  return false;
}

const inSeconds = (ms: number) => Math.round(ms / 100) / 10;

/** What is wrong with how a picture moves; null when it stands still, or comes to rest in time. */
export function problemOfAnimation({ frames, roundMs, rounds }: DecodedImage): string | null {
  if (frames <= 1) return null;
  const most = ANIMATION.mostMs / 1_000;
  if (rounds === 0) return `The animation never ends. Let it stop after ${most} seconds at most`;
  if (roundMs * rounds > ANIMATION.mostMs)
    return `The animation runs for ${inSeconds(roundMs * rounds)} seconds. Let it stop after ${most} seconds at most`;
  return null;
}
