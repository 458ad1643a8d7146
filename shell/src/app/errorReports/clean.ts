import { isNetworkNoise, withoutSecrets } from '@ezdash/contracts';
import type { Breadcrumb, BrowserOptions, ErrorEvent } from '@sentry/react';
import type { PageFacts } from './types';

type Span = Parameters<NonNullable<BrowserOptions['beforeSendSpan']>>[0];

/** What the build writes into every script of a remote. */
interface ModuleMetadata {
  remote: string;
  version: string;
}

/** The remote whose code stands nearest to where it was thrown; undefined when none is in the stack. */
export function remoteInStack(event: ErrorEvent): ModuleMetadata | undefined {
  const exceptions = event.exception?.values ?? [];
  // What was thrown comes last, behind its causes; the innermost frame is the last of its stack.
  for (const { stacktrace } of [...exceptions].reverse())
    for (const frame of [...(stacktrace?.frames ?? [])].reverse()) {
      const metadata = frame.module_metadata as ModuleMetadata | undefined;
      if (metadata?.remote) return metadata;
    }
  return undefined;
}

/** Whose it is: what was said when it was reported, else what the stack says. */
function originOf(event: ErrorEvent): ModuleMetadata | undefined {
  const { remote, version } = event.tags ?? {};
  return remote ? { remote: String(remote), version: String(version) } : remoteInStack(event);
}

/**
 * The event as it is sent: marked with the remote it belongs to and its team, without anything personal. Null when
 * it is not to be sent.
 */
export function prepareEvent(
  event: ErrorEvent,
  original: unknown,
  { teamOf }: Pick<PageFacts, 'teamOf'>,
): ErrorEvent | null {
  if (isNetworkNoise(event, original)) return null;
  const origin = originOf(event);
  const team = origin && teamOf(origin.remote);
  const { message, logentry, exception, extra, contexts, request, transaction, breadcrumbs } = event;
  const clean = withoutSecrets({
    message,
    logentry,
    exception,
    extra,
    contexts,
    request,
    transaction,
    breadcrumbs,
    tags: { ...event.tags, ...origin, ...(team !== undefined && { team }) },
  });
  const id = event.user?.id;
  return {
    ...event,
    ...clean,
    ...(origin && { release: `${origin.remote}@${origin.version}` }),
    user: id === undefined ? undefined : { id },
  };
}

/** Names of fields and buttons may be names of people: of an element, only where it stands is kept. */
export function withoutSecretsInBreadcrumb(crumb: Breadcrumb): Breadcrumb | null {
  const { message, category = '' } = crumb;
  const place = category.startsWith('ui.') ? message?.replace(/\[[^\]]*\]/g, '') : message;
  return { ...crumb, message: place && withoutSecrets(place), data: withoutSecrets(crumb.data) };
}

export function withoutSecretsInSpan(span: Span): Span {
  return { ...span, name: withoutSecrets(span.name), attributes: withoutSecrets(span.attributes) };
}
