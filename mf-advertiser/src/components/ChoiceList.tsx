import { Choice } from '@ezdash/ui';
import classes from './ChoiceList.module.css';

interface ChoiceListProps<Value extends string> {
  /** Name of the field in the contract, and of the radio group. */
  name: string;
  value: Value;
  choices: readonly { value: Value; label: string; text: string }[];
  onChange: (value: Value) => void;
}

/** A choice among few, each with what it means, side by side where there is room. */
export function ChoiceList<Value extends string>({ name, value, choices, onChange }: ChoiceListProps<Value>) {
  return (
    <div className={classes.list}>
      {choices.map((choice) => (
        <Choice
          key={choice.value}
          name={name}
          value={choice.value}
          checked={choice.value === value}
          label={choice.label}
          hint={choice.text}
          onChange={() => onChange(choice.value)}
        />
      ))}
    </div>
  );
}
