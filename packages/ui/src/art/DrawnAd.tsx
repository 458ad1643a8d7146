import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { SlotSize } from '../parts/Slot';
import { type ArtBrand, type ArtName, artBrands } from './brands';
import { type Box, Motif } from './Motif';

export interface DrawnAdProps {
  art: ArtName;
  size: SlotSize;
}

interface Layout {
  /** Font sizes of headline and name. */
  type: number;
  name: number;
  gutter: number;
  textY: number;
  nameY: number;
  picture: Box;
  button: Box;
}

/** Where things stand in a flat, a tall and an even format. */
function layoutOf({ width: w, height: h }: SlotSize): Layout {
  const flat = w / h > 2.4;
  const tall = w / h < 0.75;
  const gutter = Math.min(w, h) * (flat ? 0.16 : 0.09);
  const type = flat ? Math.min(h * 0.23, w * 0.046) : tall ? w * 0.104 : h * 0.105;
  const name = type * (flat ? 0.56 : 0.58);
  const textY = flat ? h * 0.53 : gutter + name * 2.1 + type;
  const button = { w: type * 5.4, h: type * 1.75 };
  const top = h * (tall ? 0.44 : 0.4);
  return {
    type,
    name,
    gutter,
    textY,
    nameY: flat ? textY - type * 1.25 + name * 0.1 : gutter + name,
    picture: flat ? { x: w * 0.4, y: 0, w: w * 0.6, h } : { x: 0, y: top, w, h: h - top },
    button: {
      ...button,
      x: flat ? w - gutter - button.w : gutter,
      y: flat ? (h - button.h) / 2 : h - gutter - button.h,
    },
  };
}

/** A drawn advertisement of an invented brand, at the true proportions of a format. Decoration: hidden from assistive technology. */
export default function DrawnAd({ art, size }: DrawnAdProps) {
  const { t } = useTranslation('ui');
  const clip = useId();
  const brand: ArtBrand = artBrands[art];
  const at = layoutOf(size);
  const { button } = at;
  const headline = { x: at.gutter, fontSize: at.type, fontWeight: 650, letterSpacing: -at.type * 0.02 };
  return (
    <svg className="ez-drawn" viewBox={`0 0 ${size.width} ${size.height}`} aria-hidden="true" direction="ltr">
      <clipPath id={clip}>
        <rect width={size.width} height={size.height} />
      </clipPath>
      <g clipPath={`url(#${clip})`}>
        <rect width={size.width} height={size.height} fill={brand.paper} />
        <Motif brand={brand} box={at.picture} />
        <g fill={brand.ink}>
          <text x={at.gutter} y={at.nameY} fontSize={at.name} fontWeight="600" opacity="0.85">
            {brand.name}
          </text>
          <text {...headline} y={at.textY}>
            {t(`art.${art}.first`)}
          </text>
          <text {...headline} y={at.textY + at.type * 1.12}>
            {t(`art.${art}.second`)}
          </text>
        </g>
        <rect x={button.x} y={button.y} width={button.w} height={button.h} rx={2} fill={brand.ink} />
        <text
          x={button.x + button.w / 2}
          y={button.y + button.h * 0.63}
          textAnchor="middle"
          fontSize={at.type * 0.68}
          fontWeight="600"
          fill={brand.paper}
        >
          {t(`art.${art}.call`)}
        </text>
      </g>
    </svg>
  );
}
