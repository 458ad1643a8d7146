import {
  gateVerdict,
  overrideLink,
  type ReleaseChange,
  type ReleaseToken,
  releaseChange,
  releaseHistory,
  releaseInfo,
  releaseTokenMade,
  releaseTokens,
  remoteReleases,
  remoteStates,
} from '@ezdash/contracts';
import { UsageError } from './failures';
import { packRelease } from './packRelease';
import type { ReleaseClient } from './releaseClient';
import {
  type Arguments,
  assertMost,
  momentOf,
  numberOf,
  remoteOf,
  type Switch,
  subjectOf,
  type TextOption,
  versionOf,
} from './values';
import {
  historyTable,
  kB,
  plain,
  releaseTable,
  stateLines,
  TROUBLE,
  table,
  time,
  troubleWord,
  verdictLines,
} from './words';

/** What a command found or did: `answer` is the API's own, for machines; `lines` are for people. */
export interface Outcome {
  answer: unknown;
  lines: string[];
  /** It was understood and refused: exit code 1. */
  refused?: boolean;
}

export interface Command {
  /** Words behind the name: `REMOTE VERSION`. */
  usage: string;
  /** How many of them there are at most: one more may be half of another command. */
  most: number;
  help: string;
  options: (TextOption | Switch)[];
  run: (client: ReleaseClient, args: Arguments) => Promise<Outcome>;
}

/** A trial in a browser, others before it, and a slow line. */
export const GATE_TIMEOUT_MS = 120_000;
/** 30 MB over a slow line. */
export const PUBLISH_TIMEOUT_MS = 180_000;

const changed = (answer: ReleaseChange): Outcome => ({
  answer,
  lines: [...(answer.verdict ? verdictLines(answer.verdict) : []), ...stateLines(answer.state)],
});

/** A change: the answer is how things stand then. `gated` ones wait for a trial in a browser. */
async function change(
  client: ReleaseClient,
  path: string,
  body: object,
  { gated = false, repeatable = true } = {},
): Promise<Outcome> {
  const timeoutMs = gated ? GATE_TIMEOUT_MS : undefined;
  return changed(await client.call(path, releaseChange, { method: 'POST', body, timeoutMs, repeatable }));
}

const tokenTable = (tokens: ReleaseToken[]): string[] =>
  table(
    ['id', 'opens', 'label', 'until', 'last used', 'revoked'],
    tokens.map((one) => [
      String(one.id),
      one.remote ?? 'everything',
      one.label,
      time(one.expires_at),
      one.last_used_at ? time(one.last_used_at) : 'never',
      one.revoked_at ? time(one.revoked_at) : '',
    ]),
  );

/** A secret is told once, in a line of its own. */
export const tokenMadeLines = (secret: string, { remote, label, expires_at }: ReleaseToken): string[] => [
  `Token "${plain(label)}" for ${remote ?? 'every remote'}, until ${time(expires_at)}. It is shown this once:`,
  secret,
];

/** What `tokens create` is asked for. @throws UsageError without a label, or when it does not say what it is to open */
export function tokenInput({ texts, switches }: Arguments) {
  const { remote, label, days } = texts;
  if (!label) throw new UsageError('Say whose it is: --label "Weather team".');
  if ((remote === undefined) === !switches.has('ops'))
    throw new UsageError('Say what it opens: --remote mf-NAME, or --ops for every remote.');
  return {
    remote: remote === undefined ? null : remoteOf(remote),
    label,
    ...(days !== undefined && { days: numberOf(days, '--days') }),
  };
}

async function tokens(client: ReleaseClient, args: Arguments): Promise<Outcome> {
  const [action = 'list', id] = args.words;
  if (action !== 'revoke') assertMost(args.words, 1);
  if (action === 'list') {
    const answer = await client.call('/tokens', releaseTokens);
    return { answer, lines: tokenTable(answer.tokens) };
  }
  if (action === 'create') {
    const answer = await client.call('/tokens', releaseTokenMade, { method: 'POST', body: tokenInput(args) });
    return { answer, lines: tokenMadeLines(answer.secret, answer.token) };
  }
  if (action !== 'revoke') throw new UsageError(`tokens ${action} is no command.`);
  const path = `/tokens/${numberOf(id, 'The id of the token')}/revoke`;
  const answer = await client.call(path, releaseTokens, { method: 'POST', body: {}, repeatable: false });
  return { answer, lines: tokenTable(answer.tokens) };
}

async function plans(client: ReleaseClient, { words, texts }: Arguments): Promise<Outcome> {
  const [first, second, third] = words;
  if (first !== 'cancel') assertMost(words, 1);
  if (first === 'cancel') {
    const id = numberOf(third, 'The number of the plan');
    const path = `/${remoteOf(second)}/plans/${id}/cancel`;
    return change(client, path, { why: texts.why }, { repeatable: false });
  }
  const { state } = await client.call(`/${remoteOf(first)}`, remoteReleases);
  const rows = state.planned.map((one) => [String(one.id), one.version, time(one.at), one.by, one.why]);
  const lines =
    rows.length > 0 ? table(['plan', 'version', 'at', 'by', 'why'], rows) : ['Nothing is planned'];
  return { answer: { planned: state.planned }, lines };
}

async function publish(client: ReleaseClient, { words, texts }: Arguments): Promise<Outcome> {
  const [folder] = words;
  if (!folder) throw new UsageError('Say which folder: publish mf-weather/dist.');
  const { release, archive } = packRelease(folder);
  const answer = await client.call(`/${release.name}`, releaseInfo, {
    method: 'POST',
    archive,
    query: { commit: texts.commit },
    timeoutMs: PUBLISH_TIMEOUT_MS,
    repeatable: true,
  });
  return {
    answer,
    lines: [`${answer.remote} ${answer.version} is published, ${kB(answer.brotli_byte_count)} by brotli`],
  };
}

async function rollback(client: ReleaseClient, { words, texts }: Arguments): Promise<Outcome> {
  const [remote, goal] = words;
  if (goal !== undefined) throw new UsageError(`A release to go back to is said with --to: --to ${goal}`);
  return change(
    client,
    `/${remoteOf(remote)}/rollback`,
    { ...(texts.to && { to: versionOf(texts.to, '--to') }), why: texts.why },
    // Without a goal the second time would lead further back.
    { repeatable: texts.to !== undefined },
  );
}

async function list(client: ReleaseClient): Promise<Outcome> {
  const answer = await client.call('', remoteStates);
  const rows = answer.remotes.map(({ remote, team, active, canary, previous, pins, planned, trouble }) => [
    remote,
    team ?? '',
    active?.version ?? '',
    active ? time(active.since) : '',
    canary ? `${canary.version} (${canary.percent} %)` : '',
    previous ?? '',
    String(pins.length),
    String(planned.length),
    troubleWord(trouble),
  ]);
  const headings = ['remote', 'team', 'active', 'since', 'canary', 'previous', 'pins', 'planned', TROUBLE];
  return { answer, lines: table(headings, rows) };
}

async function activate(client: ReleaseClient, { words, texts }: Arguments): Promise<Outcome> {
  const { why, at } = texts;
  const path = `/${remoteOf(words[0])}/activate`;
  const body = { version: versionOf(words[1]), why, ...(at && { at: momentOf(at) }) };
  // A plan twice would be two plans.
  return change(client, path, body, { gated: true, repeatable: !at });
}

const showOne = async (client: ReleaseClient, { words, texts }: Arguments): Promise<Outcome> => {
  const answer = await client.call(`/${remoteOf(words[0])}`, remoteReleases, {
    query: { before: texts.before },
  });
  const more = answer.next ? [`Older ones: --before ${answer.next}`] : [];
  return { answer, lines: [...stateLines(answer.state), '', ...releaseTable(answer.releases), ...more] };
};

/** Every call on releases, by the word that asks for it. */
export const COMMANDS: Readonly<Record<string, Command>> = {
  list: { usage: '', most: 0, help: 'what visitors get of every remote', options: [], run: list },
  show: {
    usage: 'REMOTE',
    most: 1,
    help: 'what visitors get of one, and its releases, newest first',
    options: ['before'],
    run: showOne,
  },
  publish: {
    usage: 'DIR',
    most: 1,
    help: 'sends a build (the folder with release.json); nobody gets it yet',
    options: ['commit'],
    run: publish,
  },
  check: {
    usage: 'REMOTE VERSION',
    most: 2,
    help: 'asks the gate, and changes nothing',
    options: [],
    async run(client, { words }) {
      const path = `/${remoteOf(words[0])}/check`;
      const body = { version: versionOf(words[1]) };
      const answer = await client.call(path, gateVerdict, {
        method: 'POST',
        body,
        timeoutMs: GATE_TIMEOUT_MS,
        repeatable: true,
      });
      return { answer, lines: verdictLines(answer), refused: !answer.passed };
    },
  },
  activate: {
    usage: 'REMOTE VERSION',
    most: 2,
    help: 'through the gate, then for everybody, now or at a time',
    options: ['at', 'why'],
    run: activate,
  },
  canary: {
    usage: 'REMOTE VERSION PERCENT',
    most: 3,
    help: 'through the gate, then for a share of the visitors, 0.1 to 99.9; again: another share',
    options: ['why'],
    run: (client, { words, texts }) =>
      change(
        client,
        `/${remoteOf(words[0])}/canary`,
        { version: versionOf(words[1]), percent: numberOf(words[2], 'The share'), why: texts.why },
        { gated: true },
      ),
  },
  stop: {
    usage: 'REMOTE',
    most: 1,
    help: 'ends the canary: everybody gets the active release',
    options: ['why'],
    run: (client, { words, texts }) =>
      change(
        client,
        `/${remoteOf(words[0])}/canary/stop`,
        { why: texts.why },
        // Another one may have begun meanwhile.
        { repeatable: false },
      ),
  },
  pin: {
    usage: 'REMOTE VERSION',
    most: 2,
    help: 'through the gate, then for one account or one session',
    options: ['user', 'session', 'until', 'why'],
    run: (client, { words, texts }) =>
      change(
        client,
        `/${remoteOf(words[0])}/pin`,
        {
          version: versionOf(words[1]),
          subject: subjectOf(texts),
          until: texts.until ? momentOf(texts.until) : null,
          why: texts.why,
        },
        { gated: true },
      ),
  },
  unpin: {
    usage: 'REMOTE',
    most: 1,
    help: 'the account or session gets what everybody gets',
    options: ['user', 'session', 'why'],
    run: (client, { words, texts }) =>
      change(
        client,
        `/${remoteOf(words[0])}/unpin`,
        { subject: subjectOf(texts), why: texts.why },
        { repeatable: false },
      ),
  },
  rollback: {
    usage: 'REMOTE',
    most: 2,
    help: 'back to the release before, or to one that visitors had; no gate',
    options: ['to', 'why'],
    run: rollback,
  },
  history: {
    usage: 'REMOTE',
    most: 1,
    help: 'who did what, when and why, newest first',
    options: ['before'],
    async run(client, { words, texts }) {
      const before = texts.before === undefined ? undefined : numberOf(texts.before, '--before');
      const answer = await client.call(`/${remoteOf(words[0])}/history`, releaseHistory, {
        query: { before },
      });
      const more = answer.next ? [`Earlier: --before ${answer.next}`] : [];
      return { answer, lines: [...historyTable(answer.events), ...more] };
    },
  },
  plans: {
    usage: 'REMOTE | plans cancel REMOTE PLAN',
    most: 3,
    help: 'activations to come; cancels one',
    options: ['why'],
    run: plans,
  },
  link: {
    usage: 'REMOTE VERSION',
    most: 2,
    help: 'through the gate, then an address that asks whether a browser is to use the release',
    options: ['minutes'],
    async run(client, { words, texts }) {
      const path = `/${remoteOf(words[0])}/override-links`;
      const minutes = texts.minutes === undefined ? undefined : numberOf(texts.minutes, '--minutes');
      const body = { version: versionOf(words[1]), minutes };
      const answer = await client.call(path, overrideLink, {
        method: 'POST',
        body,
        timeoutMs: GATE_TIMEOUT_MS,
      });
      const whom = 'It opens for admins and people on the team of the remote, and asks first.';
      return { answer, lines: [answer.url, `Good until ${time(answer.ends_at)}. ${whom}`] };
    },
  },
  tokens: {
    usage: 'list | create --remote mf-NAME|--ops --label TEXT | revoke ID',
    most: 2,
    help: 'who may publish and handle releases; a secret is shown once',
    options: ['remote', 'ops', 'label', 'days'],
    run: tokens,
  },
};
