import { Tabs } from 'antd';
import { useSearchParams } from 'react-router';
import { useText } from '../lib/defineText.ts';
import { text } from './text.ts';
import { WritablePointList } from './WritablePointList.tsx';
import { WriteLog } from './WriteLog.tsx';

const tabs = ['points', 'log'] as const;

/** Which points can be written, and what was. Over all of the company's projects, or (`projectId`) in one. */
export function WriteData({ projectId }: { projectId: number | null }) {
  const t = useText(text);
  const [params, setParams] = useSearchParams();
  const tab = tabs.find((each) => each === params.get('tab')) ?? 'points';
  const content = { points: <WritablePointList projectId={projectId} />, log: <WriteLog projectId={projectId} /> };
  return (
    <Tabs
      activeKey={tab}
      aria-label={t.tabs}
      destroyOnHidden
      // The filters of one list mean nothing to another.
      onChange={(key) => setParams(key === 'points' ? {} : { tab: key })}
      items={tabs.map((key) => ({ key, label: t[key], children: key === tab ? content[key] : null }))}
    />
  );
}
