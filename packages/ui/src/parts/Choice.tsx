import type { ReactNode } from 'react';

interface ChoiceProps {
  /** Radio by default: one of several; `checkbox` for any number. */
  type?: 'radio' | 'checkbox';
  name: string;
  value: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
  label: ReactNode;
  hint?: ReactNode;
  /** A picture, a slot or an icon above or before the label. */
  art?: ReactNode;
}

/** A large card to choose from: a role, a size, a theme. A true radio or checkbox underneath. */
export function Choice({ type = 'radio', name, value, checked, onChange, label, hint, art }: ChoiceProps) {
  return (
    <label className="ez-choice" data-checked={checked || undefined}>
      <input
        type={type}
        name={name}
        value={value}
        checked={checked}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
      {art}
      <span>
        <b>{label}</b>
        {hint ? <small>{hint}</small> : null}
      </span>
    </label>
  );
}
