import { useState } from 'react';

export interface SlotSize {
  /** In CSS pixels, as the network sells it. */
  width: number;
  height: number;
}

interface SlotProps {
  size: SlotSize;
  /** Address of the creative's image. Without one the slot is an outline: a zone, a size, a missing file. */
  image?: string | null;
  /** Alternative text; an outline and a picture beside its name need none. */
  alt?: string;
  /** Drawn width in CSS pixels; left out, the slot takes the width it is given, never more than its true size. */
  width?: number;
  /** Draws an outline as chosen. */
  selected?: boolean;
}

/** What is as wide as its place is drawn this wide. */
const FLUID_WIDTH = 320;
const drawn = ({ width, height }: SlotSize): SlotSize => ({
  width: width || FLUID_WIDTH,
  height: height || 1,
});

/** A creative or a zone at true proportions. */
export function Slot({ size: given, image, alt = '', width, selected }: SlotProps) {
  const size = drawn(given);
  const [broken, setBroken] = useState<string>();
  const style = {
    aspectRatio: `${size.width} / ${size.height}`,
    inlineSize: width === undefined ? '100%' : `${width}px`,
    maxInlineSize: width === undefined ? `${size.width}px` : undefined,
  };
  if (!image || broken === image) {
    const named = alt ? ({ role: 'img', 'aria-label': alt } as const) : ({ 'aria-hidden': true } as const);
    return (
      <span className="ez-slot" data-outline data-selected={selected || undefined} style={style} {...named} />
    );
  }
  return (
    <img
      className="ez-slot"
      src={image}
      alt={alt}
      width={size.width}
      height={size.height}
      loading="lazy"
      decoding="async"
      style={style}
      onError={() => setBroken(image)}
    />
  );
}

interface SlotThumbProps extends Omit<SlotProps, 'width'> {
  /** Height of the frame in CSS pixels; it is a quarter wider than high. */
  box?: number;
}

const FRAME_RATIO = 1.25;
const LEAST_WIDTH = 8;
const LEAST_HEIGHT = 4;

/** A slot in a frame of fixed size, so that rows line up whatever the format. */
export function SlotThumb({ size: given, box = 36, ...slot }: SlotThumbProps) {
  const size = drawn(given);
  const scale = Math.min((box * FRAME_RATIO) / size.width, box / size.height);
  const width = Math.max(LEAST_WIDTH, size.width * scale, (LEAST_HEIGHT * size.width) / size.height);
  return (
    <span className="ez-thumb" style={{ inlineSize: box * FRAME_RATIO, blockSize: box }}>
      <Slot {...slot} size={size} width={Math.min(width, box * FRAME_RATIO)} />
    </span>
  );
}
