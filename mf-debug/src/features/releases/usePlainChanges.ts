import type { ReleasePin, ReleasePlan, RemoteState } from '@ezdash/contracts';
import { useFormat } from '@ezdash/ui';
import { useTranslation } from 'react-i18next';
import type { PlainChange } from './PlainDialog';
import {
  useDebugCancelPlanMutation,
  useDebugRollbackReleaseMutation,
  useDebugStopCanaryMutation,
  useDebugUnpinReleaseMutation,
} from './releases.api';

/** What a pin is known by: the account's address, or the session's id. */
export const pinName = ({ subject }: ReleasePin): string =>
  subject.kind === 'user' ? subject.email : subject.session;
/** The same on a server's terms. */
const subjectOf = ({ subject }: ReleasePin) =>
  subject.kind === 'user' ? { user: subject.user_id } : { session: subject.session };

/** What can be asked of a remote's state as a whole, in words. */
export function usePlainChanges({ remote, active, canary }: RemoteState) {
  const { t } = useTranslation('debug');
  const format = useFormat();
  const [rollback] = useDebugRollbackReleaseMutation();
  const [stop] = useDebugStopCanaryMutation();
  const [unpin] = useDebugUnpinReleaseMutation();
  const [cancel] = useDebugCancelPlanMutation();
  const now = active?.version ?? '';
  const words = (key: 'rollback' | 'stop' | 'unpin' | 'cancel', values: Record<string, string>) => ({
    title: t(`releases.${key}.ask`, values),
    verb: t(`releases.${key}.verb`, values),
    notDone: t(`releases.${key}.notDone`, values),
    done: t(`releases.${key}.done`, values),
  });
  return {
    rollback: (version: string): PlainChange => ({
      ...words('rollback', { remote, version }),
      danger: true,
      says: [
        t('releases.rollback.says', { version, active: now }),
        ...(canary ? [t('releases.endsCanary', { canary: canary.version })] : []),
        t('releases.rollback.saysGate', { version }),
      ],
      act: (why) => rollback({ remote, to: version, why }).unwrap(),
    }),
    stop: ({ version }: NonNullable<RemoteState['canary']>): PlainChange => ({
      ...words('stop', { remote, version }),
      danger: true,
      says: [t('releases.stop.says', { active: now, version, context: active ? undefined : 'none' })],
      act: (why) => stop({ remote, why }).unwrap(),
    }),
    unpin: (pin: ReleasePin): PlainChange => ({
      ...words('unpin', { who: pinName(pin), version: pin.version }),
      says: [t('releases.unpin.says', { who: pinName(pin), version: pin.version })],
      act: (why) => unpin({ remote, subject: subjectOf(pin), why }).unwrap(),
    }),
    cancel: ({ id, version, at }: ReleasePlan): PlainChange => ({
      ...words('cancel', { version }),
      says: [t('releases.cancel.says', { version, at: format.dateTime(at), zone: format.timezone })],
      act: (why) => cancel({ remote, plan: id, why }).unwrap(),
    }),
  };
}
