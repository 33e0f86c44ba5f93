import { Button, Space } from 'antd';
import { Component, type ReactNode } from 'react';
import { useText } from '../lib/defineText.ts';
import { EmptyState } from '../ui/index.ts';
import { PageLoadError } from './loadPage.tsx';
import { text } from './text.ts';

/** Keeps a broken or missing page from taking the shell with it, and offers to try again. */
export class PageBoundary extends Component<{ children: ReactNode }, { error: unknown }> {
  override state: { error: unknown } = { error: null };

  static getDerivedStateFromError(error: unknown) {
    return { error };
  }

  override componentDidCatch(error: unknown) {
    console.error(error);
  }

  override render() {
    return this.state.error === null ? (
      this.props.children
    ) : (
      <PageFailed error={this.state.error} onRetry={() => this.setState({ error: null })} />
    );
  }
}

function PageFailed({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const t = useText(text);
  const missing = error instanceof PageLoadError;
  return (
    <div role="alert">
      <EmptyState
        title={missing ? t.chunkFailed : t.pageCrashed}
        hint={missing ? t.chunkFailedHint : t.pageCrashedHint}
        action={
          <Space>
            <Button type="primary" onClick={onRetry}>
              {t.retry}
            </Button>
            <Button onClick={() => window.location.reload()}>{t.reload}</Button>
          </Space>
        }
      />
    </div>
  );
}
