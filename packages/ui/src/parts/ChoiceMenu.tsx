import { Button, Menu } from '@mantine/core';
import type { ReactNode } from 'react';
import { IconChevronDown } from '../icons';

export interface ChoiceItem<Value extends string> {
  value: Value;
  label: string;
  /** BCP 47, when the label is not in the page's language. */
  lang?: string;
}

interface ChoiceItemsProps<Value extends string> {
  items: readonly ChoiceItem<Value>[];
  chosen: string;
  onChoose: (value: Value) => void;
}

/** Items of a menu of which one is chosen. */
export function ChoiceItems<Value extends string>({ items, chosen, onChoose }: ChoiceItemsProps<Value>) {
  const choose = (value: string) => {
    const item = items.find((one) => one.value === value);
    if (item) onChoose(item.value);
  };
  return (
    <Menu.RadioGroup value={chosen} onChange={choose}>
      {items.map((item) => (
        <Menu.RadioItem key={item.value} value={item.value} lang={item.lang} closeMenuOnClick>
          {item.label}
        </Menu.RadioItem>
      ))}
    </Menu.RadioGroup>
  );
}

interface ChoiceMenuProps<Value extends string> extends ChoiceItemsProps<Value> {
  /** What is chosen here: "Language". */
  name: string;
  icon?: ReactNode;
  /** Where it opens: above, as at the foot of a page, when left out. */
  position?: 'top-start' | 'bottom-end';
}

/** A quiet button that shows what is chosen and opens the rest. */
export function ChoiceMenu<Value extends string>({
  name,
  icon,
  position = 'top-start',
  ...items
}: ChoiceMenuProps<Value>) {
  const label = items.items.find((item) => item.value === items.chosen)?.label ?? '';
  return (
    // Where its button is, not at the end of the page: it belongs to a landmark, and every child of it is an item.
    <Menu position={position} width={200} withinPortal={false} withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <Button
          variant="subtle"
          leftSection={icon}
          rightSection={<IconChevronDown size={14} aria-hidden />}
          aria-label={`${name}: ${label}`}
        >
          {label}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <ChoiceItems {...items} />
      </Menu.Dropdown>
    </Menu>
  );
}
