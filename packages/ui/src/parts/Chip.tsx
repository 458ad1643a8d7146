import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { IconX } from '../icons';

interface ChipProps {
  /** "Pricing: CPM, CPC". */
  children: ReactNode;
  /** The same as text, for the remove button's name. */
  label: string;
  onRemove?: () => void;
}

/** A filter in force, with the way to drop it. */
export function Chip({ children, label, onRemove }: ChipProps) {
  const { t } = useTranslation('ui');
  return (
    <span className="ez-chip" data-removable={onRemove ? true : undefined}>
      {children}
      {onRemove ? (
        <button type="button" aria-label={t('filter.remove', { label })} onClick={onRemove}>
          <IconX size={13} aria-hidden />
        </button>
      ) : null}
    </span>
  );
}
