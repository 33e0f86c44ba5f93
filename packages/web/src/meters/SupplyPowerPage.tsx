import { Tabs } from 'antd';
import { useSearchParams } from 'react-router';
import { MonitorBoardPage } from '../devices/index.ts';
import { useText } from '../lib/defineText.ts';
import type { PageProps } from '../lib/page.ts';
import { useMay, useProject } from '../lib/session.ts';
import { PrepaidTab } from './PrepaidTab.tsx';
import { prepaidText } from './text.ts';

/** The power supply: its devices, and the prepaid meters for those who see energy. Route /monitor/supplypower. */
export function SupplyPowerPage(props: PageProps) {
  const t = useText(prepaidText);
  const { ProjectId } = useProject();
  const seesPrepaid = useMay('energyView', 'energyEdit', 'meterRecharge', 'meterSwitch');
  const [params, setParams] = useSearchParams();
  if (!seesPrepaid) return <MonitorBoardPage {...props} />;
  const tab = params.get('tab') === 'prepaid' ? 'prepaid' : 'board';
  return (
    <Tabs
      key={ProjectId}
      activeKey={tab}
      aria-label={t.tabs}
      destroyOnHidden
      // The filters of the board mean nothing to the list.
      onChange={(key) => setParams(key === 'board' ? {} : { tab: key })}
      items={[
        { key: 'board', label: t.board, children: tab === 'board' ? <MonitorBoardPage {...props} /> : null },
        { key: 'prepaid', label: t.prepaid, children: tab === 'prepaid' ? <PrepaidTab /> : null },
      ]}
    />
  );
}
