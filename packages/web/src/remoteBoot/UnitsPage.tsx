import {
  type BootCourse,
  BootUnitChange,
  type BootUnitRow,
  bootUnitStateNames,
  bootUnitStates,
  bootWatchStates,
  calls,
  InstallFigures,
  type InstallVerdict,
  installChecks,
  installPhotosMax,
  NewBootUnit,
  verdictWords,
} from '@watchpost/contract';
import { Button, Form, Input, InputNumber, Modal, Select, Table } from 'antd';
import { useMemo, useState } from 'react';
import { callApi } from '../lib/client.ts';
import { useDates } from '../lib/dates.ts';
import { useText } from '../lib/defineText.ts';
import { useBilingual } from '../lib/language.ts';
import { dash } from '../lib/numbers.ts';
import { useMay } from '../lib/session.ts';
import { useCall } from '../lib/useCall.ts';
import { useProjectOptions } from '../lib/useProjectOptions.ts';
import { ConfirmDialog, FormDialog, PhotosField, useSchemaForm } from '../ui/form/index.ts';
import { ErrorState, ListSkeleton, useNotify, useSave, WordTag } from '../ui/index.ts';
import {
  choicesFilter,
  defineList,
  idsFilter,
  type ListColumn,
  ListPage,
  pagingOf,
  type RowAction,
  textFilter,
  useList,
  useListPage,
  whileWaiting,
} from '../ui/list/index.ts';
import { CourseDialog, ReportBootDialog, UnlockDialog, WaiveDialog } from './BootDialogs.tsx';
import { callsAboutBoot } from './callsAboutBoot.ts';
import { IssueDialog } from './IssueDialog.tsx';
import { bootText } from './text.ts';
import './remoteBoot.css';

const unitList = defineList({
  name: 'bootUnits',
  filters: {
    text: textFilter({ label: bootText.searchUnit }),
    states: choicesFilter({
      label: bootText.status,
      param: 'state',
      options: bootUnitStateNames.map((value) => ({ value, label: bootUnitStates[value] })),
    }),
    projects: idsFilter({ label: bootText.project, param: 'projects' }),
  },
  sorts: ['name', 'number', 'updated'],
  usualSort: { by: 'name', ascending: true },
});

const isGood = { registered: null, deviates: false, conforms: true, released: true, booted: true } as const;
const isGoodHour = { watching: null, ok: true, failed: false, unknown: null } as const;
const isReleased = ({ InstallStatus }: BootUnitRow): boolean =>
  InstallStatus === 'released' || InstallStatus === 'booted';

/** Units from delivery to their start: installed, judged, released. Route /unitManage. */
export function UnitsPage() {
  const t = useText(bootText);
  const list = useList(unitList);
  const save = useSave(callsAboutBoot);
  const mayEdit = useMay('bootUnits');
  const mayApprove = useMay('bootApprove');
  const mayIssue = useMay('bootPasswords');
  const { text, states, projects } = list.query.filters;
  const page = useCall(
    'getBootUnitPage',
    {
      body: {
        Text: text,
        ProjectIdList: projects,
        InstallStatusList: states,
        ...pagingOf(list.query),
      },
    },
    { scope: 'company', ...whileWaiting },
  );
  const columns = useUnitColumns();
  const projectOptions = useProjectOptions();
  const { dialog, props, shown, editing, deleting } = useListPage({
    list,
    page,
    keyOf: ({ UnitId }) => UnitId,
    nameOf: ({ UnitName }) => UnitName,
    form: (present: BootUnitRow | null, close) => <UnitDialog present={present} onClose={close} />,
    add: mayEdit ? t.addUnit : null,
    empty: { title: t.noUnits, hint: t.noUnitsHint },
    deletion: {
      call: 'deleteBootUnit',
      input: (UnitIdList) => ({ body: { UnitIdList } }),
      title: t.deleteOf,
      said: t.deleted,
      asks: callsAboutBoot,
    },
  });
  const install = (unit: BootUnitRow) => dialog.open(<InstallDialog unit={unit} onClose={dialog.close} />);
  const approve = ({ UnitId, UnitName }: BootUnitRow) =>
    dialog.open(
      <ConfirmDialog
        title={t.approveTitle(UnitName)}
        ok={t.approve}
        danger={false}
        act={async () => {
          await save('approveInstall', { body: { UnitId } }, t.approved);
          dialog.close();
        }}
        onClose={dialog.close}
      >
        <p>{t.approveHint}</p>
      </ConfirmDialog>,
    );
  const waive = (unit: BootUnitRow) => dialog.open(<WaiveDialog unit={unit} onClose={dialog.close} />);
  const show = (unit: BootUnitRow) => dialog.open(<CourseDialog unit={unit} onClose={dialog.close} />);
  /** The next step of a unit stands in its row. */
  const nextOf = (row: BootUnitRow): RowAction[] => {
    if (row.InstallStatus === 'booted') return [{ key: 'course', label: t.course, inline: true, run: () => show(row) }];
    if (row.InstallStatus === 'released')
      return mayIssue
        ? [
            ...(row.LockPointId === null
              ? []
              : [
                  {
                    key: 'unlock',
                    label: t.unlock,
                    inline: true,
                    run: () => dialog.open(<UnlockDialog unit={row} onClose={dialog.close} />),
                  },
                ]),
            {
              key: 'issue',
              label: t.issue,
              inline: row.LockPointId === null,
              run: () => dialog.open(<IssueDialog unit={row} onClose={dialog.close} />),
            },
          ]
        : [];
    if (row.InstallStatus === 'deviates' && mayApprove && !mayEdit)
      return [{ key: 'waive', label: t.waive, inline: true, run: () => waive(row) }];
    if (row.InstallStatus === 'conforms' && mayApprove)
      return [{ key: 'approve', label: t.approve, inline: true, run: () => approve(row) }];
    return mayEdit ? [{ key: 'install', label: t.install, inline: true, run: () => install(row) }] : [];
  };
  const actionsOf = (row: BootUnitRow): RowAction[] => [
    ...nextOf(row),
    ...(mayEdit ? [editing(row, { inline: false })] : []),
    ...(mayEdit && row.InstallStatus === 'conforms'
      ? [{ key: 'again', label: t.install, run: () => install(row) }]
      : []),
    ...(mayApprove && mayEdit && row.InstallStatus === 'deviates'
      ? [{ key: 'waive', label: t.waive, run: () => waive(row) }]
      : []),
    ...(row.InstallStatus === 'released' && (mayEdit || mayIssue)
      ? [
          {
            key: 'report',
            label: t.report,
            run: () => dialog.open(<ReportBootDialog unit={row} onClose={dialog.close} />),
          },
        ]
      : []),
    ...(row.InstallStatus === 'booted' ? [] : [{ key: 'course', label: t.course, run: () => show(row) }]),
    ...(mayApprove && isReleased(row)
      ? [
          {
            key: 'relock',
            label: t.relock,
            danger: true,
            run: () => dialog.open(<RelockDialog unit={row} onClose={dialog.close} />),
          },
        ]
      : []),
    ...(mayEdit && !isReleased(row) ? [deleting(row)] : []),
  ];
  return (
    <>
      <ListPage
        {...props}
        columns={columns}
        label={t.units}
        options={{ projects: projectOptions.length > 0 ? projectOptions : null }}
        onOpen={install}
        rowActions={actionsOf}
        actionsWidth={184}
      />
      {shown}
    </>
  );
}

function useUnitColumns(): readonly ListColumn<BootUnitRow>[] {
  const t = useText(bootText);
  const inWords = useBilingual();
  const dates = useDates();
  return useMemo(
    (): ListColumn<BootUnitRow>[] => [
      {
        key: 'name',
        title: t.unitName,
        width: 170,
        sort: 'name',
        always: true,
        onCard: 'heading',
        render: ({ UnitName }) => UnitName,
      },
      { key: 'number', title: t.unitNumber, width: 150, sort: 'number', render: ({ UnitNumber }) => UnitNumber },
      { key: 'model', title: t.model, width: 100, ellipsis: true, render: ({ Model }) => Model },
      {
        key: 'contract',
        title: t.contract,
        width: 140,
        ellipsis: true,
        usuallyHidden: true,
        render: ({ ContractNumber }) => ContractNumber || dash,
      },
      {
        key: 'project',
        title: t.project,
        width: 170,
        ellipsis: true,
        render: ({ ProjectName }) => ProjectName ?? t.relatedNo,
      },
      { key: 'position', title: t.position, width: 120, ellipsis: true, render: ({ Position }) => Position || dash },
      {
        key: 'status',
        title: t.status,
        width: 150,
        render: ({ InstallStatus }) => (
          <WordTag good={isGood[InstallStatus]} words={inWords(bootUnitStates[InstallStatus])} />
        ),
      },
      {
        key: 'watch',
        title: t.firstHour,
        width: 190,
        render: ({ WatchState }) =>
          WatchState === null ? (
            dash
          ) : (
            <WordTag good={isGoodHour[WatchState]} words={inWords(bootWatchStates[WatchState])} />
          ),
      },
      {
        key: 'device',
        title: t.device,
        width: 160,
        ellipsis: true,
        usuallyHidden: true,
        render: ({ ModelTreeName }) => ModelTreeName ?? dash,
      },
      {
        key: 'updated',
        title: t.updated,
        width: 150,
        sort: 'updated',
        usuallyHidden: true,
        render: ({ UpdateEpoch }) => dates.dateTime(UpdateEpoch),
      },
    ],
    [t, inWords, dates],
  );
}

function UnitDialog({ present, onClose }: { present: BootUnitRow | null; onClose: () => void }) {
  const t = useText(bootText);
  const save = useSave(callsAboutBoot, onClose);
  const projectOptions = useProjectOptions();
  const initial = useMemo(
    () => ({
      UnitName: present?.UnitName ?? '',
      UnitNumber: present?.UnitNumber ?? '',
      Model: present?.Model ?? '',
      ContractNumber: present?.ContractNumber ?? '',
      ProjectId: present?.ProjectId ?? null,
      Position: present?.Position ?? '',
      ModelTreeId: present?.ModelTreeId ?? null,
      LockPointId: present?.LockPointId ?? null,
      UnlockValue: present?.UnlockValue ?? 1,
    }),
    [present],
  );
  const form = useSchemaForm(NewBootUnit, {
    initial,
    add: (body) => save('addBootUnit', { body }, t.added),
    edit:
      present &&
      ((body) =>
        save('editBootUnit', { body: BootUnitChange.parse({ ...body, UnitId: present.UnitId }) as never }, t.saved)),
  });
  const projectId = (Form.useWatch('ProjectId', { form: form.antd, preserve: true }) ?? null) as number | null;
  const deviceId = (Form.useWatch('ModelTreeId', { form: form.antd, preserve: true }) ?? null) as number | null;
  const devices = useCall('getBootDevices', projectId === null ? null : { query: { projectId } }, {
    scope: 'company',
    staleTime: 60_000,
  }).data;
  const points = devices?.find(({ ModelTreeId }) => ModelTreeId === deviceId)?.PointList ?? [];
  return (
    <FormDialog form={form} title={present ? t.editUnit : t.addUnit} width={600} onClose={onClose}>
      <div className="form-columns">
        <form.Field name="UnitName" label={t.unitName}>
          <Input maxLength={50} />
        </form.Field>
        <form.Field name="UnitNumber" label={t.unitNumber} extra={t.unitNumberHint}>
          <Input maxLength={64} />
        </form.Field>
        <form.Field name="Model" label={t.model}>
          <Input maxLength={50} />
        </form.Field>
        <form.Field name="ContractNumber" label={t.contract}>
          <Input maxLength={50} />
        </form.Field>
        <form.Field name="ProjectId" label={t.project}>
          <Select
            allowClear
            options={projectOptions}
            showSearch={{ optionFilterProp: 'label' }}
            onChange={() => form.antd.setFieldsValue({ ModelTreeId: null, LockPointId: null })}
          />
        </form.Field>
        <form.Field name="Position" label={t.position}>
          <Input maxLength={100} />
        </form.Field>
        <form.Field name="ModelTreeId" label={t.device} extra={t.deviceHint}>
          <Select
            allowClear
            disabled={projectId === null}
            options={
              devices?.map(({ ModelTreeId, ModelTreeName }) => ({ value: ModelTreeId, label: ModelTreeName })) ?? []
            }
            showSearch={{ optionFilterProp: 'label' }}
            onChange={() => form.antd.setFieldValue('LockPointId', null)}
          />
        </form.Field>
        <form.Field name="LockPointId" label={t.lockPoint} extra={t.lockPointHint}>
          <Select
            allowClear
            disabled={points.length === 0}
            options={points.map(({ PointId, PointName }) => ({ value: PointId, label: PointName }))}
          />
        </form.Field>
        <form.Field name="UnlockValue" label={t.unlockValue}>
          <InputNumber />
        </form.Field>
      </div>
    </FormDialog>
  );
}

/** The figures of an installation with its pictures. These are read first: what is entered without them would remove them. */
function InstallDialog({ unit, onClose }: { unit: BootUnitRow; onClose: () => void }) {
  const t = useText(bootText);
  const course = useCall('getBootCourse', unit.PhotoCount === 0 ? null : { query: { unitId: unit.UnitId } }, {
    scope: 'company',
  });
  if (unit.PhotoCount > 0 && !course.data)
    return (
      <Modal open width={680} footer={null} title={t.installOf(unit.UnitName)} onCancel={onClose}>
        {course.error ? (
          <ErrorState error={course.error} onRetry={() => void course.refetch()} />
        ) : (
          <ListSkeleton rows={5} />
        )}
      </Modal>
    );
  return <InstallForm unit={unit} photos={course.data?.PhotoList ?? []} onClose={onClose} />;
}

/** The figures of an installation, held against the standards before they are entered. */
function InstallForm({
  unit,
  photos,
  onClose,
}: {
  unit: BootUnitRow;
  photos: BootCourse['PhotoList'];
  onClose: () => void;
}) {
  const t = useText(bootText);
  const kept = useMemo(() => photos.map(({ Path }) => Path), [photos]);
  const notify = useNotify();
  const mayEdit = useMay('bootUnits') && !isReleased(unit);
  const save = useSave(callsAboutBoot, onClose);
  const [verdicts, setVerdicts] = useState<readonly InstallVerdict[]>(unit.VerdictList);
  const form = useSchemaForm(InstallFigures, {
    initial: { UnitId: unit.UnitId, OilType: '', GasClimb: 0, LiquidClimb: 0, ...unit.Install, PhotoList: kept },
    save: (body) => save('submitInstall', { body }, t.submitted),
  });
  const check = async () => {
    const figures = InstallFigures.safeParse({ ...form.antd.getFieldsValue(), UnitId: unit.UnitId });
    if (!figures.success) {
      await form.antd.validateFields().catch(() => {});
      return;
    }
    try {
      setVerdicts((await callApi('checkInstall', { body: figures.data })).VerdictList);
    } catch (error) {
      notify.failure(error);
    }
  };
  const number = <InputNumber min={0} precision={2} disabled={!mayEdit} />;
  const whole = <InputNumber min={0} precision={0} disabled={!mayEdit} />;
  const pressure = <InputNumber min={0} precision={3} disabled={!mayEdit} />;
  const temperature = <InputNumber precision={1} disabled={!mayEdit} />;
  return (
    <FormDialog
      form={form}
      title={t.installOf(unit.UnitName)}
      submitText={t.submit}
      width={680}
      onClose={onClose}
      {...(mayEdit ? {} : { submitDisabled: true })}
    >
      <div className="form-columns">
        <form.Field name="HorizontalLength" label={t.horizontal}>
          {number}
        </form.Field>
        <form.Field name="OilType" label={t.oil}>
          <Input maxLength={50} disabled={!mayEdit} />
        </form.Field>
        <form.Field name="GasClimb" label={t.gasClimb}>
          {number}
        </form.Field>
        <form.Field name="LiquidClimb" label={t.liquidClimb}>
          {number}
        </form.Field>
        <form.Field name="GasDiameter" label={t.gas}>
          {number}
        </form.Field>
        <form.Field name="RiserDiameter" label={t.riser}>
          {number}
        </form.Field>
        <form.Field name="LiquidDiameter" label={t.liquid}>
          {number}
        </form.Field>
        <form.Field name="OilTraps" label={t.oilTraps}>
          {whole}
        </form.Field>
      </div>
      <h3 className="boot-part">{t.tightness}</h3>
      <div className="form-columns">
        <form.Field name="PressureFrom" label={t.pressureFrom}>
          {pressure}
        </form.Field>
        <form.Field name="PressureTo" label={t.pressureTo}>
          {pressure}
        </form.Field>
        <form.Field name="PressureFromTemp" label={t.pressureFromTemp}>
          {temperature}
        </form.Field>
        <form.Field name="PressureToTemp" label={t.pressureToTemp}>
          {temperature}
        </form.Field>
        <form.Field name="PressureHours" label={t.pressureHours}>
          {number}
        </form.Field>
        <form.Field name="GaugeStep" label={t.gaugeStep} extra={t.gaugeStepHint}>
          {pressure}
        </form.Field>
        <form.Field name="VacuumEnd" label={t.vacuumEnd}>
          {whole}
        </form.Field>
        <form.Field name="VacuumRise" label={t.vacuumRise}>
          {whole}
        </form.Field>
        {mayEdit ? (
          <div className="boot-check">
            <Button onClick={() => void check()}>{t.check}</Button>
          </div>
        ) : null}
      </div>
      <form.Field name="PhotoList" label={t.photos}>
        <PhotosField<string>
          max={installPhotosMax}
          disabled={!mayEdit}
          photoOf={(url) => url}
          addressOf={(path) => photos.find(({ Path }) => Path === path)?.Url ?? path}
        />
      </form.Field>
      {unit.Waiver === '' ? null : <p>{t.waivedBy(unit.WaiveName ?? dash, unit.Waiver)}</p>}
      {verdicts.length === 0 ? null : <Verdicts verdicts={verdicts} />}
    </FormDialog>
  );
}

const verdictGood = { ok: true, deviation: false, undecided: false } as const;

function Verdicts({ verdicts }: { verdicts: readonly InstallVerdict[] }) {
  const t = useText(bootText);
  const inWords = useBilingual();
  return (
    <>
      {verdicts.every(({ Verdict }) => Verdict === 'ok') ? <p role="status">{t.allGood}</p> : null}
      <Table<InstallVerdict>
        size="small"
        rowKey="Check"
        pagination={false}
        dataSource={[...verdicts]}
        columns={[
          { title: t.checkColumn, render: ({ Check }: InstallVerdict) => inWords(installChecks[Check]) },
          { title: t.found, render: ({ Found }: InstallVerdict) => Found || dash },
          { title: t.allowed, render: ({ Allowed }: InstallVerdict) => Allowed ?? dash },
          {
            title: t.verdict,
            render: ({ Verdict }: InstallVerdict) => (
              <WordTag good={verdictGood[Verdict]} words={inWords(verdictWords[Verdict])} />
            ),
          },
        ]}
      />
    </>
  );
}

function RelockDialog({ unit, onClose }: { unit: BootUnitRow; onClose: () => void }) {
  const t = useText(bootText);
  const save = useSave(callsAboutBoot, onClose);
  const form = useSchemaForm(calls.relockUnit.body, {
    initial: { UnitId: unit.UnitId, Reason: '' },
    save: (body) => save('relockUnit', { body }, t.relocked),
  });
  return (
    <FormDialog form={form} title={t.relockTitle(unit.UnitName)} submitText={t.relock} onClose={onClose}>
      <p>{t.relockHint}</p>
      <form.Field name="Reason" label={t.reason}>
        <Input.TextArea maxLength={200} autoSize={{ minRows: 2, maxRows: 5 }} />
      </form.Field>
    </FormDialog>
  );
}
