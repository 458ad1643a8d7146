import type { TFunction } from 'i18next';
import i18next from 'i18next';
import { manifests } from '../../remotes';
import { titleKeyOf } from './titleOf';

/** What visitors call a remote that is none of ours: as the navigation or its page does, in the page's language. */
function titleOf(name: string): string {
  const manifest = manifests().find((one) => one.name === name);
  const key = manifest && titleKeyOf(manifest);
  return key && i18next.exists(key) ? i18next.t(key) : name;
}

/** "the settings", in the page's language; `t` of the namespace `shell`. */
export const remoteTitle = (t: TFunction<'shell'>, name: string): string =>
  t(`release.name.${name}`, { defaultValue: titleOf(name) });
