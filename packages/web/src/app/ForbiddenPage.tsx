import { Button } from 'antd';
import { useNavigate } from 'react-router';
import { useText } from '../lib/defineText.ts';
import { NoPermission } from '../ui/index.ts';
import { text } from './text.ts';

/** Where unknown paths end, with or without a session. Spec §2. */
export function ForbiddenPage() {
  const t = useText(text);
  const navigate = useNavigate();
  return (
    <main className="full-page">
      <h1 className="visually-hidden">{t.forbidden}</h1>
      <NoPermission
        title={t.forbidden}
        hint={t.forbiddenHint}
        action={
          <Button type="primary" onClick={() => navigate('/')}>
            {t.toFirstPage}
          </Button>
        }
      />
    </main>
  );
}
