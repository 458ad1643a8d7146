import {
  createTheme,
  defaultVariantColorsResolver,
  type MantineThemeOverride,
  type VariantColorsResolver,
} from '@mantine/core';
import { enterInList, enterInListOfSeveral } from '../forms/enterInList';
import { selectOnEntry } from '../forms/selectOnEntry';
import { garnet, night, pine, stone } from './palettes';

/** Filled, subtle and light variants follow the tokens, so that dark mode gets dark ink on mint. */
const variantColorResolver: VariantColorsResolver = (input) => {
  const resolved = defaultVariantColorsResolver(input);
  const danger = input.color === 'red';
  switch (input.variant) {
    case 'filled':
      return danger
        ? {
            ...resolved,
            background: 'var(--ez-bad-fill)',
            hover: 'var(--ez-bad-fill-hover)',
            color: 'var(--ez-on-bad)',
          }
        : {
            ...resolved,
            background: 'var(--ez-accent)',
            hover: 'var(--ez-accent-hover)',
            color: 'var(--ez-on-accent)',
          };
    case 'light':
      return {
        ...resolved,
        background: danger ? 'var(--ez-bad-soft)' : 'var(--ez-accent-soft)',
        hover: danger ? 'var(--ez-bad-soft)' : 'var(--ez-accent-soft)',
        color: danger ? 'var(--ez-bad-ink)' : 'var(--ez-accent-ink)',
      };
    case 'subtle':
    case 'transparent': {
      const ink = danger ? 'var(--ez-bad-ink)' : 'var(--ez-ink-2)';
      return { ...resolved, color: ink, hover: 'var(--ez-hover)', hoverColor: ink };
    }
    default:
      return resolved;
  }
};

const CALM_MS = 140;
const FAST_MS = 90;
const floating = { shadow: 'md', radius: 'md', transitionProps: { duration: FAST_MS } } as const;
const overlayProps = { color: 'var(--ez-scrim)', backgroundOpacity: 1 };

const components: MantineThemeOverride['components'] = {
  Button: {
    defaultProps: { size: 'sm' },
    vars: () => ({
      root: {
        '--button-height': 'var(--ez-ctl)',
        '--button-padding-x': 'var(--ez-ctl-pad)',
        '--button-fz': 'var(--ez-t-small)',
      },
    }),
  },
  ActionIcon: {
    defaultProps: { variant: 'subtle' },
    vars: () => ({ root: { '--ai-size': 'var(--ez-ctl)' } }),
  },
  Input: { vars: () => ({ wrapper: { '--input-height': 'var(--ez-ctl)' } }) },
  TextInput: { defaultProps: { size: 'sm' } },
  PasswordInput: { defaultProps: { size: 'sm' } },
  Textarea: { defaultProps: { size: 'sm' } },
  Select: {
    defaultProps: {
      size: 'sm',
      checkIconPosition: 'right',
      allowDeselect: false,
      ...selectOnEntry,
      ...enterInList,
    },
  },
  MultiSelect: { defaultProps: { size: 'sm', ...enterInListOfSeveral } },
  Autocomplete: { defaultProps: { size: 'sm', ...enterInList } },
  TagsInput: { defaultProps: { size: 'sm', ...enterInListOfSeveral } },
  Checkbox: { defaultProps: { size: 'xs', radius: 'sm' } },
  Radio: { defaultProps: { size: 'xs' } },
  Switch: { defaultProps: { size: 'sm', withThumbIndicator: false } },
  Drawer: { defaultProps: { position: 'right', transitionProps: { duration: CALM_MS } } },
  DrawerOverlay: { defaultProps: overlayProps },
  Modal: { defaultProps: { radius: 'lg', centered: true } },
  ModalRoot: {
    defaultProps: {
      radius: 'lg',
      centered: true,
      transitionProps: { duration: CALM_MS, transition: 'fade' },
    },
  },
  DrawerRoot: { defaultProps: { position: 'right', transitionProps: { duration: CALM_MS } } },
  ModalOverlay: { defaultProps: overlayProps },
  Menu: { defaultProps: floating },
  Popover: { defaultProps: floating },
  Tooltip: { defaultProps: { openDelay: 250, transitionProps: { duration: FAST_MS }, radius: 'sm' } },
  SegmentedControl: { defaultProps: { size: 'xs', radius: 'md', transitionDuration: CALM_MS } },
};

/** Mantine pointed at the tokens. Sizes are names of token steps, never numbers of a page. */
export const theme = createTheme({
  fontFamily: 'var(--ez-font)',
  fontFamilyMonospace: 'var(--ez-mono)',
  headings: { fontFamily: 'var(--ez-font)', fontWeight: '620' },
  colors: { pine, gray: stone, dark: night, red: garnet },
  primaryColor: 'pine',
  primaryShade: { light: 8, dark: 4 },
  black: '#14201b',
  defaultRadius: 'md',
  radius: { xs: '2px', sm: '4px', md: '6px', lg: '10px', xl: '14px' },
  spacing: { xs: '8px', sm: '12px', md: '16px', lg: '24px', xl: '32px' },
  fontSizes: { xs: '0.75rem', sm: '0.8125rem', md: '0.875rem', lg: '1rem', xl: '1.25rem' },
  lineHeights: { xs: '1.35', sm: '1.4', md: '1.43', lg: '1.5', xl: '1.4' },
  respectReducedMotion: true,
  cursorType: 'pointer',
  focusRing: 'auto',
  variantColorResolver,
  components,
});
