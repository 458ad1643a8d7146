import type { LinkComponent } from '@ezdash/ui';
import { Link } from 'react-router-dom';

/** Addresses of this app go through the router; all others, and files to save, are the browser's. */
export const RouterLink: LinkComponent = ({ href, ...props }) =>
  href.startsWith('/') && !href.startsWith('//') && props.download === undefined ? (
    <Link to={href} {...props} />
  ) : (
    <a href={href} {...props} />
  );
