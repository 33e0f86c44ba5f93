import { Tabs } from 'antd';
import { useSearchParams } from 'react-router';
import { useText } from '../lib/defineText.ts';
import { useProject } from '../lib/session.ts';
import { EventList } from './EventList.tsx';
import { EventNoticeList } from './EventNoticeList.tsx';
import { text } from './text.ts';

/** What the platform found in the current project, and who is told of it. Route /eventCenter/index. */
export function EventCenterPage() {
  const t = useText(text);
  const { ProjectId } = useProject();
  const [params, setParams] = useSearchParams();
  return (
    <Tabs
      activeKey={params.get('tab') === 'notices' ? 'notices' : 'events'}
      onChange={(tab) => setParams(tab === 'notices' ? { tab } : {})}
      destroyOnHidden
      items={[
        { key: 'events', label: t.events, children: <EventList projectId={ProjectId} /> },
        { key: 'notices', label: t.notices, children: <EventNoticeList projectId={ProjectId} /> },
      ]}
    />
  );
}
