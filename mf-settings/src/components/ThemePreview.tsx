import type { Theme } from '@ezdash/contracts';
import classes from './settings.module.css';

/** A true piece of the scheme: the tokens are those of the theme shown, whatever the page wears. */
function Piece({ scheme }: { scheme: 'light' | 'dark' }) {
  return (
    <span className={classes.preview} data-mantine-color-scheme={scheme} data-scheme={scheme}>
      <span>
        <i />
        <i data-short />
      </span>
      <span>
        <i data-accent />
        <i />
        <i data-short />
      </span>
    </span>
  );
}

export function ThemePreview({ theme }: { theme: Theme }) {
  if (theme !== 'system') return <Piece scheme={theme} />;
  return (
    <span className={classes.halves}>
      <Piece scheme="light" />
      <Piece scheme="dark" />
    </span>
  );
}
