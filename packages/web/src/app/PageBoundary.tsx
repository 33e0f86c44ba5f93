import { Button } from 'antd';
import { Component, type ReactNode, useEffect, useState } from 'react';
import { useText } from '../lib/defineText.ts';
import { EmptyState } from '../ui/index.ts';
import { hasNewerVersion, isPartMissing, reloadOnce } from './newerVersion.ts';
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
    const { error } = this.state;
    if (error === null) return this.props.children;
    return isPartMissing(error) ? <NotLoaded /> : <Crashed onRetry={() => this.setState({ error: null })} />;
  }
}

/**
 * Browsers remember that a program did not load and do not ask again, so trying again means a reload. The server is asked
 * first: a reload without it would trade the shell for the browser's own error page. Where it has a newer version, the page
 * reloads by itself; where a form elsewhere holds something unsaved, the browser asks before.
 */
function NotLoaded() {
  const t = useText(text);
  const [asking, setAsking] = useState(false);
  const [standing, setStanding] = useState<'unknown' | 'unreachable' | 'newer'>('unknown');
  useEffect(() => {
    let gone = false;
    hasNewerVersion().then(
      (newer) => {
        if (!newer || gone) return;
        setStanding('newer');
        reloadOnce();
      },
      // The button says so when somebody asks.
      () => {},
    );
    return () => {
      gone = true;
    };
  }, []);
  const retry = async () => {
    setAsking(true);
    try {
      await fetch('/', { method: 'HEAD', cache: 'no-store' });
      window.location.reload();
    } catch {
      setStanding('unreachable');
    } finally {
      setAsking(false);
    }
  };
  return (
    <div role="alert">
      <EmptyState
        title={standing === 'newer' ? t.newerVersion : t.chunkFailed}
        hint={
          standing === 'newer'
            ? t.newerVersionHint
            : standing === 'unreachable'
              ? t.stillUnreachable
              : t.chunkFailedHint
        }
        action={
          <Button type="primary" loading={asking} onClick={() => void retry()}>
            {standing === 'newer' ? t.reload : t.retry}
          </Button>
        }
      />
    </div>
  );
}

function Crashed({ onRetry }: { onRetry: () => void }) {
  const t = useText(text);
  return (
    <div role="alert">
      <EmptyState
        title={t.pageCrashed}
        hint={t.pageCrashedHint}
        action={
          <Button type="primary" onClick={onRetry}>
            {t.retry}
          </Button>
        }
      />
    </div>
  );
}
