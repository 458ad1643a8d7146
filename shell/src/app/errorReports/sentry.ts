import { REPORT_RATES } from '@ezdash/contracts';
import {
  type BrowserOptions,
  browserTracingIntegration,
  captureException,
  close,
  getDefaultIntegrations,
  init,
  makeFetchTransport,
  makeMultiplexedTransport,
  moduleMetadataIntegration,
  setUser,
} from '@sentry/react';
import { prepareEvent, withoutSecretsInBreadcrumb, withoutSecretsInSpan } from './clean';
import { withCleanRecordings } from './cleanRecording';
import { patientFetch } from './patientFetch';
import { startReplayWhereAllowed } from './replay';
import type { ErrorSender, SenderParts } from './types';

declare const __VERSION__: string | undefined;
const RELEASE = `shell@${typeof __VERSION__ === 'string' ? __VERSION__ : 'unbuilt'}`;

/** Nothing that a person typed, that a server answered, or that says who somebody is. */
const NOTHING_PERSONAL: BrowserOptions['dataCollection'] = {
  userInfo: false,
  cookies: false,
  httpHeaders: false,
  httpBodies: [],
  urlQueryParams: false,
};

/** What people see in the console may be of others; its lines are not passed on. */
const LEFT_OUT = new Set(['Console']);

function optionsOf(parts: SenderParts): BrowserOptions {
  const { reporting, routeOf } = parts;
  const { dsn, remotes, environment } = reporting;
  return {
    dsn,
    environment,
    release: RELEASE,
    dataCollection: NOTHING_PERSONAL,
    tracesSampleRate: REPORT_RATES.traces,
    replaysSessionSampleRate: REPORT_RATES.replaySessions,
    replaysOnErrorSampleRate: REPORT_RATES.replayOnError,
    // The message is what tells noise from errors: it stays as it was thrown.
    enhanceFetchErrorMessages: false,
    integrations: [
      ...getDefaultIntegrations({}).filter(({ name }) => !LEFT_OUT.has(name)),
      moduleMetadataIntegration(),
      browserTracingIntegration(),
    ],
    defaultIntegrations: false,
    routeProvider: {
      resolveRoute: ({ pathname }) => routeOf(pathname),
      resolveCurrentRoute: () => routeOf(window.location.pathname),
    },
    transport: withCleanRecordings(
      makeMultiplexedTransport(
        (options: Parameters<typeof makeFetchTransport>[0]) => makeFetchTransport(options, patientFetch),
        ({ getEvent }) => {
          const own = remotes[String(getEvent()?.tags?.remote)];
          return own === undefined ? [] : [own];
        },
      ),
    ),
    beforeSend: (event, hint) => prepareEvent(event, hint.originalException, parts),
    beforeSendSpan: withoutSecretsInSpan,
    beforeBreadcrumb: withoutSecretsInBreadcrumb,
  };
}

/** Opens the one SDK of the page, of the shell; remotes import nothing of it. */
export function openSentry(parts: SenderParts): ErrorSender {
  const client = init(optionsOf(parts));
  client?.on('beforeSendEvent', ({ event_id: id }) => {
    if (id !== undefined) parts.onSent(id);
  });
  if (client) startReplayWhereAllowed(client);
  return {
    send: ({ id, error, origin, atMs }) => {
      const { remote, version, tags, componentStack, unhandled = false } = origin;
      captureException(error, {
        event_id: id,
        mechanism: { type: unhandled ? 'onerror' : 'generic', handled: !unhandled },
        captureContext: (scope) => {
          scope.setTags({ ...tags, ...(remote !== undefined && { remote, version }) });
          if (componentStack) scope.setContext('react', { componentStack });
          scope.addEventProcessor((event) => ({ ...event, timestamp: atMs / 1000 }));
          return scope;
        },
      });
    },
    close: async () => {
      await close();
    },
    setUser: (id) => setUser(id === null ? null : { id }),
  };
}
