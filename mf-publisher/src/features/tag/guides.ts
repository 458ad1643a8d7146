import { type TagZone, tagText } from './tagText';

/** How a page takes the tag; each has a text under `tagGuide`. */
export const GUIDES = ['html', 'react', 'next', 'wordpress', 'spa', 'csp'] as const;
export type Guide = (typeof GUIDES)[number];

export interface GuideCode {
  /** Key of its label under `tagGuide.code`. */
  label: string;
  language: string;
  code: string;
}

const width = (zone: TagZone) => (zone.width > 0 ? `${zone.width}px` : '100%');
const absolute = (tagUrl: string) => new URL(tagUrl, window.location.origin);
const jsxStyle = (zone: TagZone) =>
  `{{ display: 'block', width: ${zone.width > 0 ? zone.width : "'100%'"}, height: ${zone.height} }}`;

/** The tag may have filled a slot before React takes over what the server has drawn: what is in it is not React's. */
const jsxSlot = (zone: TagZone) => `    <ins
      className="ez-ad"
      data-zone="${zone.id}"
      style=${jsxStyle(zone)}
      suppressHydrationWarning
      dangerouslySetInnerHTML={FILLED_BY_TAG}
    />`;
const FILLED_BY_TAG = "const FILLED_BY_TAG = { __html: '' };";

const reactText = (zone: TagZone, url: string) => `import { useEffect } from 'react';

const TAG = '${url}';
${FILLED_BY_TAG}

export function Ad() {
  useEffect(() => {
    if (document.querySelector(\`script[src="\${TAG}"]\`)) return;
    const script = document.createElement('script');
    script.async = true;
    script.src = TAG;
    document.head.append(script);
  }, []);
  return (
${jsxSlot(zone)}
  );
}`;

const nextLayout = (url: string) => `import Script from 'next/script';
import type { ReactNode } from 'react';

export default function RootLayout({ children }: { children: ReactNode }) {
  return (
    <html lang="en">
      <body>
        {children}
        <Script src="${url}" strategy="afterInteractive" />
      </body>
    </html>
  );
}`;

const nextSlot = (zone: TagZone) => `${FILLED_BY_TAG}

export function Ad() {
  return (
${jsxSlot(zone)}
  );
}`;

const wordpressTheme = (url: string) => `add_action('wp_enqueue_scripts', function () {
    wp_enqueue_script('ad-tag', '${url}', [], null, ['strategy' => 'async']);
});`;

const slotAlone = (zone: TagZone) =>
  `<ins class="ez-ad" data-zone="${zone.id}" style="display:block; width:${width(zone)}; height:${zone.height}px"></ins>`;

const policyText = (origin: string) => `Content-Security-Policy:
  script-src 'self' ${origin};
  connect-src 'self' ${origin};
  img-src 'self' ${origin};
  frame-src ${origin}`;

const classText = (zone: TagZone, url: string) => `<link rel="stylesheet" href="/ads.css">
<script async src="${url}"></script>

<ins class="ez-ad ad-place" data-zone="${zone.id}"></ins>`;

const classStyle = (zone: TagZone) => `.ad-place {
  display: block;
  width: ${width(zone)};
  max-width: 100%;
  height: ${zone.height}px;
}`;

/** The code of a guide, in the order in which it is put in. */
export function guideCode(guide: Guide, zone: TagZone, tagUrl: string): GuideCode[] {
  const { href, origin } = absolute(tagUrl);
  switch (guide) {
    case 'react':
      return [{ label: 'component', language: 'TSX', code: reactText(zone, href) }];
    case 'next':
      return [
        { label: 'layout', language: 'TSX', code: nextLayout(href) },
        { label: 'nextSlot', language: 'TSX', code: nextSlot(zone) },
      ];
    case 'wordpress':
      return [
        { label: 'block', language: 'HTML', code: tagText(zone, href) },
        { label: 'theme', language: 'PHP', code: wordpressTheme(href) },
        { label: 'slot', language: 'HTML', code: slotAlone(zone) },
      ];
    case 'spa':
      return [
        { label: 'slot', language: 'HTML', code: tagText(zone, href) },
        { label: 'route', language: 'JavaScript', code: 'window.ezAdTag?.refresh();' },
      ];
    case 'csp':
      return [
        { label: 'policy', language: 'HTTP', code: policyText(origin) },
        { label: 'page', language: 'HTML', code: classText(zone, href) },
        { label: 'sheet', language: 'CSS', code: classStyle(zone) },
      ];
    default:
      return [];
  }
}
