import { type Html, trusted } from '../../../platform/html';
import { MOTIFS } from '../motifs';
import type { ForecastDay, Story } from './stories';

/** The picture of a story as a data address: a motif on its own ground. */
export function drawPicture({ art }: Pick<Story, 'art'>, width: number, height: number): string {
  const box = { x: 0, y: 0, width, height };
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}"><rect width="${width}" height="${height}" fill="${art.paper}"/>${MOTIFS[art.motif](art.tints, box)}</svg>`;
  return `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`;
}

const CLOUD =
  '<path d="M9 24h15a6 6 0 0 0 .6-12A8 8 0 0 0 9.4 14 5 5 0 0 0 9 24Z" fill="#dfe5e6" stroke="#1c2329"/>';
const icon = (content: string) =>
  trusted(
    `<svg viewBox="0 0 34 34" fill="none" stroke-width="1.6" stroke-linecap="round" aria-hidden="true">${content}</svg>`,
  );

/** The four kinds of weather. */
export const FORECAST_ICONS: Readonly<Record<ForecastDay['icon'], Html>> = {
  sun: icon(
    '<circle cx="17" cy="17" r="7" fill="#f2b544" stroke="#1c2329"/><path d="M17 3v3M17 28v3M3 17h3M28 17h3M7 7l2 2M25 25l2 2M27 7l-2 2M9 25l-2 2" stroke="#1c2329"/>',
  ),
  cloud: icon(CLOUD),
  rain: icon(`${CLOUD}<path d="M12 27l-1 4M18 27l-1 4M24 27l-1 4" stroke="#2f6a95"/>`),
  snow: icon(
    `${CLOUD}<path d="M11 29h.1M17 29h.1M23 29h.1M14 32h.1M20 32h.1" stroke="#2f6a95" stroke-width="2.6"/>`,
  ),
};
