import { Avatar, Menu, UnstyledButton } from '@mantine/core';
import type { ReactNode } from 'react';
import { IconChevronDown } from '../icons';

interface AccountCardProps {
  /** The company or site. */
  name: string;
  /** The person and the account's type: "Ines Vidal · Premium". */
  detail?: string;
  /** Whose initials stand in the square; the name when left out. */
  initialsOf?: string;
  /** `Menu.Item`s. */
  children: ReactNode;
}

/** Who is signed in, at the foot of the sidebar, with the menu of the account. */
export function AccountCard({ name, detail, initialsOf, children }: AccountCardProps) {
  return (
    // Inside the navigation, not at the end of the page: it belongs to a landmark, and every child of it is an item.
    // Fixed, because the navigation scrolls and would cut it off.
    <Menu
      position="top-start"
      width={224}
      withinPortal={false}
      floatingStrategy="fixed"
      withInitialFocusPlaceholder={false}
    >
      <Menu.Target>
        <UnstyledButton className="ez-account">
          <Avatar size={28} radius="sm" name={initialsOf ?? name} color="pine" variant="light" aria-hidden />
          <span>
            <b>{name}</b>
            {detail ? <small>{detail}</small> : null}
          </span>
          <IconChevronDown size={14} aria-hidden />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>{children}</Menu.Dropdown>
    </Menu>
  );
}
