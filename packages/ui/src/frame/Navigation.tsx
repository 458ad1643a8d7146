import { AppLink } from '../parts/AppLink';
import { navigationIcon } from './navigationIcons';

export interface NavigationItem {
  href: string;
  label: string;
  /** A name of `navigationIcons`. */
  icon: string;
  /** A count at the end: how many campaigns, how many unread. */
  badge?: string;
  /** The page that is open. */
  current?: boolean;
}

export interface NavigationGroup {
  id: string;
  items: readonly NavigationItem[];
}

/** One group of links, icon and word each. */
export function NavigationList({
  items,
  onFollow,
}: {
  items: readonly NavigationItem[];
  onFollow?: () => void;
}) {
  return (
    <ul className="ez-nav">
      {items.map((item) => {
        const Icon = navigationIcon(item.icon);
        return (
          <li key={item.href}>
            <AppLink href={item.href} aria-current={item.current ? 'page' : undefined} onClick={onFollow}>
              <Icon size={17} stroke={1.7} aria-hidden />
              <span>{item.label}</span>
              {item.badge ? <span className="ez-nav-badge">{item.badge}</span> : null}
            </AppLink>
          </li>
        );
      })}
    </ul>
  );
}
