// A page that could not be shown says so inside the frame, and leaves the ways to the others open.
import { Component, type ReactNode } from 'react';
import { noteConnection } from '../api/connection.ts';
import type { Problem } from '../api/problem.ts';
import { closeDialogs } from './ask.tsx';
import { Failure } from './message.tsx';

const reload = (): void => window.location.reload();

/** Browsers' messages about a missing chunk: no network, or another release has taken its place. */
const CHUNK_IS_MISSING = /module script|dynamically imported|preload/i;

interface State {
  problem: Problem | undefined;
}

export class PageGuard extends Component<{ children: ReactNode }, State> {
  override state: State = { problem: undefined };

  static getDerivedStateFromError(error: Error): State {
    return {
      problem: { code: CHUNK_IS_MISSING.test(error.message) ? 'OFFLINE' : 'INTERNAL_SERVER_ERROR', message: '' },
    };
  }

  override componentDidCatch(error: Error): void {
    // One that failed would fail on the next page too.
    closeDialogs();
    if (!CHUNK_IS_MISSING.test(error.message)) return;
    noteConnection(false);
    window.addEventListener('online', reload);
  }

  override componentWillUnmount(): void {
    window.removeEventListener('online', reload);
  }

  override render(): ReactNode {
    if (!this.state.problem) return this.props.children;
    return (
      <div className="page">
        <Failure problem={this.state.problem} again={reload} />
      </div>
    );
  }
}
