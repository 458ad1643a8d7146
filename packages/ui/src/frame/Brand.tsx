import { AppLink } from '../parts/AppLink';
import { Mark } from '../parts/Mark';
import { useAppName } from '../parts/usePageTitle';

interface BrandProps {
  href: string;
  /** Beside the name: the console's "Operator". */
  tag?: string;
  size?: number;
}

/** The mark and the name, leading home. */
export function Brand({ href, tag, size = 22 }: BrandProps) {
  return (
    <AppLink className="ez-brand" href={href}>
      <Mark size={size} /> <span>{useAppName()}</span>
      {tag ? <span className="ez-tag">{tag}</span> : null}
    </AppLink>
  );
}
