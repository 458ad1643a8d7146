import { type FieldProps, TextInput } from '@ezdash/ui';
import { useTranslation } from 'react-i18next';

const LENGTH = 60;
/** As the contracts have it. */
const REMOTE = /^mf-[a-z]+$/;

/** What is no name of a remote is another address of releases: `tokens`. */
export const isRemoteName = (name: string): boolean => REMOTE.test(name);

/** What is wrong with the name of a remote; nothing when it is one. */
export function useRemoteProblem(): (name: string) => string | undefined {
  const { t } = useTranslation('debug');
  return (name) => (isRemoteName(name.trim()) ? undefined : t('releases.token.remoteWrong'));
}

/** The name of a remote, which need not be published yet. */
export function RemoteField(field: FieldProps<string>) {
  const { t } = useTranslation('debug');
  return (
    <TextInput
      {...field}
      label={t('releases.remote')}
      description={t('releases.token.remoteHint')}
      classNames={{ input: 'ez-mono' }}
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      maxLength={LENGTH}
      dir="ltr"
    />
  );
}
