import { type RefObject, useEffect } from 'react';

/** An HTML5 ad's address with a click to open, of the form of our own; the frame of a preview may open nothing. */
export const withClick = (url: string): string =>
  `${url}?clickTag=${encodeURIComponent(`${window.location.origin}/e/c/preview`)}`;

/** Tells when the ad in the frame within `box` opened its click: on a click, which makes the frame the active element. */
export function useClickSeen(box: RefObject<HTMLElement | null>, onSeen: () => void): void {
  useEffect(() => {
    const hear = ({ source, data }: MessageEvent) => {
      const frame = box.current?.querySelector('iframe');
      if (!frame || source !== frame.contentWindow || document.activeElement !== frame) return;
      if (data?.ezdash === 'click') onSeen();
    };
    window.addEventListener('message', hear);
    return () => window.removeEventListener('message', hear);
  }, [box, onSeen]);
}
