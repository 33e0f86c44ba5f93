import { Modal, Table } from 'antd';
import { Link } from 'react-router';
import { useText } from '../../lib/defineText.ts';
import { useCall } from '../../lib/useCall.ts';
import { ErrorState, ListSkeleton } from '../../ui/index.ts';
import { text } from './text.ts';

/** What kinds of alarms there are, how many policies watch for each and how many are active. Mount it to show it. */
export function AlarmTypesDialog({ projectId, onClose }: { projectId: number | null; onClose: () => void }) {
  const t = useText(text);
  const types = useCall(
    'getAlarmTypeList',
    { query: projectId === null ? {} : { projectId } },
    { scope: projectId === null ? 'company' : 'project' },
  );
  const counted = (count: number, search: string) =>
    count === 0 ? (
      '–'
    ) : (
      <Link to={`?${search}`} onClick={onClose}>
        {count}
      </Link>
    );
  return (
    <Modal open width={760} title={t.kinds} footer={null} onCancel={onClose}>
      {types.error && !types.data ? (
        <ErrorState error={types.error} onRetry={() => void types.refetch()} />
      ) : !types.data ? (
        <ListSkeleton rows={8} />
      ) : (
        <Table
          size="small"
          className="tabular"
          rowKey="AlarmClass"
          pagination={false}
          dataSource={types.data}
          columns={[
            {
              key: 'name',
              title: t.type,
              render: (_, row) => (
                <span className="strategy-type">
                  <b>{row.AlarmClassName}</b>
                  <small>{row.Describe}</small>
                </span>
              ),
            },
            {
              key: 'strategies',
              title: t.policiesOn,
              align: 'right',
              render: (
                _,
                row, // Those that watch: a closed one watches for nothing.
              ) => counted(row.StrategyCount, `tab=strategy&kind=${row.AlarmClass}&state=open`),
            },
            {
              key: 'open',
              title: t.alarmsNow,
              align: 'right',
              render: (_, row) => counted(row.OpenCount, `tab=current&kind=${row.AlarmClass}`),
            },
          ]}
        />
      )}
    </Modal>
  );
}
