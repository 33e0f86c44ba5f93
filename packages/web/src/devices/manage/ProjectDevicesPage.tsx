import { Tabs } from 'antd';
import { useSearchParams } from 'react-router';
import { useText } from '../../lib/defineText.ts';
import { useProject } from '../../lib/session.ts';
import { DeviceTree } from './DeviceTree.tsx';
import './manage.css';
import { ProjectDeviceList } from './ProjectDeviceList.tsx';
import { SubItems } from './SubItems.tsx';
import { manageText } from './text.ts';

const tabs = ['list', 'tree', 'subItems'] as const;

/** The devices of a project: as a list, as a tree, and by what end use their energy counts. Route /projectConfig/deviceList. */
export function ProjectDevicesPage() {
  const t = useText(manageText);
  const { ProjectId } = useProject();
  const [params, setParams] = useSearchParams();
  const tab = tabs.find((each) => each === params.get('tab')) ?? 'list';
  const content = {
    list: <ProjectDeviceList />,
    tree: <DeviceTree projectId={ProjectId} />,
    subItems: <SubItems projectId={ProjectId} />,
  };
  return (
    <Tabs
      key={ProjectId}
      className="devices-tabs"
      activeKey={tab}
      aria-label={t.tabs}
      destroyOnHidden
      // The filters of the list mean nothing to the others.
      onChange={(key) => setParams(key === 'list' ? {} : { tab: key })}
      items={tabs.map((key) => ({ key, label: t[key], children: key === tab ? content[key] : null }))}
    />
  );
}
