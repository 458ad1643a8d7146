interface TagZone {
  id: string;
  width: number;
  height: number;
}

/** The two lines a publisher puts on a page: the script once, the slot where the ad shall stand. */
export function tagText(zone: TagZone, tagUrl: string): string {
  const style = `display:block; width:${zone.width}px; height:${zone.height}px`;
  return [
    `<script async src="${tagUrl}"></script>`,
    '',
    `<ins class="ez-ad" data-zone="${zone.id}" style="${style}"></ins>`,
  ].join('\n');
}

/** Address that answers the zone's ad as JSON. It lies beside the tag script. */
export function serveUrl(zoneId: string, tagUrl: string): string {
  const url = new URL('/serve', new URL(tagUrl, window.location.origin));
  url.searchParams.set('zones', zoneId);
  return url.href;
}
