import {
  type ConvertCSSVariablesInput,
  convertCssVariables,
  DEFAULT_THEME,
  defaultCssVariablesResolver,
  mergeMantineTheme,
} from '@mantine/core';
import { cssVariablesResolver } from './cssVariablesResolver';
import { theme } from './theme';

type Variables = Record<string, string>;

function differing(ours: Variables, defaults: Variables): Variables {
  return Object.fromEntries(Object.entries(ours).filter(([name, value]) => defaults[name] !== value));
}

/**
 * Mantine's CSS variables for our theme, without those that keep Mantine's default. It is the text of
 * `styles/mantineVariables.css`: Mantine itself would write it into a style element while the page runs, which a
 * policy of trusted types forbids.
 */
export function mantineVariables(): string {
  const merged = mergeMantineTheme(DEFAULT_THEME, theme);
  const defaults = defaultCssVariablesResolver(DEFAULT_THEME);
  const base = defaultCssVariablesResolver(merged);
  const own = cssVariablesResolver(merged);
  const changed: ConvertCSSVariablesInput = {
    variables: differing({ ...base.variables, ...own.variables }, defaults.variables),
    light: differing({ ...base.light, ...own.light }, defaults.light),
    dark: differing({ ...base.dark, ...own.dark }, defaults.dark),
  };
  return convertCssVariables(changed, ':root');
}
