import type { CampaignEstimate, EstimateRequest } from '@ezdash/contracts';
import {
  BlockSkeleton,
  Button,
  IconChevronDown,
  Panel,
  UnstyledButton,
  useFormat,
  useMediaQuery,
} from '@ezdash/ui';
import { type ReactNode, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFailureText } from '../../components/useFailureText';
import { EstimateFigures } from './EstimateFigures';
import classes from './estimate.module.css';
import { type LiveEstimate, useEstimate } from './useEstimate';

/** Where the panel stands above the form and not beside it, it is a bar that opens. */
const NARROW = '(max-width: 1080px)';
export const useIsNarrow = () => useMediaQuery(NARROW, false, { getInitialValueInEffect: false });

export interface EstimatePanelProps {
  /** Null while the form cannot be asked about. */
  request: EstimateRequest | null;
}

/** The figures, what is on its way to them, or why there are none. */
function Content({ request, live }: { request: EstimateRequest | null; live: LiveEstimate }) {
  const { t } = useTranslation('advertiser');
  const failureText = useFailureText();
  // The figures are of the last question that was answered.
  const shown = useRef(request);
  if (request && !live.isOld) shown.current = request;
  if (request === null) return <p className={classes.empty}>{t('estimate.wrong')}</p>;
  if (live.error)
    return (
      <div role="alert">
        <p className={classes.empty}>
          {t('estimate.failed')} {failureText(live.error)}
        </p>
        <Button variant="default" onClick={live.retry}>
          {t('estimate.retry')}
        </Button>
      </div>
    );
  if (!live.data) return <BlockSkeleton />;
  return (
    <div className={classes.figures} aria-busy={live.isOld} data-old={live.isOld || undefined}>
      <EstimateFigures estimate={live.data} request={shown.current ?? request} />
    </div>
  );
}

/** The bar's own words: the reach, without opening it. */
function useShort() {
  const { t } = useTranslation('advertiser');
  const format = useFormat();
  return (estimate: CampaignEstimate | undefined) => {
    if (!estimate) return '';
    if (!estimate.reach) return t('estimate.shortFew');
    return t('estimate.short', { amount: format.compact(estimate.reach.per_day) });
  };
}

interface EstimateCardProps extends EstimatePanelProps {
  live: LiveEstimate;
  /** What belongs to the figures, beneath them. */
  children?: ReactNode;
}

/** What the campaign would reach, win and cost, as it is being written. */
export function EstimateCard({ request, live, children }: EstimateCardProps) {
  const { t } = useTranslation('advertiser');
  const isNarrow = useIsNarrow();
  const [isOpen, setOpen] = useState(false);
  const shortOf = useShort();
  const id = useId();
  const content = (
    <div id={id} aria-live="polite">
      <Content request={request} live={live} />
      {children}
    </div>
  );
  return (
    <aside className={classes.panel} aria-label={t('estimate.label')}>
      {isNarrow ? (
        <Panel label={t('estimate.title')}>
          <UnstyledButton
            className={classes.toggle}
            aria-expanded={isOpen}
            aria-controls={isOpen ? id : undefined}
            onClick={() => setOpen(!isOpen)}
          >
            <b>{t('estimate.title')}</b>
            <span className={classes.dim}>{request === null ? '' : shortOf(live.data)}</span>
            <IconChevronDown size={16} aria-hidden="true" data-open={isOpen || undefined} />
          </UnstyledButton>
          {isOpen ? content : null}
        </Panel>
      ) : (
        <Panel title={t('estimate.title')} hint={t('estimate.live')}>
          {content}
        </Panel>
      )}
    </aside>
  );
}

/** The same, asking for itself. */
export function EstimatePanel({ request }: EstimatePanelProps) {
  return <EstimateCard request={request} live={useEstimate(request)} />;
}
