import { type AnchorHTMLAttributes, type ComponentType, createContext, type ReactNode, use } from 'react';

export interface LinkProps extends Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'> {
  href: string;
  children?: ReactNode;
}

/** A component that draws a link to a place inside the app; the shell hands in its router's. */
export type LinkComponent = ComponentType<LinkProps>;

function PlainLink({ children, ...props }: LinkProps) {
  return <a {...props}>{children}</a>;
}

export const LinkContext = createContext<LinkComponent>(PlainLink);

/**
 * A link to a page of the app. Looks like nothing by itself; goes through the router when there is one, and is a
 * plain anchor otherwise. For buttons: `<Button component={AppLink} href="…">`.
 */
export function AppLink(props: LinkProps) {
  const Link = use(LinkContext);
  return <Link {...props} />;
}
