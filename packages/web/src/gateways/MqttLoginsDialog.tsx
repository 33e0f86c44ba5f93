import { Button, Modal, Table } from 'antd';
import { useState } from 'react';
import { Link } from 'react-router';
import { useText } from '../lib/defineText.ts';
import { links } from '../lib/links.ts';
import { useProject } from '../lib/session.ts';
import { useCall } from '../lib/useCall.ts';
import { ErrorState } from '../ui/index.ts';
import { SearchField, whileWaiting } from '../ui/list/index.ts';
import { Secret } from './CredentialsDialog.tsx';
import { StateMark } from './StateMark.tsx';
import { connectionState } from './states.ts';
import { fieldText, formatText, listText } from './text.ts';

const pageSize = 10;

/** What the MQTT gateways of the project sign in with; their passwords are told when they are made and never again. */
export function MqttLoginsDialog({ onClose }: { onClose: () => void }) {
  const t = useText(listText);
  const f = useText(fieldText);
  const formats = useText(formatText);
  const project = useProject();
  const [name, setName] = useState('');
  const [page, setPage] = useState(1);
  const logins = useCall(
    'getDeviceMQTT',
    { query: { ProjectId: project.ProjectId, pageIndex: page, pageSize, ...(name === '' ? {} : { name }) } },
    whileWaiting,
  );
  return (
    <Modal
      open
      width={860}
      title={t.mqttLogins}
      footer={<Button onClick={onClose}>{t.close}</Button>}
      onCancel={onClose}
    >
      <p className="gateway-faint">{t.mqttLoginsHint}</p>
      <p>
        <SearchField
          label={f.search}
          value={name}
          onChange={(asked = '') => {
            setName(asked);
            setPage(1);
          }}
        />
      </p>
      {logins.error && !logins.data ? (
        <ErrorState error={logins.error} onRetry={() => void logins.refetch()} />
      ) : (
        <Table
          size="small"
          rowKey="DeviceId"
          loading={logins.isPending}
          dataSource={logins.data?.Data ?? []}
          scroll={{ x: 'max-content' }}
          locale={{ emptyText: t.noMqttLogins }}
          pagination={{
            current: page,
            pageSize,
            total: logins.data?.TotalCount ?? 0,
            onChange: setPage,
            hideOnSinglePage: true,
          }}
          columns={[
            {
              title: f.name,
              render: (_, row) => (
                <Link to={links.gateway(row.DeviceId)} onClick={onClose}>
                  {row.deviceName}
                </Link>
              ),
            },
            { title: f.serial, render: (_, row) => <span className="gateway-serial">{row.deviceNo}</span> },
            {
              title: f.userName,
              render: (_, row) => (row.deviceUserName === null ? '–' : <Secret text={row.deviceUserName} />),
            },
            { title: f.format, render: (_, row) => formats[row.payloadFormat] },
            { title: f.state, render: (_, row) => <StateMark state={connectionState(row.ConnectStatus)} /> },
          ]}
        />
      )}
    </Modal>
  );
}
