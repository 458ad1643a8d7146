import { AppLink } from '@ezdash/ui';
import { appPath, textParts } from './textParts';

/** A message's text with its web addresses as links: those of this site open in the app, others in a tab of their own. */
export function LinkedText({ text }: { text: string }) {
  let at = 0;
  return textParts(text).map((part) => {
    const key = `${at}`;
    at += part.text.length;
    if (part.href === null) return <span key={key}>{part.text}</span>;
    const path = appPath(part.href, window.location.origin);
    if (path !== null)
      return (
        <AppLink key={key} href={path}>
          {part.text}
        </AppLink>
      );
    return (
      <a key={key} href={part.href} target="_blank" rel="noopener noreferrer nofollow ugc">
        {part.text}
      </a>
    );
  });
}
