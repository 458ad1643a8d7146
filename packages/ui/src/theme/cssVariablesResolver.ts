import type { CSSVariablesResolver } from '@mantine/core';

/** Points Mantine's own variables at the tokens; the tokens know the scheme, so both schemes get the same. */
export const cssVariablesResolver: CSSVariablesResolver = () => {
  const both = {
    '--mantine-color-body': 'var(--ez-canvas)',
    '--mantine-color-text': 'var(--ez-ink)',
    '--mantine-color-dimmed': 'var(--ez-ink-3)',
    '--mantine-color-placeholder': 'var(--ez-ink-3)',
    '--mantine-color-anchor': 'var(--ez-accent-ink)',
    '--mantine-color-error': 'var(--ez-bad-ink)',
    '--mantine-color-default': 'var(--ez-surface)',
    '--mantine-color-default-hover': 'var(--ez-hover)',
    '--mantine-color-default-color': 'var(--ez-ink)',
    '--mantine-color-default-border': 'var(--ez-line-strong)',
    '--mantine-color-disabled': 'var(--ez-sunken)',
    '--mantine-color-disabled-color': 'var(--ez-ink-disabled)',
    '--mantine-color-disabled-border': 'var(--ez-line)',
    '--mantine-primary-color-filled': 'var(--ez-accent)',
    '--mantine-primary-color-filled-hover': 'var(--ez-accent-hover)',
    '--mantine-primary-color-contrast': 'var(--ez-on-accent)',
    '--mantine-primary-color-light': 'var(--ez-accent-soft)',
    '--mantine-primary-color-light-color': 'var(--ez-accent-ink)',
    '--mantine-shadow-md': 'var(--ez-shadow-pop)',
    '--mantine-shadow-xl': 'var(--ez-shadow-modal)',
  };
  return { variables: {}, light: both, dark: both };
};
