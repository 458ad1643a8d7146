import { Button, IconSearch, TextInput } from '@ezdash/ui';
import { Select } from '@ezdash/ui/data';
import type { CSSProperties } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './filterBar.module.css';

/** One choice of a filter bar; nothing chosen means any. */
export interface FilterChoice {
  /** Name of the filter, unique in its bar. */
  name: string;
  label: string;
  /** Shown while nothing is chosen: "Any state". */
  any: string;
  options: { value: string; label: string }[];
  value: string | undefined;
}

interface FilterBarProps {
  search: { label: string; hint: string; maxLength: number; text: string; onType: (text: string) => void };
  choices: FilterChoice[];
  onChoose: (patch: Record<string, string | null>) => void;
  isFiltered: boolean;
  onClear: () => void;
}

/** Words and choices that narrow a list, and the way back to all of it. */
export function FilterBar({ search, choices, onChoose, isFiltered, onClear }: FilterBarProps) {
  const { t } = useTranslation('debug');
  const count: CSSProperties & { '--choices': number } = { '--choices': choices.length };
  return (
    <div className={styles.filters} style={count}>
      <TextInput
        type="search"
        className={styles.search}
        aria-label={search.label}
        placeholder={search.hint}
        leftSection={<IconSearch size={16} stroke={1.7} aria-hidden />}
        maxLength={search.maxLength}
        value={search.text}
        onChange={(event) => search.onType(event.currentTarget.value)}
      />
      {choices.map(({ name, label, any, options, value }) => (
        <Select
          key={name}
          aria-label={label}
          placeholder={any}
          data={options}
          value={value ?? null}
          clearable
          onChange={(chosen) => onChoose({ [name]: chosen })}
        />
      ))}
      {isFiltered ? (
        <Button variant="subtle" onClick={onClear}>
          {t('money.clearFilters')}
        </Button>
      ) : null}
    </div>
  );
}
