import { Component, type ReactNode } from 'react';
import { CrashScreen } from './CrashScreen';

/** Around the whole app: what nothing nearer has caught ends here, in a page that says so. */
export class CrashBoundary extends Component<{ children: ReactNode }, { crashed: boolean }> {
  override state = { crashed: false };

  static getDerivedStateFromError(): { crashed: boolean } {
    return { crashed: true };
  }

  override render(): ReactNode {
    return this.state.crashed ? <CrashScreen /> : this.props.children;
  }
}
