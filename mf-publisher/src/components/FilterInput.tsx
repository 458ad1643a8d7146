import { IconSearch, TextInput } from '@ezdash/ui';
import styles from './components.module.css';

interface FilterInputProps {
  /** What is filtered, and by what; also stands in the empty field. */
  label: string;
  value: string;
  onChange: (text: string) => void;
}

/** The text filter of a table's toolbar. */
export function FilterInput({ label, value, onChange }: FilterInputProps) {
  return (
    <TextInput
      className={styles.filter}
      type="search"
      aria-label={label}
      placeholder={label}
      leftSection={<IconSearch size={16} stroke={1.7} aria-hidden />}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
