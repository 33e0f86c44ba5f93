import {
  type AllCalls,
  type CallInput,
  type GatewayRow,
  type GatewayUse,
  maxGatewaysAtOnce,
} from '@watchpost/contract';
import { Button } from 'antd';
import { type ReactNode, useMemo, useState } from 'react';
import { useNavigate } from 'react-router';
import { useListExport } from '../downloads/index.ts';
import { useText } from '../lib/defineText.ts';
import { links } from '../lib/links.ts';
import { pollWhenNotLive } from '../lib/realtime.ts';
import { useMaySetUp, useProject, useSession } from '../lib/session.ts';
import { useCall } from '../lib/useCall.ts';
import type { Filters } from '../ui/list/filters.ts';
import {
  type FilterOptions,
  type List,
  ListPage,
  pagingOf,
  type RowAction,
  useList,
  whileWaiting,
} from '../ui/list/index.ts';
import { AddGatewayDialog } from './AddGatewayDialog.tsx';
import { BindCardDialog } from './BindCardDialog.tsx';
import { DeleteGatewaysDialog } from './DeleteGatewaysDialog.tsx';
import { FboxDialog } from './FboxDialog.tsx';
import { GatewayTotals } from './GatewayTotals.tsx';
import './gateways.css';
import {
  companyGatewayList,
  configurationList,
  gatewayFilterOf,
  gatewayListOf,
  projectGatewayList,
} from './gatewayList.ts';
import { MoveGatewaysDialog } from './MoveGatewaysDialog.tsx';
import { MqttLoginsDialog } from './MqttLoginsDialog.tsx';
import { RenameGatewaysDialog } from './RenameGatewaysDialog.tsx';
import { listText } from './text.ts';
import { useGatewayColumns } from './useGatewayColumns.tsx';
import { useGatewayStates } from './useGatewaysChanged.ts';

type ListBody = CallInput<AllCalls['exportDeviceList']>['body'];
type Dialog =
  | { readonly kind: 'add' | 'fbox' | 'mqttLogins' }
  | { readonly kind: 'card'; readonly gateway: GatewayRow }
  | {
      readonly kind: 'delete' | 'move' | 'rename' | 'renumber';
      readonly gateways: readonly GatewayRow[];
      done?: () => void;
    };

/** The gateways of the project, or those used for something; `isConfiguration`: with what is set up of them first. */
export function ProjectGatewayList({
  isConfiguration,
  use = null,
}: {
  isConfiguration: boolean;
  use?: GatewayUse | null;
}) {
  const { company } = useSession();
  const project = useProject();
  const list = useList(use !== null ? gatewayListOf[use] : isConfiguration ? configurationList : projectGatewayList);
  useGatewayStates(project.ProjectId);
  const body = gatewayFilterOf(list.query, { CompanyId: company.CompanyId, ProjectIdList: [project.ProjectId] });
  const columns = useGatewayColumns(isConfiguration ? 'configuration' : 'project');
  return <Gateways list={list} body={use === null ? body : { ...body, Use: use }} columns={columns} mayAdd />;
}

/** Over every project that is open to the reader. */
export function CompanyGatewayList() {
  const { company, projects } = useSession();
  const list = useList(companyGatewayList);
  const chosen = list.query.filters.projects;
  const where = {
    CompanyId: company.CompanyId,
    ...(chosen ? { ProjectIdList: [...chosen] } : { QueryAll: true }),
  };
  const columns = useGatewayColumns('company');
  const options = useMemo(
    () => ({ projects: projects.map(({ ProjectId, ProjectName }) => ({ value: ProjectId, label: ProjectName })) }),
    [projects],
  );
  return <Gateways list={list} body={gatewayFilterOf(list.query, where)} columns={columns} options={options} />;
}

function Gateways<F extends Filters, Sort extends NonNullable<ListBody['SortType']>>({
  list,
  body,
  columns,
  options,
  mayAdd = false,
}: {
  list: List<F, Sort>;
  body: ListBody;
  columns: ReturnType<typeof useGatewayColumns>;
  options?: FilterOptions<F>;
  mayAdd?: boolean;
}) {
  const t = useText(listText);
  const navigate = useNavigate();
  const mayEdit = useMaySetUp(mayAdd ? 'here' : 'somewhere');
  const exportList = useListExport();
  const [dialog, setDialog] = useState<Dialog | null>(null);
  const close = () => setDialog(null);
  const done = () => {
    if (dialog && 'done' in dialog) dialog.done?.();
    close();
  };
  const page = useCall(
    'showDeviceList',
    { body: { ...body, ...pagingOf(list.query) } },
    { scope: 'company', ...whileWaiting, refetchInterval: pollWhenNotLive(10_000) },
  );
  const open = (row: GatewayRow) => navigate(links.gateway(row.DeviceId, row.ProjectId));
  const actionsOf = (row: GatewayRow): RowAction[] => [
    { key: 'open', label: t.open, inline: true, run: () => open(row) },
    ...(row.MayEdit
      ? [
          { key: 'rename', label: t.rename, run: () => setDialog({ kind: 'rename', gateways: [row] }) },
          { key: 'renumber', label: t.renumber, run: () => setDialog({ kind: 'renumber', gateways: [row] }) },
          { key: 'move', label: t.move, run: () => setDialog({ kind: 'move', gateways: [row] }) },
          ...(row.ICCID === null
            ? [{ key: 'card', label: t.bindCard, run: () => setDialog({ kind: 'card', gateway: row }) }]
            : []),
          { key: 'delete', label: t.delete, danger: true, run: () => setDialog({ kind: 'delete', gateways: [row] }) },
        ]
      : []),
  ];
  const add =
    mayAdd && mayEdit ? (
      <Button type="primary" onClick={() => setDialog({ kind: 'add' })}>
        {t.add}
      </Button>
    ) : null;

  return (
    <>
      <GatewayTotals body={body} list={list} />
      <ListPage
        list={list}
        page={page}
        columns={columns}
        label={t.gateways}
        keyOf={({ DeviceId }) => DeviceId}
        nameOf={({ DeviceName }) => DeviceName}
        {...(options ? { options } : {})}
        onOpen={open}
        rowActions={actionsOf}
        onExport={() => exportList('gateways', { body })}
        actions={
          add ? (
            <>
              <Button onClick={() => setDialog({ kind: 'mqttLogins' })}>{t.mqttLogins}</Button>
              <Button onClick={() => setDialog({ kind: 'fbox' })}>{t.addFbox}</Button>
              {add}
            </>
          ) : null
        }
        empty={{ title: t.empty, hint: t.emptyHint, action: add }}
        {...(mayEdit
          ? {
              selectable: ({ MayEdit }: GatewayRow) => MayEdit,
              batch: (selected: readonly GatewayRow[], clear: () => void) => (
                <Capped count={selected.length}>
                  {(['rename', 'renumber', 'move'] as const).map((kind) => (
                    <Button key={kind} onClick={() => setDialog({ kind, gateways: selected, done: clear })}>
                      {t[kind]}
                    </Button>
                  ))}
                  <Button danger onClick={() => setDialog({ kind: 'delete', gateways: selected, done: clear })}>
                    {t.delete}
                  </Button>
                </Capped>
              ),
            }
          : {})}
      />
      {dialog?.kind === 'add' ? <AddGatewayDialog onClose={close} /> : null}
      {dialog?.kind === 'mqttLogins' ? <MqttLoginsDialog onClose={close} /> : null}
      {dialog?.kind === 'fbox' ? <FboxDialog onClose={close} /> : null}
      {dialog?.kind === 'card' ? <BindCardDialog gateway={dialog.gateway} onClose={close} /> : null}
      {dialog?.kind === 'delete' ? (
        <DeleteGatewaysDialog gateways={dialog.gateways} onClose={close} onDone={done} />
      ) : null}
      {dialog?.kind === 'move' ? <MoveGatewaysDialog gateways={dialog.gateways} onClose={close} onDone={done} /> : null}
      {dialog?.kind === 'rename' || dialog?.kind === 'renumber' ? (
        <RenameGatewaysDialog what={dialog.kind} gateways={dialog.gateways} onClose={close} onDone={done} />
      ) : null}
    </>
  );
}

/** What the contract takes only so many of at a time; beyond that it says so instead. */
function Capped({ count, children }: { count: number; children: ReactNode }) {
  const t = useText(listText);
  return count <= maxGatewaysAtOnce ? children : <span className="gateway-faint">{t.atMost(maxGatewaysAtOnce)}</span>;
}
