import { NewVpn, VpnChange, type VpnRow, vpnKinds } from '@watchpost/contract';
import { Button, Input, Modal, Select } from 'antd';
import { useMemo } from 'react';
import { useText } from '../lib/defineText.ts';
import type { PageProps } from '../lib/page.ts';
import { useMaySetUp, useProject, useSession } from '../lib/session.ts';
import { useCall, useCallMutation } from '../lib/useCall.ts';
import { FormDialog, useSchemaForm } from '../ui/form/index.ts';
import { Age, useNotify, useSave } from '../ui/index.ts';
import {
  choicesFilter,
  defineList,
  idFilter,
  type ListColumn,
  ListPage,
  pagingOf,
  type RowAction,
  textFilter,
  useList,
  useListPage,
  whileWaiting,
} from '../ui/list/index.ts';
import { Secret } from './CredentialsDialog.tsx';
import { detailText } from './detailText.ts';
import './gateways.css';
import { fieldText, listText, vpnKindText } from './text.ts';
import { callsAboutGateways } from './useGatewaysChanged.ts';

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
        ...pagingOf(list.query),
      },
    },
    whileWaiting,
  );
  const gateways = useGatewayOptions();
  const { dialog, props, rowProps, shown, editing, deleting } = useListPage({
    list,
    page,
    keyOf: ({ VPNId }) => VPNId,
    nameOf: ({ Name }) => Name,
    form: (present: VpnRow | null, close) => (
      <VpnDialog present={present} gatewayId={gateway ?? null} onClose={close} />
    ),
    add: mayEdit ? d.addVpn : null,
    mayEdit: ({ MayEdit }) => MayEdit,
    empty: { title: d.vpnEmpty, hint: d.vpnEmptyHint },
    deletion: {
      call: 'deleteVPN',
      input: (VPNIdList) => ({ body: { VPNIdList } }),
      title: d.deleteVpnOf,
      said: d.vpnDeleted,
      asks: callsAboutGateways,
      nameOf: ({ Name, Server }) => `${Name} ${Server}`,
    },
  });
  const showing = useCallMutation('getVPNSecret');
  const show = async (row: VpnRow) => {
    try {
      const { Secret: secret } = await showing.mutateAsync({ body: { VPNId: row.VPNId } });
      dialog.open(
        <Modal
          open
          title={d.secretOf(row.Name)}
          footer={<Button onClick={dialog.close}>{t.close}</Button>}
          onCancel={dialog.close}
        >
          <Secret text={secret} />
        </Modal>,
      );
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
      { key: 'kind', title: f.vpnKind, width: 96, sort: 'kind', render: (row) => kinds[row.Kind] },
      {
        key: 'server',
        title: f.server,
        width: 140,
        ellipsis: true,
        sort: 'server',
        render: (row) => <span className="gateway-code">{row.Server}</span>,
      },
      { key: 'local', title: f.localAddress, width: 110, render: (row) => row.LocalAddress },
      { key: 'user', title: f.userName, width: 96, render: (row) => row.UserName },
      { key: 'gateway', title: f.gateway, width: 120, ellipsis: true, render: (row) => row.DeviceName },
      { key: 'note', title: f.note, ellipsis: true, render: (row) => row.Note },
      { key: 'updated', title: f.updated, width: 96, sort: 'update', render: (row) => <Age at={row.UpdateEPOCH} /> },
      { key: 'createdBy', title: f.createdBy, width: 110, usuallyHidden: true, render: (row) => row.CreateName },
    ],
    [f, kinds],
  );
  const actionsOf = (row: VpnRow): RowAction[] => [
    ...(row.HasSecret ? [{ key: 'secret', label: d.showSecret, inline: true, run: () => void show(row) }] : []),
    editing(row, { inline: false }),
    deleting(row),
  ];
  return (
    <>
      <ListPage
        {...props}
        {...rowProps}
        columns={columns}
        label={d.vpnList}
        options={{ gateway: gateways.length > 0 ? gateways : null }}
        rowActions={(row) => (row.MayEdit ? actionsOf(row) : [])}
        actionsWidth={176}
      />
      {shown}
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

function VpnDialog({
  present,
  gatewayId,
  onClose,
}: {
  present: VpnRow | null;
  /** Proposed for a new one. */
  gatewayId: number | null;
  onClose: () => void;
}) {
  const d = useText(detailText);
  const t = useText(listText);
  const f = useText(fieldText);
  const kinds = useText(vpnKindText);
  const { ProjectId } = useProject();
  const gateways = useGatewayOptions();
  const save = useSave(callsAboutGateways, onClose);
  const form = useSchemaForm(NewVpn, {
    initial: present ? { ...present, Secret: '' } : { ProjectId, DeviceId: gatewayId, Kind: 'openvpn' },
    add: (body) => save('addVPN', { body }, t.saved),
    edit:
      present && ((body) => save('updateVPN', { body: VpnChange.parse({ ...body, VPNId: present.VPNId }) }, t.saved)),
  });
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
          <Select allowClear options={gateways} showSearch={{ optionFilterProp: 'label' }} />
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
