import type { ReleaseEvent, ReleaseInfo, RemoteState } from '@ezdash/contracts';

const ADDRESS = /^[^\s@]+@[^\s@]+$/;

/** Who did something, for a team: an admin is "an admin", whose address is not theirs to know. */
const actorForTeam = (by: string): string => (ADDRESS.test(by) ? 'admin' : by);

/** A team knows the accounts that it pinned by their numbers; their addresses are nobody's to look up by those. */
export function stateForTeam<State extends Pick<RemoteState, 'pins' | 'planned'>>(state: State): State {
  const pins = state.pins.map(({ subject, ...pin }) => ({
    ...pin,
    subject: subject.kind === 'user' ? { ...subject, email: '' } : subject,
  }));
  const planned = state.planned.map((plan) => ({ ...plan, by: actorForTeam(plan.by) }));
  return { ...state, pins, planned };
}

/** The same for a release of its remote. */
export const releaseForTeam = (release: ReleaseInfo): ReleaseInfo => ({
  ...release,
  publisher: actorForTeam(release.publisher),
});

/** The same for what happened to its remote. Who took a release for their own browser has a number only. */
export function eventForTeam({ subject_email: email, ...event }: ReleaseEvent): ReleaseEvent {
  const by = event.by === email ? event.subject : null;
  return { ...event, by: by ?? actorForTeam(event.by) };
}
