import { Tabs } from 'antd';
import { useSearchParams } from 'react-router';
import { useText } from '../lib/defineText.ts';
import { PointTypeList } from './PointTypeList.tsx';
import { TemplateList } from './TemplateList.tsx';
import { text } from './text.ts';

const tabs = ['templates', 'types'] as const;

/** What is known about products before one is connected: register maps and keys, and what points can measure. */
export function ProductLibraryPage() {
  const t = useText(text);
  const [params, setParams] = useSearchParams();
  const tab = tabs.find((each) => each === params.get('tab')) ?? 'templates';
  const content = { templates: <TemplateList />, types: <PointTypeList /> };
  return (
    <Tabs
      activeKey={tab}
      aria-label={t.tabs}
      destroyOnHidden
      // The filters of one list mean nothing to another.
      onChange={(key) => setParams(key === 'templates' ? {} : { tab: key })}
      items={tabs.map((key) => ({ key, label: t[key], children: key === tab ? content[key] : null }))}
    />
  );
}
