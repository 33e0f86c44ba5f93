import { Button } from 'antd';
import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { useText } from '../lib/defineText.ts';
import { EmptyState, NoPermission } from '../ui/index.ts';
import { documentTitle } from '../ui/PageTitle.tsx';
import { text } from './text.ts';

/** The state of a redirect from an unknown path: the page shows the path that was typed. */
export const missingPath = (path: string): { missing: string } => ({ missing: path });

const missingOf = (state: unknown): string | null =>
  typeof state === 'object' && state !== null && 'missing' in state && typeof state.missing === 'string'
    ? state.missing
    : null;

/** Where unknown paths end. Spec §2. */
export function Forbidden() {
  const t = useText(text);
  const navigate = useNavigate();
  const missing = missingOf(useLocation().state);
  const title = missing === null ? t.forbidden : t.noSuchPage;
  useEffect(() => {
    document.title = documentTitle(title);
  }, [title]);
  const action = (
    <Button type="primary" onClick={() => navigate('/')}>
      {t.toFirstPage}
    </Button>
  );
  return (
    <>
      <h1 className="visually-hidden">{title}</h1>
      {missing === null ? (
        <NoPermission title={title} hint={t.forbiddenHint} action={action} />
      ) : (
        <EmptyState title={title} hint={t.noSuchPageHint(missing)} action={action} />
      )}
    </>
  );
}

/** For those without a session; with one it stands beside the menu. */
export function ForbiddenPage() {
  return (
    <main className="full-page">
      <Forbidden />
    </main>
  );
}
