import { NewTeam, TeamChange, type TeamRow, teamTypeNames, teamTypes } from '@watchpost/contract';
import { Button, Checkbox, Form, Input, Select } from 'antd';
import { useMemo } from 'react';
import { useText } from '../lib/defineText.ts';
import { useBilingual } from '../lib/language.ts';
import { dash } from '../lib/numbers.ts';
import { comma } from '../lib/punctuation.ts';
import { useMay } from '../lib/session.ts';
import { useCall } from '../lib/useCall.ts';
import { DeleteDialog, FormDialog, type SchemaFormState, useDialog, useSchemaForm } from '../ui/form/index.ts';
import { useSave, WordTag } from '../ui/index.ts';
import {
  choiceFilter,
  defineList,
  type ListColumn,
  ListPage,
  pagingOf,
  type RowAction,
  textFilter,
  useList,
  whileWaiting,
} from '../ui/list/index.ts';
import { callsAboutMaintenance } from './callsAboutMaintenance.ts';
import { DisableTeamDialog } from './DisableTeamDialog.tsx';
import './maintenance.css';
import { maintenanceText } from './text.ts';

const teamList = defineList({
  name: 'maintenanceTeams',
  filters: {
    text: textFilter({ label: maintenanceText.searchTeam }),
    type: choiceFilter({
      label: maintenanceText.type,
      param: 'type',
      options: teamTypeNames.map((value) => ({ value, label: teamTypes[value] })),
    }),
    enabled: choiceFilter({
      label: maintenanceText.state,
      param: 'enabled',
      options: [
        { value: 'yes', label: maintenanceText.enabled },
        { value: 'no', label: maintenanceText.disabled },
      ],
    }),
  },
  sorts: ['name'],
  usualSort: { by: 'name', ascending: true },
});

/** Who maintains what, and where. Route /maintenanceManage/maintenanceTeam. */
export function TeamsPage() {
  const t = useText(maintenanceText);
  const list = useList(teamList);
  const dialog = useDialog();
  const save = useSave(callsAboutMaintenance);
  const mayEdit = useMay('maintenanceTeams');
  const { text, type, enabled } = list.query.filters;
  const page = useCall(
    'getTeamPage',
    {
      body: {
        Text: text,
        Type: type,
        Enabled: enabled === undefined ? undefined : enabled === 'yes',
        IsAsc: list.query.ascending,
        ...pagingOf(list.query),
      },
    },
    { scope: 'company', ...whileWaiting },
  );
  const columns = useTeamColumns();
  const edit = (present: TeamRow | null) => dialog.open(<TeamDialog present={present} onClose={dialog.close} />);
  const actionsOf = (row: TeamRow): RowAction[] =>
    mayEdit
      ? [
          { key: 'edit', label: t.edit, inline: true, run: () => edit(row) },
          {
            key: 'status',
            label: row.Enabled ? t.disable : t.enable,
            run: () =>
              row.Enabled
                ? dialog.open(<DisableTeamDialog team={row} onClose={dialog.close} />)
                : void save('setTeamStatus', { body: { TeamId: row.TeamId, Enabled: true } }, t.saved),
          },
          {
            key: 'remove',
            label: t.removeTeam,
            danger: true,
            run: () =>
              dialog.open(
                <DeleteDialog
                  title={t.removeTeamOf(row.TeamName)}
                  ok={t.removeTeam}
                  names={[row.TeamName]}
                  call="removeTeam"
                  input={{ body: { TeamId: row.TeamId } }}
                  said={t.deleted}
                  asks={callsAboutMaintenance}
                  onClose={dialog.close}
                />,
              ),
          },
        ]
      : [];
  const add = mayEdit ? (
    <Button type="primary" onClick={() => edit(null)}>
      {t.addTeam}
    </Button>
  ) : null;
  return (
    <>
      <ListPage
        list={list}
        page={page}
        columns={columns}
        label={t.teams}
        keyOf={({ TeamId }) => TeamId}
        nameOf={({ TeamName }) => TeamName}
        {...(mayEdit ? { onOpen: edit } : {})}
        rowActions={actionsOf}
        actions={add}
        empty={{ title: t.noTeams, hint: t.noTeamsHint, action: add }}
      />
      {dialog.shown}
    </>
  );
}

function useTeamColumns(): readonly ListColumn<TeamRow>[] {
  const t = useText(maintenanceText);
  const inWords = useBilingual();
  return useMemo(
    (): ListColumn<TeamRow>[] => [
      {
        key: 'name',
        title: t.team,
        width: 190,
        sort: 'name',
        always: true,
        onCard: 'heading',
        render: ({ TeamName }) => TeamName,
      },
      {
        key: 'type',
        title: t.type,
        width: 130,
        render: ({ TypeList }) => TypeList.map((type) => inWords(teamTypes[type])).join(comma()),
      },
      { key: 'areas', title: t.areas, width: 220, ellipsis: true, render: ({ AreaList }) => AreaList.join(comma()) },
      { key: 'count', title: t.memberCount, width: 90, align: 'right', render: ({ MemberCount }) => MemberCount },
      {
        key: 'admin',
        title: t.administrator,
        width: 150,
        ellipsis: true,
        render: ({ MemberList }) =>
          MemberList.filter(({ IsAdmin }) => IsAdmin)
            .map(({ UserName, Mobile }) => [UserName, Mobile].filter(Boolean).join(' '))
            .join(comma()) || dash,
      },
      { key: 'contracts', title: t.contractCount, width: 90, align: 'right', render: (row) => row.ContractCount },
      { key: 'open', title: t.openOrders, width: 150, align: 'right', render: (row) => row.OpenOrderCount },
      {
        key: 'state',
        title: t.state,
        width: 90,
        render: ({ Enabled }) => <WordTag good={Enabled || null} words={Enabled ? t.enabled : t.disabled} />,
      },
    ],
    [t, inWords],
  );
}

/** Without a type or an area nobody is sent anywhere. */
const TeamForm = NewTeam.extend({
  TypeList: NewTeam.shape.TypeList.min(1),
  AreaList: NewTeam.shape.AreaList.min(1),
});

function TeamDialog({ present, onClose }: { present: TeamRow | null; onClose: () => void }) {
  const t = useText(maintenanceText);
  const inWords = useBilingual();
  const save = useSave(callsAboutMaintenance, onClose);
  const initial = useMemo(
    () => ({
      TeamName: present?.TeamName ?? '',
      TypeList: present?.TypeList ?? ['onSite' as const],
      AreaList: present?.AreaList ?? [],
      MemberList: present?.MemberList.map(({ UserId, IsAdmin, Mobile }) => ({ UserId, IsAdmin, Mobile })) ?? [],
      Note: present?.Note ?? '',
    }),
    [present],
  );
  const form = useSchemaForm(TeamForm, {
    initial,
    add: (body) => save('addTeam', { body }, t.added),
    edit:
      present &&
      ((body) => save('editTeam', { body: TeamChange.parse({ ...body, TeamId: present.TeamId }) as never }, t.saved)),
  });
  return (
    <FormDialog form={form} title={present ? t.editTeam : t.addTeam} width={680} onClose={onClose}>
      <div className="form-columns">
        <form.Field name="TeamName" label={t.team}>
          <Input maxLength={20} />
        </form.Field>
        <form.Field name="TypeList" label={t.type}>
          <Select
            mode="multiple"
            options={teamTypeNames.map((value) => ({ value, label: inWords(teamTypes[value]) }))}
          />
        </form.Field>
        <div className="form-wide">
          <form.Field name="AreaList" label={t.areas} extra={t.areasHint}>
            <Select mode="tags" tokenSeparators={[',', '，', '、']} />
          </form.Field>
          <MembersField known={present?.MemberList ?? []} form={form} />
          <form.Field name="Note" label={t.note}>
            <Input.TextArea maxLength={200} autoSize={{ minRows: 1, maxRows: 4 }} />
          </form.Field>
        </div>
      </div>
    </FormDialog>
  );
}

interface Member {
  readonly UserId: number | undefined;
  readonly IsAdmin: boolean;
  readonly Mobile: string;
}

/** The people of a team, each on a line; what is wrong stands at the box that it is about. */
function MembersField({ known, form }: { known: TeamRow['MemberList']; form: SchemaFormState<typeof TeamForm> }) {
  const t = useText(maintenanceText);
  const members = (Form.useWatch('MemberList', { form: form.antd, preserve: true }) ?? []) as readonly Member[];
  const people = useCall('getTeamPeople', { query: {} }, { scope: 'company', staleTime: 60_000 }).data;
  const names = new Map([
    ...known.map(({ UserId, UserName }) => [UserId, UserName] as const),
    ...(people ?? []).map(({ UserId, UserName }) => [UserId, UserName] as const),
  ]);
  const set = (next: readonly Member[]) => {
    form.antd.setFieldValue('MemberList', next);
    form.noteChange();
  };
  return (
    <fieldset className="mt-members">
      <legend>{t.members}</legend>
      {members.map((_, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a member who is not chosen yet has nothing else to be told by.
        <div key={place} className="mt-member">
          <form.Field name={['MemberList', place, 'UserId']}>
            <Select
              aria-label={t.person}
              showSearch={{ optionFilterProp: 'label' }}
              options={[...names].map(([id, label]) => ({
                value: id,
                label,
                disabled: members.some(({ UserId }) => UserId === id),
              }))}
            />
          </form.Field>
          <form.Field name={['MemberList', place, 'Mobile']}>
            <Input aria-label={t.mobile} placeholder={t.mobile} maxLength={20} />
          </form.Field>
          <form.Field name={['MemberList', place, 'IsAdmin']} valuePropName="checked">
            <Checkbox>{t.administrator}</Checkbox>
          </form.Field>
          <Button type="text" onClick={() => set(members.filter((_member, i) => i !== place))}>
            {t.removeMember}
          </Button>
        </div>
      ))}
      {members.every(({ UserId }) => UserId !== undefined) ? (
        <Button onClick={() => set([...members, { UserId: undefined, IsAdmin: false, Mobile: '' }])}>
          {t.addMember}
        </Button>
      ) : null}
    </fieldset>
  );
}
