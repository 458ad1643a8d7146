import type { OperatorUserRow, Role } from '@ezdash/contracts';
import { useDebouncedValue } from '@ezdash/ui';
import { Select } from '@ezdash/ui/data';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDebugConsoleFindQuery } from './console.api';

const WAIT_MS = 250;

export type FoundAccount = Pick<OperatorUserRow, 'id' | 'email' | 'name'>;

/** What an account is known by: its name, address and number. */
const labelOf = ({ id, email, name }: FoundAccount) => [name, email, String(id)].filter(Boolean).join(' · ');

interface AccountFinderProps {
  accountRole: Role;
  label: string;
  description?: string;
  name: string;
  value: FoundAccount | null;
  onChange: (account: FoundAccount | null) => void;
  error: string | undefined;
  onBlur?: () => void;
}

/** A field for one account, found by a part of its e-mail address, name or company, or by its number. */
export function AccountFinder({ accountRole, value, onChange, error, ...field }: AccountFinderProps) {
  const { t } = useTranslation('debug');
  const [search, setSearch] = useState('');
  const [wanted] = useDebouncedValue(search.trim(), WAIT_MS);
  const isChosen = value !== null && search === labelOf(value);
  const skip = wanted === '' || isChosen;
  const query = useDebugConsoleFindQuery({ role: accountRole, search: wanted }, { skip });
  const found: readonly FoundAccount[] = skip ? [] : (query.currentData?.users ?? []);
  const offered = value && !found.some(({ id }) => id === value.id) ? [value, ...found] : found;
  const isLooking = search.trim() !== wanted || query.isFetching;
  const nothing = search.trim() === '' ? 'type' : query.error ? 'failed' : isLooking ? 'looking' : 'none';
  return (
    <Select
      {...field}
      error={error}
      searchable
      clearable
      autoComplete="off"
      spellCheck={false}
      data={offered.map((account) => ({ value: String(account.id), label: labelOf(account) }))}
      // The server has looked: names and numbers need not stand in the label.
      filter={({ options }) => options}
      value={value ? String(value.id) : null}
      searchValue={search}
      onSearchChange={setSearch}
      onChange={(id) => onChange(offered.find((account) => String(account.id) === id) ?? null)}
      nothingFoundMessage={t(`finder.${nothing}`)}
    />
  );
}
