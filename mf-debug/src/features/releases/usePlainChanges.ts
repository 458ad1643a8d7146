import type { ReleasePin, ReleasePlan, RemoteState } from '@ezdash/contracts';
import { useFormat } from '@ezdash/ui';
import { useTranslation } from 'react-i18next';
import type { PlainChange } from './PlainDialog';
import {
  useDebugCancelPlanMutation,
  useDebugStopCanaryMutation,
  useDebugUnpinReleaseMutation,
} from './releases.api';

/** Whom a pin is for, on a server's terms. */
const subjectOf = ({ subject }: ReleasePin) =>
  subject.kind === 'user' ? { user: subject.user_id } : { session: subject.session };

/** What can be asked of a remote's state as a whole, in words. */
export function usePlainChanges({ remote, active }: RemoteState) {
  const { t } = useTranslation('debug');
  const format = useFormat();
  const [stop] = useDebugStopCanaryMutation();
  const [unpin] = useDebugUnpinReleaseMutation();
  const [cancel] = useDebugCancelPlanMutation();
  const now = active?.version ?? '';
  const words = (key: 'stop' | 'unpin' | 'cancel', values: Record<string, string>) => ({
    title: t(`releases.${key}.ask`, values),
    verb: t(`releases.${key}.verb`, values),
    notDone: t(`releases.${key}.notDone`, values),
    done: t(`releases.${key}.done`, values),
  });
  return {
    stop: ({ version }: NonNullable<RemoteState['canary']>): PlainChange => ({
      ...words('stop', { remote, version }),
      danger: true,
      says: [t('releases.stop.says', { active: now, version, context: active ? undefined : 'none' })],
      act: (why) => stop({ remote, why }).unwrap(),
    }),
    unpin: (pin: ReleasePin, who: string): PlainChange => ({
      ...words('unpin', { who, version: pin.version }),
      says: [t('releases.unpin.says', { who, version: pin.version })],
      act: (why) => unpin({ remote, subject: subjectOf(pin), why }).unwrap(),
    }),
    cancel: ({ id, version, at }: ReleasePlan): PlainChange => ({
      ...words('cancel', { version }),
      says: [t('releases.cancel.says', { version, at: format.dateTime(at), zone: format.timezone })],
      act: (why) => cancel({ remote, plan: id, why }).unwrap(),
    }),
  };
}
