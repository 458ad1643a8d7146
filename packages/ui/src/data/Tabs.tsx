import { Tabs as MantineTabs, TabsList, type TabsListProps, type TabsProps } from '@mantine/core';
import { useEffect, useRef } from 'react';

/** Scrolls a strip sideways, as far as it must to have one of its tabs in sight; the page stays where it is. */
function bringIntoSight(strip: HTMLElement, tab: Element): void {
  const [inside, own] = [strip.getBoundingClientRect(), tab.getBoundingClientRect()];
  if (own.right > inside.right) strip.scrollLeft += own.right - inside.right;
  // The beginning of one that is wider than the strip.
  const { left } = tab.getBoundingClientRect();
  if (left < inside.left) strip.scrollLeft -= inside.left - left;
}

/**
 * The row of tabs. Where they have no room side by side, the chosen one is in sight: at first, when another is chosen, and
 * when the room changes. Who scrolls the row is left alone otherwise.
 */
function List(props: TabsListProps) {
  const strip = useRef<HTMLDivElement>(null);
  const shown = useRef<Element>(null);
  useEffect(() => {
    const tab = strip.current?.querySelector('[role=tab][aria-selected=true]') ?? null;
    if (tab && strip.current && tab !== shown.current) bringIntoSight(strip.current, tab);
    shown.current = tab;
  });
  useEffect(() => {
    const node = strip.current;
    if (!node) return;
    const observer = new ResizeObserver(() => {
      if (shown.current) bringIntoSight(node, shown.current);
    });
    observer.observe(node);
    return () => observer.disconnect();
  }, []);
  return <TabsList ref={strip} {...props} />;
}

/** Tabs as they are, with a row that keeps the chosen one in sight. */
export const Tabs: typeof MantineTabs = Object.assign(
  (props: TabsProps) => <MantineTabs {...props} />,
  MantineTabs,
  { List: Object.assign(List, TabsList) },
);
