import type { MantineColorScheme, MantineColorSchemeManager } from '@mantine/core';
import { getAppearance, setAppearance, subscribeToAppearance } from './appearance';

function current(): MantineColorScheme {
  const theme = getAppearance();
  return theme === 'system' ? 'auto' : theme;
}

/** Makes Mantine read and write our one `appearance`, never a key of its own. */
export function createColorSchemeManager(): MantineColorSchemeManager {
  let stop: (() => void) | undefined;
  return {
    get: () => current(),
    set(value) {
      // Mantine echoes what it was just told: without this guard the two would call each other forever.
      if (value !== current()) setAppearance(value === 'auto' ? 'system' : value);
    },
    subscribe(onUpdate) {
      stop = subscribeToAppearance(() => onUpdate(current()));
    },
    unsubscribe: () => stop?.(),
    clear: () => setAppearance('system'),
  };
}
