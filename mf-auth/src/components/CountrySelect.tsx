import { countryList } from '@ezdash/ui';
import type { ChangeEvent } from 'react';
import { useId, useMemo } from 'react';

import classes from './auth.module.css';

interface CountrySelectProps {
  label: string;
  placeholder: string;
  locale: string;
  name: string;
  value: string;
  error?: string;
  onChange: (event: ChangeEvent<HTMLSelectElement>) => void;
  onBlur: () => void;
}

/** The browser's own list: 250 names, type-ahead, the phone's wheel, and no bytes. */
export function CountrySelect({ label, placeholder, locale, error, ...field }: CountrySelectProps) {
  const id = useId();
  // Made once: a form draws itself again with every letter, and 250 names need not be.
  const countries = useMemo(
    () =>
      countryList(locale).map(({ code, name }) => (
        <option key={code} value={code}>
          {name}
        </option>
      )),
    [locale],
  );
  return (
    <div className={classes.field}>
      <label htmlFor={id} className="mantine-InputWrapper-label">
        {label}
      </label>
      <select
        id={id}
        className={classes.select}
        autoComplete="country"
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${id}-error` : undefined}
        data-empty={field.value === '' || undefined}
        {...field}
      >
        <option value="" disabled>
          {placeholder}
        </option>
        {countries}
      </select>
      {error ? (
        <p id={`${id}-error`} className={classes.error}>
          {error}
        </p>
      ) : null}
    </div>
  );
}
