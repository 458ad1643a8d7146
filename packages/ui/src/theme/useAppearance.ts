import { useSyncExternalStore } from 'react';
import {
  type ColorScheme,
  getAppearance,
  getColorScheme,
  setAppearance,
  subscribeToAppearance,
  type Theme,
} from './appearance';

export interface Appearance {
  /** What was chosen. */
  appearance: Theme;
  /** What is painted. */
  colorScheme: ColorScheme;
  setAppearance: (theme: Theme) => void;
}

/** The theme of this page; renders again when it changes here, in another tab or by the system. */
export function useAppearance(): Appearance {
  const appearance = useSyncExternalStore(subscribeToAppearance, getAppearance, () => 'system' as const);
  const colorScheme = useSyncExternalStore(
    subscribeToAppearance,
    () => getColorScheme(),
    () => 'light' as const,
  );
  return { appearance, colorScheme, setAppearance };
}
