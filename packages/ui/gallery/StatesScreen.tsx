import {
  Button,
  EmptyState,
  ErrorState,
  PageHeader,
  PageSkeleton,
  Panel,
  TableSkeleton,
  usePageTitle,
} from '../src';
import { AppScreen } from './AppScreen';

export function StatesScreen() {
  usePageTitle('States');
  return (
    <AppScreen current="states">
      <PageHeader title="Empty, failed, loading" lead="Three states every page owns." />
      <div className="ez-stack">
        <div className="ez-cols" data-even>
          <Panel label="Empty">
            <EmptyState
              art="slots"
              title="Make your first campaign"
              action={
                <>
                  <Button>Create campaign</Button>
                  <Button variant="subtle">How bidding works</Button>
                </>
              }
            >
              A campaign buys impressions or clicks at the price you set. It starts once its creatives are
              reviewed and your balance holds at least $100.
            </EmptyState>
          </Panel>
          <Panel label="Failed">
            <ErrorState title="Spend could not be loaded" onRetry={() => {}} requestId="req_01JD3P9Q7W">
              The report service did not answer in 10 seconds. Your campaigns still run and are billed as
              usual.
            </ErrorState>
          </Panel>
        </div>
        <div>
          <PageSkeleton />
        </div>
        <Panel flush label="Loading">
          <TableSkeleton rows={4} />
        </Panel>
      </div>
    </AppScreen>
  );
}
