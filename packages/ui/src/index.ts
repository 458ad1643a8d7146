/** First tier: what every page may use. Its bytes are paid by the first paint, so a part earns its place here. */

// Mantine: only what the product uses.
export {
  ActionIcon,
  Anchor,
  Avatar,
  Button,
  Checkbox,
  CloseButton,
  Collapse,
  Kbd,
  Loader,
  Menu,
  Modal,
  Popover,
  Radio,
  SegmentedControl,
  Skeleton,
  Textarea,
  TextInput,
  Tooltip,
  UnstyledButton,
  useDirection,
  VisuallyHidden,
} from '@mantine/core';
export { useDebouncedValue, useDisclosure, useHotkeys, useMediaQuery } from '@mantine/hooks';
export type { ArtName } from './art/brands';
export { SlotArt } from './art/SlotArt';
export { creativePicture, creativeShape } from './creative/creativePicture';
export { ConfirmHost } from './feedback/ConfirmHost';
export { type ConfirmOptions, confirm, useConfirm } from './feedback/confirm';
export { Dialog, type DialogProps } from './feedback/Dialog';
export { Drawer, type DrawerProps } from './feedback/Drawer';
export { ToastHost } from './feedback/ToastHost';
export { dismissToasts, type ToastOptions, toast, useToast } from './feedback/toast';
export { type AmountChange as SavedAmount, useConfirmAmounts } from './feedback/useConfirmAmounts';
export * from './format';
export { anyDirection } from './forms/anyDirection';
export { type FieldErrors, fieldErrorsOf } from './forms/fieldErrors';
export { type EditorProps, InlineEdit } from './forms/InlineEdit';
export { InlineMoney } from './forms/InlineMoney';
export { MoneyInput } from './forms/MoneyInput';
export { moneyInputText, parseAmount, parseMoney } from './forms/parseMoney';
export { useAfterPress } from './forms/useAfterPress';
export { type FieldProps, type Form, type Problems, useForm } from './forms/useForm';
export { AccountCard } from './frame/AccountCard';
export { AppFrame, type AppFrameProps } from './frame/AppFrame';
export { AuthFrame } from './frame/AuthFrame';
export { Bell, type BellProps } from './frame/Bell';
export { Brand } from './frame/Brand';
export { type Command, type CommandGroup, CommandPalette } from './frame/CommandPalette';
export { LiveLine } from './frame/LiveLine';
export { type NavigationGroup, type NavigationItem, NavigationList } from './frame/Navigation';
export { type NavigationIconName, navigationIcon, navigationIcons } from './frame/navigationIcons';
export { SearchButton } from './frame/SearchButton';
export { SiteFrame, type SiteLink } from './frame/SiteFrame';
export { SkipLink } from './frame/SkipLink';
export { TopFigure } from './frame/TopFigure';
export * from './icons';
export { AppLink, type LinkComponent, LinkContext, type LinkProps } from './parts/AppLink';
export { Board } from './parts/Board';
export { BusyButton } from './parts/BusyButton';
export { CallOut, type CallOutProps } from './parts/CallOut';
export { Chip } from './parts/Chip';
export { Choice } from './parts/Choice';
export { type ChoiceItem, ChoiceItems, ChoiceMenu } from './parts/ChoiceMenu';
export { CodeBlock } from './parts/CodeBlock';
export { CopyValue } from './parts/CopyValue';
export { Delta, type DeltaProps } from './parts/Delta';
export { DimensionLine, sizeText } from './parts/DimensionLine';
export { EmptyState } from './parts/EmptyState';
export { ErrorState } from './parts/ErrorState';
export { Figure } from './parts/Figure';
export { Held } from './parts/Held';
export { type LazyPage, lazyPage } from './parts/lazyPage';
export { Mark } from './parts/Mark';
export { Money } from './parts/Money';
export { type Need, NeedsYou } from './parts/NeedsYou';
export { NoDateRange } from './parts/NoDateRange';
export { Notice } from './parts/Notice';
export { isOffline, Offline } from './parts/Offline';
export { PaceBar } from './parts/PaceBar';
export { PageHeader } from './parts/PageHeader';
export { Panel } from './parts/Panel';
export { PasswordInput } from './parts/PasswordInput';
export { ReportLink, type SupportHref } from './parts/ReportLink';
export { RichText } from './parts/RichText';
export { BlockSkeleton, PageSkeleton, SkeletonBox, StatSkeleton, TableSkeleton } from './parts/Skeletons';
export { Slot, type SlotSize, SlotThumb } from './parts/Slot';
export { Sparkline } from './parts/Sparkline';
export { Stat, StatStrip } from './parts/Stat';
export { Status } from './parts/Status';
export { type State, states, type Tone } from './parts/states';
export { TransferDetails } from './parts/TransferDetails';
export { type Copy, type CopyState, useCopy } from './parts/useCopy';
export { useDelayed } from './parts/useDelayed';
export { AppNameContext, useAppName, usePageTitle } from './parts/usePageTitle';
export {
  type ColorScheme,
  getAppearance,
  getColorScheme,
  setAppearance,
  subscribeToAppearance,
  type Theme,
} from './theme/appearance';
export { APPEARANCE_BOOT_SCRIPT } from './theme/appearanceBootScript';
export { UiProvider, type UiProviderProps } from './theme/UiProvider';
export { type Appearance, useAppearance } from './theme/useAppearance';
