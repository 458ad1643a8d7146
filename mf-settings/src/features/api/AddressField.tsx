import { Button, Chip, TextInput } from '@ezdash/ui';
import type { KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './api.module.css';
import { addressProblem, readAddress } from './tokenForm';

interface AddressFieldProps {
  addresses: readonly string[];
  /** What is typed, not yet a chip. */
  typed: string;
  error: string | undefined;
  onBlur: () => void;
  onChange: (change: { addresses?: readonly string[]; address?: string }) => void;
}

/** Letters, colons and dots that cannot become an address are said at once; the rest when the field is left. */
const HOPELESS = /[^0-9a-f:./\s]/i;

/** A list of addresses and networks: each becomes a chip by Enter, comma or Add. */
export function AddressField({ addresses, typed, error, onBlur, onChange }: AddressFieldProps) {
  const { t } = useTranslation('settings');
  const problem = addressProblem(typed, addresses, t);
  const add = () => {
    if (readAddress(typed) === '' || problem) return onBlur();
    onChange({ addresses: [...addresses, readAddress(typed)], address: '' });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' || event.key === ',') {
      // Enter adds; it makes the token only when nothing waits here.
      if (readAddress(typed) === '' && event.key === 'Enter') return;
      event.preventDefault();
      add();
    } else if (event.key === 'Backspace' && typed === '') onChange({ addresses: addresses.slice(0, -1) });
  };
  return (
    <div className={classes.addresses}>
      <div className={classes.addressRow}>
        <TextInput
          name="address"
          label={t('tokens.addresses')}
          description={t('tokens.addressesHint')}
          placeholder="203.0.113.0/24"
          autoComplete="off"
          spellCheck={false}
          value={typed}
          error={error ?? (HOPELESS.test(typed) ? problem : undefined)}
          onBlur={onBlur}
          onKeyDown={onKeyDown}
          onChange={({ currentTarget }) => onChange({ address: currentTarget.value })}
        />
        <Button variant="default" onClick={add}>
          {t('tokens.addAddress')}
        </Button>
      </div>
      {addresses.length > 0 ? (
        <ul className={classes.chips} aria-label={t('tokens.addresses')}>
          {addresses.map((address) => (
            <li key={address}>
              <Chip
                label={address}
                onRemove={() => onChange({ addresses: addresses.filter((each) => each !== address) })}
              >
                <span className="ez-mono">{address}</span>
              </Chip>
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  );
}
