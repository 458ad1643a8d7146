import { useDebouncedValue } from '@ezdash/ui';
import { Select } from '@ezdash/ui/data';
import { useState } from 'react';
import styles from './finder.module.css';

const WAIT_MS = 250;

/** What a field for one thing is given by its form. */
export interface FinderField<T> {
  label: string;
  description?: string;
  name: string;
  value: T | null;
  onChange: (value: T | null) => void;
  error: string | undefined;
  onBlur?: () => void;
}

/** What is typed into a finder, and what of it the server should be asked. */
export function useFinder<T>(value: T | null, labelOf: (value: T) => string) {
  const [search, setSearch] = useState('');
  const [wanted] = useDebouncedValue(search.trim(), WAIT_MS);
  return {
    search,
    setSearch,
    /** Of a moment ago: not every letter is asked for. */
    wanted,
    /** The field shows what was chosen, which need not be looked for. */
    isChosen: value !== null && search === labelOf(value),
  };
}

interface FinderProps<T> extends FinderField<T> {
  finder: ReturnType<typeof useFinder<T>>;
  /** What the server found; undefined while it looks. */
  found: readonly T[] | undefined;
  looking: boolean;
  idOf: (value: T) => string;
  labelOf: (value: T) => string;
  /** In place of what was found: nothing was, or why there is nothing. */
  said: (isLooking: boolean) => string;
}

/** A field for one thing that the server finds by what is typed. */
export function Finder<T>(props: FinderProps<T>) {
  const { finder, found = [], looking, idOf, labelOf, said, value, onChange, error, ...field } = props;
  const { search, setSearch, wanted } = finder;
  const offered = value && !found.some((one) => idOf(one) === idOf(value)) ? [value, ...found] : found;
  const options = offered.map((one) => ({ value: idOf(one), label: labelOf(one) }));
  const nothing = { value: '', label: said(looking || search.trim() !== wanted), disabled: true };
  return (
    <Select
      {...field}
      error={error}
      classNames={{ option: styles.option }}
      searchable
      clearable
      autoComplete="off"
      spellCheck={false}
      // A list box without an option is broken for a screen reader: why there is none stands in one's place.
      data={options.length > 0 ? options : [nothing]}
      // The server has looked: what it looks at need not stand in the label.
      filter={({ options: all }) => all}
      value={value && idOf(value)}
      searchValue={search}
      onSearchChange={setSearch}
      onChange={(id) => onChange(offered.find((one) => idOf(one) === id) ?? null)}
    />
  );
}
