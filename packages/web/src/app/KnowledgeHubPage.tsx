import { ReadOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useText } from '../lib/defineText.ts';
import { useSession } from '../lib/session.ts';
import { EmptyState } from '../ui/index.ts';
import { text } from './text.ts';

/** For users who enter the address: the menu's entry opens the hub itself. Spec §2. */
export function KnowledgeHubPage() {
  const t = useText(text);
  const { company } = useSession();
  const address = company.KnowledgeHubUrl;
  return address === null ? (
    <EmptyState title={t.noKnowledgeHub} hint={t.noKnowledgeHubHint} />
  ) : (
    <EmptyState
      title={t.knowledgeHubElsewhere}
      hint={address}
      action={
        <Button type="primary" icon={<ReadOutlined />} href={address} target="_blank" rel="noopener noreferrer">
          {t.openKnowledgeHub}
        </Button>
      }
    />
  );
}
