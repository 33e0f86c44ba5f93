import { DisplayChange, type DisplayRow, NewDisplay } from '@watchpost/contract';
import { Button, Input, Select, Switch } from 'antd';
import { useEffect, useMemo, useRef } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { useText } from '../lib/defineText.ts';
import { useMay, useSession } from '../lib/session.ts';
import { useCall } from '../lib/useCall.ts';
import { useProjectOptions } from '../lib/useProjectOptions.ts';
import { ConfirmDialog, FormDialog, NumberField, useDialog, useSchemaForm } from '../ui/form/index.ts';
import { Age, useSave } from '../ui/index.ts';
import { defineList, type ListColumn, ListPage, textFilter, useList } from '../ui/list/index.ts';
import { setUpText } from './setUpText.ts';

const callsAboutWalls = ['getDisplays', 'getDataScreens'] as const;
const displayList = defineList({
  name: 'displays',
  filters: { text: textFilter({ label: setUpText.name }) },
  sorts: ['name'],
  usualSort: { by: 'name', ascending: true },
});
const statePollMs = 30_000;

/** Walls that are paired, and pairing of new ones. Route /dataScreen/displays; `?pair=` is the code that a wall shows. */
export function DisplaysPage() {
  const t = useText(setUpText);
  const navigate = useNavigate();
  const { company } = useSession();
  const list = useList(displayList);
  const mayScreens = useMay('dataScreenView', 'dataScreenEdit', 'displaysPair');
  const { text } = list.query.filters;
  const page = useCall(
    'getDisplays',
    { query: { CompanyId: company.CompanyId } },
    {
      scope: 'company',
      refetchInterval: statePollMs,
      select: ({ DisplayList }) => {
        const Data = DisplayList.filter(({ Name }) => Name.toLowerCase().includes((text ?? '').toLowerCase()));
        return { Data: list.query.ascending ? Data : Data.reverse(), TotalCount: Data.length };
      },
    },
  );
  const dialog = useDialog();
  const [params, setParams] = useSearchParams();
  const code = params.get('pair');
  const open = (present: DisplayRow | null, shown = '') =>
    dialog.open(<DisplayDialog present={present} code={shown} onClose={dialog.close} />);
  const revoke = (row: DisplayRow) => dialog.open(<RevokeDialog row={row} onClose={dialog.close} />);
  const opened = useRef(false);
  useEffect(() => {
    if (code === null || opened.current) return;
    opened.current = true;
    open(null, code);
    setParams({}, { replace: true });
  });
  const columns = useMemo(
    (): ListColumn<DisplayRow>[] => [
      {
        key: 'name',
        title: t.name,
        width: 180,
        sort: 'name',
        always: true,
        onCard: 'heading',
        render: ({ Name }) => Name,
      },
      {
        key: 'state',
        title: t.state,
        width: 110,
        render: ({ State }) => <span className={`wall-state-${State}`}>{t[State]}</span>,
      },
      { key: 'seen', title: t.lastSeen, width: 130, render: ({ LastSeenEpoch }) => <Age at={LastSeenEpoch} /> },
      { key: 'screen', title: t.screen, width: 180, ellipsis: true, render: ({ ScreenName }) => ScreenName },
      { key: 'place', title: t.place, ellipsis: true, render: ({ ProjectName }) => ProjectName },
      {
        key: 'hours',
        title: t.hours,
        width: 120,
        render: ({ FromHour, UntilHour }) => `${FromHour}:00–${UntilHour}:00`,
      },
      { key: 'by', title: t.pairedBy, width: 130, render: ({ PairedByName }) => PairedByName ?? '–' },
    ],
    [t],
  );
  const pair = (
    <Button type="primary" onClick={() => open(null)}>
      {t.pair}
    </Button>
  );
  return (
    <>
      <ListPage
        list={list}
        page={page}
        columns={columns}
        label={t.walls}
        keyOf={({ DisplayId }) => DisplayId}
        nameOf={({ Name }) => Name}
        actions={
          <>
            {mayScreens ? <Button onClick={() => void navigate('/dataScreen/screens')}>{t.screens}</Button> : null}
            {pair}
          </>
        }
        empty={{ title: t.noWalls, hint: t.noWallsHint, action: pair }}
        opens={({ State }) => State !== 'revoked'}
        onOpen={open}
        rowActions={(row) =>
          row.State === 'revoked'
            ? []
            : [
                { key: 'edit', label: t.edit, run: () => open(row) },
                { key: 'revoke', label: t.revoke, danger: true, run: () => revoke(row) },
              ]
        }
      />
      {dialog.shown}
    </>
  );
}

function RevokeDialog({ row, onClose }: { row: DisplayRow; onClose: () => void }) {
  const t = useText(setUpText);
  const save = useSave(callsAboutWalls, onClose);
  return (
    <ConfirmDialog
      title={t.revokeTitle(row.Name)}
      ok={t.revoke}
      act={() => save('revokeDisplay', { body: { DisplayIdList: [row.DisplayId] } }, t.revoked)}
      onClose={onClose}
    >
      {t.revokeNote}
    </ConfirmDialog>
  );
}

function DisplayDialog({ present, code, onClose }: { present: DisplayRow | null; code: string; onClose: () => void }) {
  const t = useText(setUpText);
  const { company, project } = useSession();
  const projects = useProjectOptions();
  const screens = useCall('getDataScreens', { query: { CompanyId: company.CompanyId } }, { scope: 'company' }).data;
  const options = (screens?.ScreenList ?? []).map(({ ScreenId, Name }) => ({ value: ScreenId, label: Name }));
  const save = useSave(callsAboutWalls, onClose);
  const initial = useMemo(
    () => ({
      // Of a paired wall it is not asked again; the field is left out below.
      Code: present ? 'aaaaaaaa' : code,
      Name: present?.Name ?? '',
      ScreenId: present?.ScreenId,
      ProjectId: present?.ProjectId ?? project?.ProjectId,
      Language: present?.Language ?? ('zh' as const),
      Sound: present?.Sound ?? false,
      FromHour: present?.FromHour ?? 0,
      UntilHour: present?.UntilHour ?? 24,
    }),
    [present, code, project],
  );
  const form = useSchemaForm(NewDisplay, {
    initial,
    add: (body) => save('pairDisplay', { body }, t.paired),
    edit:
      present &&
      ((body) =>
        save(
          'editDisplay',
          { body: DisplayChange.parse({ ...body, DisplayId: present.DisplayId }) as never },
          t.saved,
        )),
  });
  return (
    <FormDialog form={form} title={present ? t.editWall : t.pair} width={560} onClose={onClose}>
      {present ? null : (
        <form.Field name="Code" label={t.code} extra={t.codeHint}>
          <Input maxLength={12} autoComplete="off" />
        </form.Field>
      )}
      <form.Field name="Name" label={t.name}>
        <Input maxLength={30} />
      </form.Field>
      <form.Field name="ScreenId" label={t.screen} extra={options.length === 0 ? t.noScreens : undefined}>
        <Select options={options} />
      </form.Field>
      <form.Field name="ProjectId" label={t.place} extra={t.placeHint}>
        <Select options={projects} showSearch={{ optionFilterProp: 'label' }} />
      </form.Field>
      <form.Field name="Language" label={t.language}>
        <Select
          options={[
            { value: 'zh', label: '中文' },
            { value: 'en', label: 'English' },
          ]}
        />
      </form.Field>
      <form.Field name="FromHour" label={t.fromHour}>
        <NumberField min={0} max={23} />
      </form.Field>
      <form.Field name="UntilHour" label={t.untilHour} extra={t.hoursHint}>
        <NumberField min={1} max={24} />
      </form.Field>
      <form.Field name="Sound" label={t.sound} valuePropName="checked" extra={t.soundHint}>
        <Switch />
      </form.Field>
    </FormDialog>
  );
}
