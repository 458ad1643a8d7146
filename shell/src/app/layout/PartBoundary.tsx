import { Component, type ErrorInfo, type ReactNode } from 'react';
import { reportError } from '../errorReports';

interface PartBoundaryProps {
  children: ReactNode;
}

/** Around a part of the frame that a page can do without: when it fails it is gone, and the page stays. */
export class PartBoundary extends Component<PartBoundaryProps, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override componentDidCatch(error: unknown, { componentStack }: ErrorInfo): void {
    reportError(error, { componentStack, tags: { crash: 'frame' } });
  }

  override render(): ReactNode {
    return this.state.failed ? null : this.props.children;
  }
}
