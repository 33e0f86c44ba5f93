import { Tabs } from 'antd';
import { useSearchParams } from 'react-router';
import { useText } from '../../lib/defineText.ts';
import { CompanyDeviceList } from './CompanyDeviceList.tsx';
import { GroupStatistics } from './GroupStatistics.tsx';
import './manage.css';
import { ProjectStatistics } from './ProjectStatistics.tsx';
import { manageText } from './text.ts';

const tabs = ['list', 'groups', 'projects'] as const;

/** The devices of all projects that are open to the user, and how they stand by group and project. Route /deviceManage/deviceList. */
export function CompanyDevicesPage() {
  const t = useText(manageText);
  const [params, setParams] = useSearchParams();
  const tab = tabs.find((each) => each === params.get('tab')) ?? 'list';
  const content = { list: <CompanyDeviceList />, groups: <GroupStatistics />, projects: <ProjectStatistics /> };
  return (
    <Tabs
      className="devices-tabs"
      activeKey={tab}
      aria-label={t.tabs}
      destroyOnHidden
      onChange={(key) => setParams(key === 'list' ? {} : { tab: key })}
      items={tabs.map((key) => ({ key, label: t[key], children: key === tab ? content[key] : null }))}
    />
  );
}
