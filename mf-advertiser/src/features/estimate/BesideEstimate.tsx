import type { ReactNode } from 'react';
import { EstimatePanel, type EstimatePanelProps } from './EstimatePanel';
import classes from './estimate.module.css';

/** A form with its estimate beside it; where there is no room, the estimate's bar stands above. */
export function BesideEstimate({ children, request }: EstimatePanelProps & { children: ReactNode }) {
  return (
    <div className={classes.beside}>
      <div className={classes.form}>{children}</div>
      <EstimatePanel request={request} />
    </div>
  );
}
