import { Component, type ErrorInfo, type ReactNode } from 'react';
import { reportError } from '../errorReports';
import { CrashScreen } from './CrashScreen';

interface CrashState {
  crashed: boolean;
  reportId: string | null;
}

/** Around the whole app: what nothing nearer has caught ends here, in a page that says so. */
export class CrashBoundary extends Component<{ children: ReactNode }, CrashState> {
  override state: CrashState = { crashed: false, reportId: null };

  static getDerivedStateFromError(): Partial<CrashState> {
    return { crashed: true };
  }

  override componentDidCatch(error: unknown, { componentStack }: ErrorInfo): void {
    this.setState({ reportId: reportError(error, { componentStack, tags: { crash: 'app' } }) });
  }

  override render(): ReactNode {
    const { crashed, reportId } = this.state;
    return crashed ? <CrashScreen reportId={reportId} /> : this.props.children;
  }
}
