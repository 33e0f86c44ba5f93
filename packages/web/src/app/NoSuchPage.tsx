import { Button } from 'antd';
import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { useText } from '../lib/defineText.ts';
import { EmptyState } from '../ui/index.ts';
import { documentTitle } from '../ui/PageTitle.tsx';
import { text } from './text.ts';

/** What stands beside the menu at an address that no screen has. */
export function NoSuchPage() {
  const t = useText(text);
  const navigate = useNavigate();
  useEffect(() => {
    document.title = documentTitle(t.noSuchPage);
  }, [t]);
  return (
    <div className="page">
      <h1 className="visually-hidden">{t.noSuchPage}</h1>
      <EmptyState
        title={t.noSuchPage}
        hint={t.noSuchPageHint}
        action={
          <Button type="primary" onClick={() => navigate('/')}>
            {t.toFirstPage}
          </Button>
        }
      />
    </div>
  );
}
