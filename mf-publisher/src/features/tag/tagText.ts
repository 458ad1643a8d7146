export interface TagZone {
  id: string;
  /** CSS pixels; 0 is as wide as its place. */
  width: number;
  height: number;
}

/** The two lines a publisher puts on a page: the script once, the slot where the ad shall stand. */
export function tagText(zone: TagZone, tagUrl: string): string {
  const width = zone.width > 0 ? `${zone.width}px` : '100%';
  const style = `display:block; width:${width}; height:${zone.height}px`;
  return [
    `<script async src="${tagUrl}"></script>`,
    '',
    `<ins class="ez-ad" data-zone="${zone.id}" style="${style}"></ins>`,
  ].join('\n');
}

/** A frame with the tag in it, for places that take no script. Without rights to anything of the page. */
export function frameText(zone: TagZone, tagUrl: string): string {
  const src = new URL(`/frame/${encodeURIComponent(zone.id)}`, new URL(tagUrl, window.location.origin)).href;
  const width = zone.width > 0 ? `${zone.width}` : '100%';
  return [
    `<iframe src="${src}" width="${width}" height="${zone.height}"`,
    '  title="Advertisement" loading="lazy" scrolling="no" style="border:0"',
    '  sandbox="allow-scripts allow-same-origin allow-popups allow-popups-to-escape-sandbox"></iframe>',
  ].join('\n');
}

/** Where players find a video zone's ad, as VAST. */
export function vastUrl(zoneId: string, tagUrl: string): string {
  return new URL(`/vast/${encodeURIComponent(zoneId)}`, new URL(tagUrl, window.location.origin)).href;
}

/** What stands for a key that is not to be seen any more: a shell's variable. */
export const KEY_VARIABLE = '$SERVER_KEY';

/** The call of a publisher's server that names its visitor, as a shell's command. */
export function serverCall(zoneId: string, tagUrl: string, key: string): string {
  return [
    `curl "${serveUrl(zoneId, tagUrl)}"`,
    `-H "X-Server-Key: ${key}"`,
    '-H "X-Device-IP: 203.0.113.9"',
    '-H "X-Device-User-Agent: Mozilla/5.0 (Linux; Android 15; Pixel 9) …"',
    '-H "X-Device-Accept-Language: de-AT,de;q=0.9"',
  ].join(' \\\n  ');
}

/** Address that answers the zone's ad as JSON. It lies beside the tag script. */
export function serveUrl(zoneId: string, tagUrl: string): string {
  const url = new URL('/serve', new URL(tagUrl, window.location.origin));
  url.searchParams.set('zones', zoneId);
  return url.href;
}
