import type { ArtBrand } from './brands';

export interface Box {
  x: number;
  y: number;
  w: number;
  h: number;
}

interface MotifProps {
  brand: ArtBrand;
  box: Box;
}

/** Shares of the box to a path's coordinates. */
function pen({ x, y, w, h }: Box) {
  return (strings: TemplateStringsArray, ...points: [number, number][]) =>
    strings.reduce((path, text, i) => {
      const point = points[i];
      return path + text + (point ? `${(x + point[0] * w).toFixed(1)} ${(y + point[1] * h).toFixed(1)}` : '');
    }, '');
}

function Ridge({ brand, box }: MotifProps) {
  const [near, far, sun] = brand.tints;
  const d = pen(box);
  const size = Math.min(box.w, box.h);
  return (
    <>
      <circle cx={box.x + 0.7 * box.w} cy={box.y + 0.32 * box.h} r={size * 0.15} fill={sun} />
      <path
        fill={far}
        d={d`M${[-0.3, 1.02]}L${[0.12, 0.42]}L${[0.3, 0.64]}L${[0.56, 0.24]}L${[1.02, 0.86]}L${[1.02, 1.02]}Z`}
      />
      <path
        fill={near}
        d={d`M${[-0.3, 1.02]}L${[0.3, 0.6]}L${[0.48, 0.78]}L${[0.82, 0.5]}L${[1.02, 0.72]}L${[1.02, 1.02]}Z`}
      />
    </>
  );
}

function Sun({ brand, box }: MotifProps) {
  const size = Math.min(box.w, box.h);
  return brand.tints.map((fill, i) => (
    <circle
      key={fill}
      cx={box.x + 0.58 * box.w}
      cy={box.y + 0.6 * box.h}
      r={size * (0.46 - i * 0.11)}
      fill={fill}
    />
  ));
}

function Wave({ brand, box }: MotifProps) {
  const d = pen(box);
  return brand.tints.map((fill, i) => (
    <path
      key={fill}
      fill={fill}
      d={d`M${[-0.25, 1.02]}L${[-0.25, 0.52 + i * 0.15]}Q${[0.1, 0.3 + i * 0.16]} ${[0.4, 0.52 + i * 0.14]}T${[1.02, 0.44 + i * 0.16]}L${[1.02, 1.02]}Z`}
    />
  ));
}

function Wheel({ brand, box }: MotifProps) {
  const [tyre, disc, hub] = brand.tints;
  const size = Math.min(box.w, box.h);
  const at = { cx: box.x + 0.62 * box.w, cy: box.y + 0.62 * box.h };
  return (
    <>
      <circle {...at} r={size * 0.42} fill="none" stroke={tyre} strokeWidth={size * 0.08} />
      <circle {...at} r={size * 0.26} fill={disc} />
      <circle {...at} r={size * 0.08} fill={hub} />
    </>
  );
}

function Leaf({ brand, box }: MotifProps) {
  const d = pen(box);
  return brand.tints.map((fill, i) => (
    <path
      key={fill}
      fill={fill}
      d={d`M${[0.3 + i * 0.2, 1.02]}Q${[0.1 + i * 0.2, 0.5]} ${[0.4 + i * 0.2, 0.18 + i * 0.1]}Q${[0.66 + i * 0.2, 0.56]} ${[0.36 + i * 0.2, 1.02]}Z`}
    />
  ));
}

const motifs = { ridge: Ridge, sun: Sun, wave: Wave, wheel: Wheel, leaf: Leaf };

/** The picture of a drawn advertisement, fitted to a box. */
export function Motif(props: MotifProps) {
  const Drawing = motifs[props.brand.motif];
  return <Drawing {...props} />;
}
