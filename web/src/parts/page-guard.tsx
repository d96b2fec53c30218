// A page that could not be shown says so inside the frame, and leaves the ways to the others open.
import { Component, type ReactNode } from 'react';
import type { Problem } from '../api/problem.ts';
import { Failure } from './message.tsx';

/** What browsers say of a chunk that did not come: no network, or another release has taken its place. */
const CHUNK_IS_MISSING = /module script|dynamically imported/i;

export class PageGuard extends Component<{ children: ReactNode }, { problem: Problem | undefined }> {
  override state = { problem: undefined };

  static getDerivedStateFromError(error: Error): { problem: Problem } {
    return {
      problem: { code: CHUNK_IS_MISSING.test(error.message) ? 'OFFLINE' : 'INTERNAL_SERVER_ERROR', message: '' },
    };
  }

  override render(): ReactNode {
    if (!this.state.problem) return this.props.children;
    return (
      <div className="page">
        <Failure problem={this.state.problem} again={() => window.location.reload()} />
      </div>
    );
  }
}
