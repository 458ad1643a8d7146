import { Kbd, UnstyledButton } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { useTranslation } from 'react-i18next';
import { IconSearch } from '../icons';

/** On a Mac the key says Command. */
function shortcut(): string {
  return /mac|iphone|ipad/i.test(navigator.platform) ? '⌘ K' : 'Ctrl K';
}

/** Opens the command palette, by click or Ctrl+K. */
export function SearchButton({ onOpen }: { onOpen: () => void }) {
  const { t } = useTranslation('ui');
  // Works in fields too: nothing is typed with Ctrl held.
  useHotkeys([['mod+K', onOpen]], []);
  return (
    <UnstyledButton className="ez-search" onClick={onOpen}>
      <IconSearch size={16} stroke={1.7} aria-hidden />
      <span>{t('palette.open')}</span>
      <Kbd size="xs">{shortcut()}</Kbd>
    </UnstyledButton>
  );
}
