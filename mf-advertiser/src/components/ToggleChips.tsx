import classes from './ToggleChips.module.css';

interface ToggleChipsProps<Value extends string> {
  chosen: readonly Value[];
  choices: readonly { value: Value; label: string }[];
  onChange: (chosen: Value[]) => void;
  onBlur?: () => void;
}

/** Several of few: each chip is a button that stays pressed. */
export function ToggleChips<Value extends string>({
  chosen,
  choices,
  onChange,
  onBlur,
}: ToggleChipsProps<Value>) {
  const toggle = (value: Value) =>
    onChange(
      choices.map((choice) => choice.value).filter((known) => chosen.includes(known) !== (known === value)),
    );
  return (
    <div className={classes.chips}>
      {choices.map(({ value, label }) => (
        <button
          key={value}
          type="button"
          className={classes.chip}
          aria-pressed={chosen.includes(value)}
          onClick={() => toggle(value)}
          onBlur={onBlur}
        >
          {label}
        </button>
      ))}
    </div>
  );
}
