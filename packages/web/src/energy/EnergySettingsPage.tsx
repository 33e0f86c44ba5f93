import { Tabs } from 'antd';
import { useSearchParams } from 'react-router';
import { SubItems } from '../devices/index.ts';
import { useText } from '../lib/defineText.ts';
import { useMay, useProject } from '../lib/session.ts';
import { BaselinesTab } from './BaselinesTab.tsx';
import { ClosingsTab } from './ClosingsTab.tsx';
import { EventsTab } from './EventsTab.tsx';
import './energy.css';
import { FactorsTab } from './FactorsTab.tsx';
import { MetersTab } from './MetersTab.tsx';
import { SupplyTab } from './SupplyTab.tsx';
import { TargetsTab } from './TargetsTab.tsx';
import { TariffsTab } from './TariffsTab.tsx';
import { setUpText } from './text.ts';
import { VariablesTab } from './VariablesTab.tsx';

const tabs = [
  'meters',
  'events',
  'subItems',
  'tariffs',
  'supply',
  'baselines',
  'variables',
  'targets',
  'closings',
  'factors',
] as const;

/** What energy figures are made of. Route /energyManage/dataConfig. */
export function EnergySettingsPage() {
  const t = useText(setUpText);
  const { ProjectId } = useProject();
  const [params, setParams] = useSearchParams();
  // Sub-items are part of the project's settings.
  const seesSubItems = useMay('projectConfig');
  const open = tabs.filter((each) => each !== 'subItems' || seesSubItems);
  const tab = open.find((each) => each === params.get('tab')) ?? 'meters';
  const content = {
    meters: <MetersTab />,
    events: <EventsTab />,
    subItems: <SubItems projectId={ProjectId} />,
    tariffs: <TariffsTab />,
    supply: <SupplyTab />,
    baselines: <BaselinesTab />,
    variables: <VariablesTab />,
    targets: <TargetsTab />,
    closings: <ClosingsTab />,
    factors: <FactorsTab />,
  };
  return (
    <Tabs
      key={ProjectId}
      activeKey={tab}
      aria-label={t.tabs}
      destroyOnHidden
      // The filters of one list mean nothing to another.
      onChange={(key) => setParams(key === 'meters' ? {} : { tab: key })}
      items={open.map((key) => ({ key, label: t[key], children: key === tab ? content[key] : null }))}
    />
  );
}
