import { useMemo } from 'react';
import classes from './factors.module.css';
import { qrPath } from './qrPath';

/** Ink on white whatever the theme: many cameras do not read it the other way round. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { path, width } = useMemo(() => qrPath(text), [text]);
  return (
    <span className={classes.qr} data-mantine-color-scheme="light" data-scheme="light">
      <svg viewBox={`0 0 ${width} ${width}`} role="img" aria-label={label} shapeRendering="crispEdges">
        <path d={path} />
      </svg>
    </span>
  );
}
