import { type AllCalls, type CallInput, NewVpn, VpnChange, type VpnRow, vpnKinds } from '@watchpost/contract';
import { Button, Input, Modal, Select } from 'antd';
import { useMemo, useState } from 'react';
import { useText } from '../lib/defineText.ts';
import type { PageProps } from '../lib/page.ts';
import { useMaySetUp, useProject, useSession } from '../lib/session.ts';
import { useCall, useCallMutation } from '../lib/useCall.ts';
import { ConfirmDialog, FormDialog, useSchemaForm } from '../ui/form/index.ts';
import { Age, useNotify } from '../ui/index.ts';
import {
  choicesFilter,
  defineList,
  idFilter,
  type ListColumn,
  ListPage,
  pagingOf,
  textFilter,
  useList,
  whileWaiting,
} from '../ui/list/index.ts';
import { Secret } from './CredentialsDialog.tsx';
import { detailText } from './detailText.ts';
import './gateways.css';
import { fieldText, listText, vpnKindText } from './text.ts';
import { useGatewaysChanged } from './useGatewaysChanged.ts';

const vpnList = defineList({
  name: 'vpn',
  filters: {
    text: textFilter({ label: detailText.vpnSearch }),
    kinds: choicesFilter({
      label: fieldText.vpnKind,
      param: 'kind',
      options: vpnKinds.map((value) => ({ value, label: vpnKindText[value] })),
    }),
    gateway: idFilter({ label: fieldText.gateway, param: 'gateway' }),
  },
  sorts: ['name', 'kind', 'server', 'update'],
  usualSort: { by: 'name', ascending: true },
});

type Dialog =
  | { readonly kind: 'add' }
  | { readonly kind: 'edit'; readonly entry: VpnRow }
  | { readonly kind: 'secret'; readonly name: string; readonly secret: string }
  | { readonly kind: 'delete'; readonly entries: readonly VpnRow[]; readonly done?: () => void };

/**
 * The inventory of ways into the network on site: of the project (/projectConfig/VPNList), or of one gateway
 * (/projectConfig/gatewayConfigurationVPN?gateway=).
 */
export function VpnPage(_: PageProps) {
  const d = useText(detailText);
  const t = useText(listText);
  const f = useText(fieldText);
  const kinds = useText(vpnKindText);
  const { company } = useSession();
  const project = useProject();
  const mayEdit = useMaySetUp();
  const notify = useNotify();
  const list = useList(vpnList);
  const [dialog, setDialog] = useState<Dialog | null>(null);
  const { text, kinds: chosen, gateway } = list.query.filters;
  const page = useCall(
    'getVPNPage',
    {
      body: {
        CompanyId: company.CompanyId,
        ProjectIdList: [project.ProjectId],
        Name: text,
        KindList: chosen,
        DeviceId: gateway,
        SortType: list.query.sort,
        IsAsc: list.query.ascending,
        ...pagingOf(list.query),
      },
    },
    whileWaiting,
  );
  const gateways = useGatewayOptions();
  const showing = useCallMutation('getVPNSecret');
  const show = async (row: VpnRow) => {
    try {
      const { Secret: secret } = await showing.mutateAsync({ body: { VPNId: row.VPNId } });
      setDialog({ kind: 'secret', name: row.Name, secret });
    } catch (error) {
      notify.failure(error);
    }
  };
  const columns = useMemo(
    (): ListColumn<VpnRow>[] => [
      {
        key: 'name',
        title: f.vpnName,
        width: 160,
        sort: 'name',
        always: true,
        onCard: 'heading',
        render: (row) => <span className="gateway-name">{row.Name}</span>,
      },
      { key: 'kind', title: f.vpnKind, width: 110, sort: 'kind', render: (row) => kinds[row.Kind] },
      {
        key: 'server',
        title: f.server,
        width: 220,
        sort: 'server',
        render: (row) => <span className="gateway-code">{row.Server}</span>,
      },
      { key: 'local', title: f.localAddress, width: 120, render: (row) => row.LocalAddress },
      { key: 'user', title: f.userName, width: 110, render: (row) => row.UserName },
      { key: 'gateway', title: f.gateway, width: 130, ellipsis: true, render: (row) => row.DeviceName },
      { key: 'note', title: f.note, width: 150, ellipsis: true, render: (row) => row.Note },
      { key: 'updated', title: f.updated, width: 120, sort: 'update', render: (row) => <Age at={row.UpdateEPOCH} /> },
      { key: 'createdBy', title: f.createdBy, width: 110, usuallyHidden: true, render: (row) => row.CreateName },
    ],
    [f, kinds],
  );
  const close = () => setDialog(null);
  const add = mayEdit ? (
    <Button type="primary" onClick={() => setDialog({ kind: 'add' })}>
      {d.addVpn}
    </Button>
  ) : null;
  return (
    <>
      <ListPage
        list={list}
        page={page}
        columns={columns}
        label={d.vpnList}
        keyOf={({ VPNId }) => VPNId}
        nameOf={({ Name }) => Name}
        options={{ gateway: gateways.length > 0 ? gateways : null }}
        actions={add}
        empty={{ title: d.vpnEmpty, hint: d.vpnEmptyHint, action: add }}
        rowActions={(row) =>
          row.MayEdit
            ? [
                ...(row.HasSecret
                  ? [{ key: 'secret', label: d.showSecret, inline: true, run: () => void show(row) }]
                  : []),
                { key: 'edit', label: t.edit, run: () => setDialog({ kind: 'edit', entry: row }) },
                {
                  key: 'delete',
                  label: t.delete,
                  danger: true,
                  run: () => setDialog({ kind: 'delete', entries: [row] }),
                },
              ]
            : []
        }
        {...(mayEdit
          ? {
              onOpen: (row: VpnRow) => setDialog({ kind: 'edit', entry: row }),
              selectable: ({ MayEdit }: VpnRow) => MayEdit,
              batch: (selected: readonly VpnRow[], clear: () => void) => (
                <Button danger onClick={() => setDialog({ kind: 'delete', entries: selected, done: clear })}>
                  {t.delete}
                </Button>
              ),
            }
          : {})}
      />
      {dialog?.kind === 'add' ? (
        <VpnDialog present={null} gatewayId={gateway ?? null} gateways={gateways} onClose={close} />
      ) : null}
      {dialog?.kind === 'edit' ? (
        <VpnDialog present={dialog.entry} gatewayId={null} gateways={gateways} onClose={close} />
      ) : null}
      {dialog?.kind === 'delete' ? (
        <DeleteVpnDialog
          entries={dialog.entries}
          onClose={close}
          onDone={() => {
            dialog.done?.();
            close();
          }}
        />
      ) : null}
      {dialog?.kind === 'secret' ? (
        <Modal
          open
          title={d.secretOf(dialog.name)}
          footer={<Button onClick={close}>{t.close}</Button>}
          onCancel={close}
        >
          <Secret text={dialog.secret} />
        </Modal>
      ) : null}
    </>
  );
}

interface GatewayOption {
  readonly value: number;
  readonly label: string;
}

function useGatewayOptions(): GatewayOption[] {
  const project = useProject();
  const found = useCall('getTerminalDropdow', { query: { ProjectId: project.ProjectId } }).data;
  return useMemo(
    () => (found ?? []).map(({ DeviceId, DeviceName }) => ({ value: DeviceId, label: DeviceName })),
    [found],
  );
}

type NewEntry = CallInput<AllCalls['addVPN']>['body'];

function VpnDialog({
  present,
  gatewayId,
  gateways,
  onClose,
}: {
  present: VpnRow | null;
  /** Proposed for a new one. */
  gatewayId: number | null;
  gateways: readonly GatewayOption[];
  onClose: () => void;
}) {
  const d = useText(detailText);
  const t = useText(listText);
  const f = useText(fieldText);
  const kinds = useText(vpnKindText);
  const project = useProject();
  const notify = useNotify();
  const changed = useGatewaysChanged();
  const adding = useCallMutation('addVPN');
  const changing = useCallMutation('updateVPN');
  const initial = {
    ProjectId: project.ProjectId,
    DeviceId: present?.DeviceId ?? gatewayId,
    Name: present?.Name ?? '',
    Kind: present?.Kind ?? 'openvpn',
    Server: present?.Server ?? '',
    LocalAddress: present?.LocalAddress ?? '',
    UserName: present?.UserName ?? '',
    Secret: '',
    Note: present?.Note ?? '',
  };
  const done = async () => {
    notify.success(t.saved);
    onClose();
    await changed();
  };
  const add = async ({ Secret: secret, ...body }: NewEntry) => {
    await adding.mutateAsync({ body: { ...body, ...(secret ? { Secret: secret } : {}) } });
    await done();
  };
  const change = async (vpnId: number, body: Partial<NewEntry>) => {
    const { DeviceId: gateway, ...rest } = body;
    const moved = 'DeviceId' in body ? { DeviceId: gateway ?? null } : {};
    await changing.mutateAsync({ body: VpnChange.parse({ ...rest, ...moved, VPNId: vpnId }) });
    await done();
  };
  const form = useSchemaForm(
    NewVpn,
    present
      ? { initial, edits: [], save: (body: Partial<NewEntry>) => change(present.VPNId, body) }
      : { initial, save: add },
  );
  return (
    <FormDialog form={form} title={present ? d.editVpn : d.addVpn} width={640} onClose={onClose}>
      <div className="gateway-form">
        <form.Field name="Name" label={f.vpnName}>
          <Input maxLength={25} />
        </form.Field>
        <form.Field name="Kind" label={f.vpnKind}>
          <Select options={vpnKinds.map((value) => ({ value, label: kinds[value] }))} />
        </form.Field>
        <form.Field name="Server" label={f.server}>
          <Input maxLength={255} />
        </form.Field>
        <form.Field name="LocalAddress" label={f.localAddress}>
          <Input maxLength={100} />
        </form.Field>
        <form.Field name="UserName" label={f.userName}>
          <Input maxLength={100} autoComplete="off" />
        </form.Field>
        <form.Field name="DeviceId" label={f.gateway}>
          <Select allowClear options={[...gateways]} showSearch={{ optionFilterProp: 'label' }} />
        </form.Field>
        <div className="gateway-form-wide">
          <form.Field name="Secret" label={f.secret} extra={present?.HasSecret ? f.secretKept : f.secretHint}>
            <Input.TextArea maxLength={8000} autoSize={{ minRows: 1, maxRows: 6 }} autoComplete="off" />
          </form.Field>
          <form.Field name="Note" label={f.note}>
            <Input.TextArea maxLength={500} autoSize={{ minRows: 1, maxRows: 4 }} />
          </form.Field>
        </div>
      </div>
    </FormDialog>
  );
}

function DeleteVpnDialog({
  entries,
  onClose,
  onDone,
}: {
  entries: readonly VpnRow[];
  onClose: () => void;
  onDone: () => void;
}) {
  const d = useText(detailText);
  const t = useText(listText);
  const notify = useNotify();
  const changed = useGatewaysChanged();
  const deletion = useCallMutation('deleteVPN');
  const start = async () => {
    await deletion.mutateAsync({ body: { VPNIdList: entries.map(({ VPNId }) => VPNId) } });
    notify.success(d.vpnDeleted);
    onDone();
    await changed();
  };
  return (
    <ConfirmDialog title={d.deleteVpnOf(entries.length)} ok={t.delete} act={start} onClose={onClose}>
      <ul>
        {entries.slice(0, 10).map(({ VPNId, Name, Server }) => (
          <li key={VPNId}>
            {Name} <span className="gateway-faint">{Server}</span>
          </li>
        ))}
      </ul>
    </ConfirmDialog>
  );
}
