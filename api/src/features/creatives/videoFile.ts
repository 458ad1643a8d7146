import { VIDEO, VIDEO_TYPES, type VideoParts, type VideoType } from '@ezdash/contracts';

export interface InspectedVideo {
  /** As it is shown. */
  width: number;
  height: number;
  parts: VideoParts;
}
/** Either what the video is, or the sentence that tells its owner what to change. */
export type VideoInspection = { ok: true; video: InspectedVideo } | { ok: false; problem: string };

export const isVideoType = (type: string): type is VideoType => VIDEO_TYPES.some((known) => known === type);

const HEADER_BYTES = 8;
/** A size of 1: the true one, of 64 bits, stands behind the name. */
const LONG_HEADER_BYTES = 16;
/** Of a video for a page some hundred, one in the other some five deep; whoever writes more wants to keep us busy. */
const MOST_BOXES = 10_000;
const MOST_DEPTH = 16;
/** Of either side, as it is shown; what says more shows nothing, or is no video for a page. */
const MOST_PIXELS = 4_096;
/** Boxes that hold others on the way to what we look for. */
const FOLDERS = new Set(['moov', 'trak', 'mdia', 'minf', 'stbl']);
const FIXED_POINT = 65_536;
const VIDEO_HANDLER = 'vide';
const SOUND_HANDLER = 'soun';
/** Every browser and every player of a television plays these. */
const VIDEO_CODECS: ReadonlySet<string> = new Set(['avc1', 'avc3']);
const SOUND_CODECS: ReadonlySet<string> = new Set(['mp4a', '.mp3']);
const CODEC_NAMES: Readonly<Record<string, string>> = {
  hvc1: 'H.265',
  hev1: 'H.265',
  dvh1: 'Dolby Vision',
  dvhe: 'Dolby Vision',
  av01: 'AV1',
  vp08: 'VP8',
  vp09: 'VP9',
  mp4v: 'MPEG-4 Visual',
  s263: 'H.263',
  encv: 'an encrypted form',
  enca: 'an encrypted form',
  'ac-3': 'Dolby Digital',
  'ec-3': 'Dolby Digital Plus',
  Opus: 'Opus',
  fLaC: 'FLAC',
};
/** Four characters of somebody's file: nothing but letters, digits and dashes of them is repeated. */
const codecName = (codec: string) =>
  CODEC_NAMES[codec] ?? `the codec ${codec.replace(/[^A-Za-z0-9-]/g, '?')}`;

interface Box {
  name: string;
  /** Where its content begins and ends. */
  from: number;
  to: number;
}

/** The boxes side by side between two places; ends at the first one that is broken. */
function* boxes(bytes: Buffer, start: number, end: number): Generator<Box> {
  for (let at = start; at + HEADER_BYTES <= end; ) {
    const short = bytes.readUInt32BE(at);
    const isLong = short === 1 && at + LONG_HEADER_BYTES <= end;
    const size = isLong ? Number(bytes.readBigUInt64BE(at + HEADER_BYTES)) : short === 0 ? end - at : short;
    const header = isLong ? LONG_HEADER_BYTES : HEADER_BYTES;
    if (size < header || at + size > end) return;
    yield { name: bytes.toString('latin1', at + 4, at + 8), from: at + header, to: at + size };
    at += size;
  }
}

interface Facts {
  /** Looked at so far. */
  boxes: number;
  durationMs: number;
  /** Of the tracks, in order; only those of pictures have any. */
  sizes: { width: number; height: number }[];
  /** Handler and codec of the tracks, in order. */
  tracks: { handler: string; codec: string }[];
}

/** `mvhd`: time scale and duration, of 32 or 64 bits. */
function durationOf(bytes: Buffer, { from }: Box): number {
  const isLong = bytes[from] === 1;
  const scale = bytes.readUInt32BE(from + (isLong ? 20 : 12));
  const duration = isLong ? Number(bytes.readBigUInt64BE(from + 24)) : bytes.readUInt32BE(from + 16);
  return scale === 0 ? 0 : Math.round((duration * 1_000) / scale);
}

/** `tkhd`: width and height stand at its end, behind the matrix whose first two numbers say whether it is turned. */
function sizeOf(bytes: Buffer, { to }: Box): { width: number; height: number } {
  const width = Math.round(bytes.readUInt32BE(to - 8) / FIXED_POINT);
  const height = Math.round(bytes.readUInt32BE(to - 4) / FIXED_POINT);
  const isTurned = bytes.readInt32BE(to - 44) === 0 && bytes.readInt32BE(to - 40) !== 0;
  return isTurned ? { width: height, height: width } : { width, height };
}

const word = (bytes: Buffer, at: number) => bytes.toString('latin1', at, at + 4);

/** `stsd` stands behind the `hdlr` of its track: what its first entry is called is the codec. */
function noteCodec({ tracks }: Facts, codec: string): void {
  const track = tracks.at(-1);
  if (track && track.codec === '') track.codec = codec;
}

function look(bytes: Buffer, start: number, end: number, facts: Facts, depth = 0): void {
  if (depth > MOST_DEPTH) throw new TooManyBoxes();
  for (const box of boxes(bytes, start, end)) {
    facts.boxes += 1;
    if (facts.boxes > MOST_BOXES) throw new TooManyBoxes();
    if (FOLDERS.has(box.name)) look(bytes, box.from, box.to, facts, depth + 1);
    else if (box.name === 'mvhd') facts.durationMs = durationOf(bytes, box);
    else if (box.name === 'tkhd') facts.sizes.push(sizeOf(bytes, box));
    else if (box.name === 'hdlr') facts.tracks.push({ handler: word(bytes, box.from + 8), codec: '' });
    else if (box.name === 'stsd') noteCodec(facts, word(bytes, box.from + 12));
  }
}

class TooManyBoxes extends Error {}

/** Null for what is no video, or is broken. */
function readMp4(bytes: Buffer): Facts | 'too-many-boxes' | null {
  const [first] = boxes(bytes, 0, bytes.length);
  if (first?.name !== 'ftyp') return null;
  const facts: Facts = { boxes: 0, durationMs: 0, sizes: [], tracks: [] };
  try {
    look(bytes, 0, bytes.length, facts);
  } catch (error) {
    // Else a box that ends before what it must hold.
    return error instanceof TooManyBoxes ? 'too-many-boxes' : null;
  }
  return facts;
}

const refuse = (problem: string): VideoInspection => ({ ok: false, problem });
export const NOT_A_VIDEO = 'This is not a video we can show. Use MP4';
const TOO_MANY_BOXES = `The video is in more than ${MOST_BOXES} pieces. Export it as one MP4 without fragments`;
export const videoTooHeavy = `The video has more than ${VIDEO.mostBytes / (1024 * 1024)} MB. Make it smaller`;

/** Looks at an uploaded video by its bytes: that it is one, in codecs that play, how long it runs and how large it is shown. */
export function inspectVideo(bytes: Buffer, declaredType: VideoType): VideoInspection {
  if (bytes.length > VIDEO.mostBytes) return refuse(videoTooHeavy);
  const facts = declaredType === 'video/mp4' ? readMp4(bytes) : null;
  if (facts === 'too-many-boxes') return refuse(TOO_MANY_BOXES);
  const size = facts?.sizes.find(({ width, height }) => width > 0 && height > 0);
  const pictures = facts?.tracks.find(({ handler, codec }) => handler === VIDEO_HANDLER && codec !== '');
  if (!facts || !pictures || !size) return refuse(NOT_A_VIDEO);
  if (!VIDEO_CODECS.has(pictures.codec))
    return refuse(`The video is in ${codecName(pictures.codec)}, which not every player shows. Use H.264`);
  const sound = facts.tracks.find(
    ({ handler, codec }) => handler === SOUND_HANDLER && !SOUND_CODECS.has(codec),
  );
  if (sound)
    return refuse(`The sound is in ${codecName(sound.codec)}, which not every player plays. Use AAC`);
  if (size.width > MOST_PIXELS || size.height > MOST_PIXELS)
    return refuse(
      `The video is ${size.width}×${size.height} pixels. Use ${MOST_PIXELS}×${MOST_PIXELS} at most`,
    );
  const { durationMs } = facts;
  if (durationMs < VIDEO.leastMs || durationMs > VIDEO.mostMs)
    return refuse(
      `The video runs for ${Math.round(durationMs / 1_000)} seconds. Use ${VIDEO.leastMs / 1_000} to ${VIDEO.mostMs / 1_000} seconds`,
    );
  const bitrate = Math.max(1, Math.round((bytes.length * 8) / durationMs));
  return {
    ok: true,
    video: { ...size, parts: { duration_ms: durationMs, bitrate_kbps: bitrate, codec: 'h264' } },
  };
}
