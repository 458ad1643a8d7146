import type { ConversationState } from '@ezdash/contracts';
import { Status } from '@ezdash/ui';
import { useTranslation } from 'react-i18next';
import type { Side } from './threadRows';

interface ConversationStatusProps {
  state: ConversationState;
  /** Who reads: to the customer, "waiting" says for whom. */
  side: Side;
  plain?: boolean;
}

/** The state of a conversation in words of its reader. */
export function ConversationStatus({ state, side, plain }: ConversationStatusProps) {
  const { t } = useTranslation('ui');
  const isTheirs = state === 'waiting' && side === 'customer';
  return <Status state={state} plain={plain} label={isTheirs ? t('conversation.waitsForYou') : undefined} />;
}
