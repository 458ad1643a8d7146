import type { AlertWebhookCall } from '@ezdash/contracts';
import type { SecretBox } from '../../../platform/auth';
import type { Clock } from '../../../platform/clock';
import { type CallOptions, type CallOutcome, callAddress } from './callAddress';
import { signatureOf } from './sign';
import type { WebhookRow } from './webhook.repo';

export interface CallerDeps {
  box: SecretBox;
  clock: Clock;
  /** Without a slash at the end. */
  appUrl: string;
  call: CallOptions;
}

export interface WebhookCaller {
  /** Calls an owner's address, signed with its secret. Never throws for what the address does. */
  call(
    webhook: Pick<WebhookRow, 'user_id' | 'url' | 'secret_sealed'>,
    content: AlertWebhookCall,
    signal?: AbortSignal,
  ): Promise<CallOutcome>;
  /** An address of the app. */
  link(href: string | null): string | null;
}

export function createCaller({ box, clock, appUrl, call }: CallerDeps): WebhookCaller {
  return {
    link: (href) => href && `${appUrl}${href}`,
    call: ({ user_id, url, secret_sealed }, content, signal) => {
      const secret = box.open(secret_sealed, `user ${user_id}`);
      const body = JSON.stringify(content);
      const headers = {
        'content-type': 'application/json',
        'user-agent': 'EzDash-Alerts/1',
        'x-ezdash-event': content.event,
        'x-ezdash-event-id': content.id,
        'x-ezdash-signature': signatureOf(secret, body, clock.now()),
      };
      return callAddress(url, { headers, body }, { ...call, ...(signal && { signal }) });
    },
  };
}
