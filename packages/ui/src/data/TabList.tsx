import { Tabs, type TabsListProps } from '@mantine/core';
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
 * The row of tabs in `Tabs`. Where they have no room side by side, the chosen one is in sight: at first, when another is
 * chosen, and when the room changes.
 */
export function TabList({
  now,
  ...props
}: TabsListProps & { /** The value of the chosen one. */ now: string }) {
  const strip = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another tab is another place
  useEffect(() => {
    const node = strip.current;
    if (!node) return;
    const show = () => {
      const tab = node.querySelector('[role=tab][aria-selected=true]');
      if (tab) bringIntoSight(node, tab);
    };
    show();
    const observer = new ResizeObserver(show);
    observer.observe(node);
    return () => observer.disconnect();
  }, [now]);
  return <Tabs.List ref={strip} {...props} />;
}
