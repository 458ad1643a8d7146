import { page } from '@ezdash/store';
import { LOGIN_PATH } from '../router/guard';

/** A view is over. The areas of a role are not everybody's: from there the way leads to one's own first page. */
export function leaveView(): void {
  if (/^\/(?:advertiser|publisher)(?:\/|$)/.test(window.location.pathname)) page.go(LOGIN_PATH);
  else page.reload();
}
