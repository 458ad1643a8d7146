import type { Brand, Motif } from './brands';

/** Where a motif may draw, in pixels of the creative. */
export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

type Draw = (tints: Brand['tints'], box: Box) => string;

/** Short coordinates keep the file small and its text readable. */
const round = (value: number) => String(Math.round(value * 100) / 100);

/** Turns shares of the box into pixels; `unit` is its shorter side. */
function frame(box: Box) {
  return {
    x: (share: number) => round(box.x + share * box.width),
    y: (share: number) => round(box.y + share * box.height),
    unit: (share: number) => round(Math.min(box.width, box.height) * share),
  };
}

const ridge: Draw = ([near, far, light], box) => {
  const { x, y, unit } = frame(box);
  return [
    `<circle cx="${x(0.72)}" cy="${y(0.3)}" r="${unit(0.15)}" fill="${light}"/>`,
    `<path fill="${far}" d="M${x(-0.1)} ${y(1.02)}V${y(0.78)}L${x(0.14)} ${y(0.46)}L${x(0.31)} ${y(0.66)}L${x(0.56)} ${y(0.26)}L${x(1.02)} ${y(0.84)}V${y(1.02)}Z"/>`,
    `<path fill="${near}" d="M${x(-0.1)} ${y(1.02)}V${y(0.94)}L${x(0.3)} ${y(0.62)}L${x(0.48)} ${y(0.8)}L${x(0.82)} ${y(0.52)}L${x(1.02)} ${y(0.72)}V${y(1.02)}Z"/>`,
  ].join('');
};

const sun: Draw = (tints, box) => {
  const { x, y, unit } = frame(box);
  return tints
    .map(
      (fill, index) =>
        `<circle cx="${x(0.6)}" cy="${y(0.62)}" r="${unit(0.46 - index * 0.11)}" fill="${fill}"/>`,
    )
    .join('');
};

const wave: Draw = (tints, box) => {
  const { x, y } = frame(box);
  return tints
    .map((fill, index) => {
      const top = 0.5 + index * 0.16;
      return `<path fill="${fill}" d="M${x(-0.02)} ${y(1.02)}V${y(top)}Q${x(0.2)} ${y(top - 0.2)} ${x(0.44)} ${y(top)}T${x(1.02)} ${y(top - 0.06)}V${y(1.02)}Z"/>`;
    })
    .join('');
};

const wheel: Draw = ([tyre, rim, hub], box) => {
  const { x, y, unit } = frame(box);
  const at = `cx="${x(0.66)}" cy="${y(0.64)}"`;
  return [
    `<circle ${at} r="${unit(0.4)}" fill="none" stroke="${tyre}" stroke-width="${unit(0.075)}"/>`,
    `<circle ${at} r="${unit(0.26)}" fill="${rim}"/>`,
    `<circle ${at} r="${unit(0.08)}" fill="${hub}"/>`,
  ].join('');
};

const leaf: Draw = (tints, box) => {
  const { x, y } = frame(box);
  return tints
    .map((fill, index) => {
      const left = 0.34 + index * 0.19;
      return `<path fill="${fill}" d="M${x(left)} ${y(1.02)}Q${x(left - 0.2)} ${y(0.5)} ${x(left + 0.1)} ${y(0.14 + index * 0.12)}Q${x(left + 0.36)} ${y(0.56)} ${x(left + 0.06)} ${y(1.02)}Z"/>`;
    })
    .join('');
};

const gift: Draw = ([side, ribbon, bow], box) => {
  const { x, unit } = frame(box);
  const size = Math.min(box.width, box.height) * 0.62;
  const left = box.x + box.width * 0.62 - size / 2;
  const top = box.y + box.height * 1.02 - size;
  return [
    `<rect x="${round(left)}" y="${round(top)}" width="${round(size)}" height="${round(size)}" fill="${side}"/>`,
    `<rect x="${round(left + size * 0.41)}" y="${round(top)}" width="${round(size * 0.18)}" height="${round(size)}" fill="${ribbon}"/>`,
    `<path fill="none" stroke="${bow}" stroke-width="${unit(0.045)}" d="M${x(0.62)} ${round(top)}q${unit(-0.24)} ${unit(-0.24)} ${unit(-0.02)} ${unit(-0.2)}t${unit(0.02)} ${unit(0.2)}q${unit(0.24)} ${unit(-0.24)} ${unit(0.02)} ${unit(-0.2)}t${unit(-0.02)} ${unit(0.2)}"/>`,
  ].join('');
};

const boot: Draw = ([leather, cuff, sole], box) => {
  const size = Math.min(box.width, box.height);
  const left = box.x + box.width * 0.62 - size * 0.36;
  const top = box.y + box.height * 0.98 - size * 0.72;
  const x = (share: number) => round(left + share * size);
  const y = (share: number) => round(top + share * size);
  return [
    `<path fill="${leather}" d="M${x(0.08)} ${y(0.1)}H${x(0.42)}L${x(0.45)} ${y(0.36)}Q${x(0.8)} ${y(0.4)} ${x(0.82)} ${y(0.6)}H${x(0.08)}Z"/>`,
    `<rect x="${x(0.05)}" y="${y(0.02)}" width="${round(size * 0.4)}" height="${round(size * 0.1)}" fill="${cuff}"/>`,
    `<path fill="${sole}" d="M${x(0.05)} ${y(0.6)}H${x(0.84)}V${y(0.69)}H${x(0.3)}V${y(0.65)}H${x(0.26)}V${y(0.69)}H${x(0.05)}Z"/>`,
  ].join('');
};

/** SVG of a brand's picture within a box. */
export const MOTIFS: Readonly<Record<Motif, Draw>> = { ridge, sun, wave, wheel, leaf, gift, boot };
