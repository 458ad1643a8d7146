import { TRY_RELEASE_PATH } from '@ezdash/contracts/constants';
import { bootstrap, csrfHeaders } from '@ezdash/store';
import { createFormat } from '@ezdash/ui';
import i18next from 'i18next';
import type { OverriddenRemote } from '../../remotes';
import { showOverrideMark } from '../../remotes/overrideMark';

/** As it is before a release runs. */
const ask = window.fetch.bind(window);

async function takeBack(): Promise<void> {
  const answer = await ask('/api/release-overrides', {
    method: 'DELETE',
    credentials: 'same-origin',
    headers: csrfHeaders(),
  });
  if (!answer.ok) throw new Error(`Taking back was answered with ${answer.status}`);
}

/** Marks the page: which releases this browser alone has, until when, and the way back. A release names none of its words. */
export function markOverrides(given: readonly OverriddenRemote[]): void {
  const t = i18next.getFixedT(i18next.language, 'shell');
  const timezone = bootstrap().user?.preferences.timezone ?? 'UTC';
  const { dateTime } = createFormat({ locale: i18next.language, timezone });
  const lines = given.map(({ remote, version, endsAt }) =>
    t('override.mark', {
      version,
      name: t(`release.name.${remote}`, { defaultValue: remote }),
      time: dateTime(endsAt),
    }),
  );
  showOverrideMark({
    words: {
      name: t('override.name'),
      text: lines.join(' · '),
      takeBack: t('override.takeBack'),
      all: t('override.all'),
    },
    page: TRY_RELEASE_PATH,
    nonce: document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.nonce ?? '',
    takeBack,
  });
}
