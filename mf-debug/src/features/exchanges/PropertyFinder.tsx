import type { SeatProperty } from '@ezdash/contracts';
import { useDebouncedValue } from '@ezdash/ui';
import { Select } from '@ezdash/ui/data';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDebugSeatPropertiesQuery } from './exchanges.api';

const WAIT_MS = 250;
const labelOf = ({ id, name, domain }: SeatProperty) => [name, domain, id].join(' · ');

interface PropertyFinderProps {
  label: string;
  description?: string;
  name: string;
  value: SeatProperty | null;
  onChange: (property: SeatProperty | null) => void;
  error: string | undefined;
  onBlur?: () => void;
}

/** A field for one approved property, found by a part of its name or domain, or by its id. */
export function PropertyFinder({ value, onChange, error, ...field }: PropertyFinderProps) {
  const { t } = useTranslation('debug');
  const [search, setSearch] = useState('');
  const [wanted] = useDebouncedValue(search.trim(), WAIT_MS);
  const isChosen = value !== null && search === labelOf(value);
  const query = useDebugSeatPropertiesQuery(wanted, { skip: isChosen });
  const found = isChosen ? [] : (query.currentData?.properties ?? []);
  const offered = value && !found.some(({ id }) => id === value.id) ? [value, ...found] : found;
  const isLooking = search.trim() !== wanted || query.isFetching;
  const nothing = query.error ? 'failed' : isLooking ? 'looking' : 'none';
  return (
    <Select
      {...field}
      error={error}
      searchable
      clearable
      autoComplete="off"
      spellCheck={false}
      data={offered.map((property) => ({ value: property.id, label: labelOf(property) }))}
      // The server has looked already.
      filter={({ options }) => options}
      value={value?.id ?? null}
      searchValue={search}
      onSearchChange={setSearch}
      onChange={(id) => onChange(offered.find((property) => property.id === id) ?? null)}
      nothingFoundMessage={t(`exchanges.finder.${nothing}`)}
    />
  );
}
