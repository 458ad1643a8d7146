import { isOffline, Offline } from '@ezdash/ui';
import { Component, type ReactNode } from 'react';

export interface RemoteBoundaryProps {
  /** Another value clears the failure: the address of the page. */
  resetKey: string;
  /** Tries to replace what failed; resolves to false when nothing is left to try. Remounts by key on success. */
  recover: (error: unknown) => Promise<boolean>;
  /** Shown while the release before is being loaded. */
  waiting: ReactNode;
  /** In its place when nothing is left to try. */
  failed: ReactNode;
  children: ReactNode;
}

/** `offline`: there is no connection to fetch it by. */
type Phase = 'fine' | 'recovering' | 'failed' | 'offline';

interface BoundaryState {
  phase: Phase;
  resetKey: string;
}

/**
 * Keeps a remote's failure to itself. Its `key` names the remote and the generation: without one, the failure of one
 * remote would show in the next one's place.
 */
export class RemoteBoundary extends Component<RemoteBoundaryProps, BoundaryState> {
  override state: BoundaryState = { phase: 'fine', resetKey: this.props.resetKey };
  private gone = false;

  static getDerivedStateFromError(): Partial<BoundaryState> {
    return { phase: 'recovering' };
  }

  static getDerivedStateFromProps(props: RemoteBoundaryProps, state: BoundaryState): BoundaryState | null {
    return props.resetKey === state.resetKey ? null : { phase: 'fine', resetKey: props.resetKey };
  }

  override componentDidMount(): void {
    this.gone = false;
  }

  override componentWillUnmount(): void {
    this.gone = true;
  }

  override componentDidCatch(error: unknown): void {
    this.props.recover(error).then((recovered) => {
      if (!recovered && !this.gone) this.setState({ phase: isOffline() ? 'offline' : 'failed' });
    });
  }

  private readonly tryAgain = (): void => this.setState({ phase: 'fine' });

  override render(): ReactNode {
    if (this.state.phase === 'fine') return this.props.children;
    if (this.state.phase === 'offline') return <Offline onOnline={this.tryAgain} />;
    return this.state.phase === 'recovering' ? this.props.waiting : this.props.failed;
  }
}
