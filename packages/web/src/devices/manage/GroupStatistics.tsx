import type { AllCalls, CallData } from '@watchpost/contract';
import { Segmented, Table } from 'antd';
import { useSearchParams } from 'react-router';
import { useText } from '../../lib/defineText.ts';
import { useSession } from '../../lib/session.ts';
import { useCall } from '../../lib/useCall.ts';
import { EmptyState, ErrorState, ListSkeleton } from '../../ui/index.ts';
import { fieldText, manageText } from './text.ts';

type Group = CallData<AllCalls['getModelTreeGroupStatistics']>['Groups'][number];
const types = ['subsystem', 'class', 'brand'] as const;

/** How the company's devices stand, by subsystem, class or brand. */
export function GroupStatistics() {
  const t = useText(manageText);
  const f = useText(fieldText);
  const { company } = useSession();
  const [params, setParams] = useSearchParams();
  const type = types.find((each) => each === params.get('by')) ?? 'subsystem';
  const found = useCall(
    'getModelTreeGroupStatistics',
    { body: { CompanyId: company.CompanyId, Type: type } },
    { scope: 'company' },
  );
  const words = { subsystem: t.bySubsystem, class: t.byClass, brand: t.byBrand };
  const content = () => {
    if (found.error && !found.data) return <ErrorState error={found.error} onRetry={() => void found.refetch()} />;
    if (!found.data) return <ListSkeleton rows={6} />;
    if (found.data.Groups.length === 0) return <EmptyState title={t.emptyCompany} hint={t.emptyCompanyHint} />;
    const { Sum, Groups } = found.data;
    return (
      <Table<Group>
        size="small"
        rowKey={({ Key, Name }) => `${Key ?? ''} ${Name}`}
        pagination={{ hideOnSinglePage: true, defaultPageSize: 50 }}
        scroll={{ x: 720 }}
        dataSource={Groups}
        columns={[
          { title: t.groupBy, key: 'name', render: (_, { Name }) => Name || t.noBrand },
          { title: t.projectCount, dataIndex: 'ProjectCount', width: 100, align: 'right' },
          { title: t.total, dataIndex: 'Total', width: 100, align: 'right' },
          { title: f.online, dataIndex: 'Online', width: 100, align: 'right' },
          { title: f.offline, dataIndex: 'Offline', width: 100, align: 'right' },
          { title: f.inAlarm, dataIndex: 'Alarm', width: 100, align: 'right' },
          { title: f.incomplete, dataIndex: 'Incomplete', width: 130, align: 'right' },
        ]}
        summary={() => (
          <Table.Summary.Row>
            {[t.sum, '', Sum.Total, Sum.Online, Sum.Offline, Sum.Alarm, Sum.Incomplete].map((cell, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the cells are as many and in the same order each time
              <Table.Summary.Cell key={index} index={index} align={index === 0 ? 'left' : 'right'}>
                <b>{cell}</b>
              </Table.Summary.Cell>
            ))}
          </Table.Summary.Row>
        )}
      />
    );
  };
  return (
    <>
      <div className="device-stat-bar">
        <Segmented
          aria-label={t.groupBy}
          value={type}
          onChange={(next) => setParams({ tab: 'groups', by: next })}
          options={types.map((value) => ({ value, label: words[value] }))}
        />
      </div>
      {content()}
    </>
  );
}
