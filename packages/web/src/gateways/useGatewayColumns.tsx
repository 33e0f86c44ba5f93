import type { GatewayRow } from '@watchpost/contract';
import { useMemo } from 'react';
import { useText } from '../lib/defineText.ts';
import { Age } from '../ui/index.ts';
import type { ListColumn } from '../ui/list/index.ts';
import { StateMark } from './StateMark.tsx';
import { cardState, connectionState, flowState, sharingWords, syncState } from './states.ts';
import { fieldText, formatText, listText, protocolText, stateText } from './text.ts';

/** The columns of a list of gateways; which of them show at first depends on what it is for. */
export function useGatewayColumns(purpose: 'project' | 'configuration' | 'company'): readonly ListColumn<GatewayRow>[] {
  const f = useText(fieldText);
  const t = useText(listText);
  const protocols = useText(protocolText);
  const formats = useText(formatText);
  const words = useText(stateText);
  return useMemo((): ListColumn<GatewayRow>[] => {
    const isConfiguration = purpose === 'configuration';
    const name: ListColumn<GatewayRow> = {
      key: 'name',
      title: f.name,
      width: 180,
      sort: 'name',
      always: true,
      onCard: 'heading',
      render: (row) => <span className="gateway-name">{row.DeviceName}</span>,
    };
    const project: ListColumn<GatewayRow>[] =
      purpose === 'company'
        ? [
            {
              key: 'project',
              title: f.project,
              width: 150,
              sort: 'project',
              ellipsis: true,
              render: (row) => row.ProjectName,
            },
          ]
        : [];
    return [
      name,
      ...project,
      {
        key: 'state',
        title: f.state,
        width: 100,
        sort: 'status',
        render: (row) => <StateMark state={connectionState(row.ConnectStatus)} />,
      },
      {
        key: 'lastSeen',
        title: f.lastSeen,
        width: 128,
        sort: 'lastSeen',
        usuallyHidden: isConfiguration,
        render: (row) => (row.LastSeenEPOCH === null ? null : <Age at={row.LastSeenEPOCH} />),
      },
      {
        key: 'serial',
        title: f.serial,
        width: 164,
        sort: 'serial',
        render: (row) => <span className="gateway-serial">{row.DeviceNo}</span>,
      },
      {
        key: 'protocol',
        title: f.protocol,
        width: 158,
        sort: 'protocol',
        render: (row) =>
          row.PROTOCOL === 'MQTT' ? `${protocols.MQTT} · ${formats[row.PayloadFormat]}` : protocols[row.PROTOCOL],
      },
      {
        key: 'sync',
        title: f.sync,
        width: 124,
        usuallyHidden: purpose === 'company',
        render: (row) => <StateMark state={syncState(row.SystemStatus)} />,
      },
      {
        key: 'version',
        title: f.version,
        width: 90,
        align: 'right',
        usuallyHidden: !isConfiguration,
        render: (row) => `${row.ReportedVersion ?? '–'} / ${row.DesiredVersion}`,
      },
      {
        key: 'slaves',
        title: f.slaves,
        width: 104,
        usuallyHidden: isConfiguration,
        render: (row) =>
          row.PROTOCOL === 'MQTT' ? null : row.SilentSlaveCount > 0 ? (
            <span className="gateway-state-bad">{t.silentOf(row.SilentSlaveCount, row.SlaveCount)}</span>
          ) : (
            row.SlaveCount
          ),
      },
      { key: 'points', title: f.points, width: 76, align: 'right', render: (row) => row.PointCount },
      {
        key: 'card',
        title: f.card,
        width: 200,
        usuallyHidden: true,
        render: (row) => (row.ICCID === null ? null : <span className="gateway-serial">{row.ICCID}</span>),
      },
      {
        key: 'cardState',
        title: f.cardState,
        width: 120,
        usuallyHidden: true,
        render: (row) => (row.ICCID === null ? null : <StateMark state={cardState(row.SimStatus)} />),
      },
      {
        key: 'flow',
        title: f.flow,
        width: 120,
        usuallyHidden: true,
        render: (row) => (row.ICCID === null ? null : <StateMark state={flowState(row.SimFlowStatus)} />),
      },
      {
        key: 'model',
        title: f.model,
        width: 124,
        ellipsis: true,
        usuallyHidden: !isConfiguration,
        render: (row) => row.DeviceTypeE,
      },
      {
        key: 'sharing',
        title: f.sharing,
        width: 104,
        usuallyHidden: true,
        render: (row) => words[sharingWords[row.AuthorizationType] ?? 'projectAll'],
      },
      {
        key: 'description',
        title: f.description,
        width: 180,
        ellipsis: true,
        usuallyHidden: true,
        render: (row) => row.DESCRIBES,
      },
      {
        key: 'created',
        title: f.created,
        width: 160,
        sort: 'createTime',
        usuallyHidden: true,
        render: (row) => <span className="tabular">{row.CREATETIME}</span>,
      },
      {
        key: 'createdBy',
        title: f.createdBy,
        width: 110,
        ellipsis: true,
        usuallyHidden: true,
        render: (row) => row.CreateName,
      },
    ];
  }, [f, t, protocols, formats, words, purpose]);
}
