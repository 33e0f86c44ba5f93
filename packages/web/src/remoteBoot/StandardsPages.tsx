import {
  CaliberStandardChange,
  type CaliberStandardRow,
  type CaliberStandardVersion,
  NewCaliberStandard,
  NewPipeStandard,
  PipeStandardChange,
  type PipeStandardRow,
  type PipeStandardVersion,
} from '@watchpost/contract';
import { Input, Modal } from 'antd';
import { useMemo } from 'react';
import { useDates } from '../lib/dates.ts';
import { useText } from '../lib/defineText.ts';
import { dash } from '../lib/numbers.ts';
import { useMay } from '../lib/session.ts';
import { useCall } from '../lib/useCall.ts';
import { DayField } from '../ui/days/index.ts';
import { FormDialog, NumberField, useSchemaForm } from '../ui/form/index.ts';
import { useSave, WordTag } from '../ui/index.ts';
import {
  defineList,
  type List,
  type ListColumn,
  ListPage,
  type PageAnswer,
  pagingOf,
  textFilter,
  useList,
  useListPage,
  whileWaiting,
} from '../ui/list/index.ts';
import { callsAboutBoot } from './callsAboutBoot.ts';
import { bootText } from './text.ts';
import './remoteBoot.css';

const listOf = (name: 'pipeStandards' | 'caliberStandards') =>
  defineList({
    name,
    filters: { text: textFilter({ label: bootText.searchModel }) },
    sorts: ['model', 'updated'],
    usualSort: { by: 'model', ascending: true },
  });
const lists = { pipes: listOf('pipeStandards'), calibers: listOf('caliberStandards') };

const pipeFigures: readonly Figure<PipeStandardVersion>[] = [
  ['maxLength', ({ MaxPipeLength }) => MaxPipeLength],
  ['gasMaxClimb', ({ GasMaxClimb }) => GasMaxClimb],
  ['liquidMaxClimb', ({ LiquidMaxClimb }) => LiquidMaxClimb],
  ['oil', ({ OilType }) => OilType],
  ['trapInterval', ({ TrapInterval }) => TrapInterval ?? dash],
  ['testPressure', ({ TestPressure }) => TestPressure ?? dash],
  ['minSlope', ({ MinSlope }) => MinSlope ?? dash],
  ['includedLength', ({ IncludedLength }) => IncludedLength ?? dash],
  ['maxVacuum', ({ MaxVacuum }) => MaxVacuum ?? dash],
  ['nameplateCurrent', ({ NameplateCurrent }) => NameplateCurrent ?? dash],
  ['suction', ({ SuctionFrom, SuctionTo }) => rangeOf(SuctionFrom, SuctionTo)],
  ['discharge', ({ DischargeFrom, DischargeTo }) => rangeOf(DischargeFrom, DischargeTo)],
];
const caliberFigures: readonly Figure<CaliberStandardVersion>[] = [
  ['length', ({ LengthFrom, LengthTo }) => `${LengthFrom} – ${LengthTo}`],
  ['climb', ({ ClimbFrom, ClimbTo }) => `${ClimbFrom} – ${ClimbTo}`],
  ['gas', ({ GasDiameter }) => GasDiameter],
  ['riser', ({ RiserDiameter }) => RiserDiameter],
  ['liquid', ({ LiquidDiameter }) => LiquidDiameter],
  ['chargePerMetre', ({ ChargePerMetre }) => ChargePerMetre ?? dash],
];

/** How long piping may be and how far it may climb, by model. Route /conduitManage. */
export function PipeStandardsPage() {
  const t = useText(bootText);
  const list = useList(lists.pipes);
  const page = useCall('getPipeStandardPage', { body: bodyOf(list) }, { scope: 'company', ...whileWaiting });
  const columns = useStandardColumns<PipeStandardRow>(pipeFigures);
  return (
    <StandardsList
      mayEdit={useMay('pipeStandards')}
      label={t.pipes}
      columns={columns}
      parts={{
        ...{ list, page, add: t.addPipe, empty: { title: t.noPipes, hint: t.noPipesHint } },
        form: (present, close) => <PipeDialog present={present} onClose={close} />,
        versions: (row, close) => <VersionsDialog row={row} figures={pipeFigures} onClose={close} />,
        deletes: 'deletePipeStandard',
        nameOf: ({ Model }) => Model,
      }}
    />
  );
}

/** Which pipes a model takes at which length and climb. Route /caliberManage. */
export function CaliberStandardsPage() {
  const t = useText(bootText);
  const list = useList(lists.calibers);
  const page = useCall('getCaliberStandardPage', { body: bodyOf(list) }, { scope: 'company', ...whileWaiting });
  const columns = useStandardColumns<CaliberStandardRow>(caliberFigures);
  return (
    <StandardsList
      mayEdit={useMay('caliberStandards')}
      label={t.calibers}
      columns={columns}
      parts={{
        ...{ list, page, add: t.addCaliber, empty: { title: t.noCalibers, hint: t.noCalibersHint } },
        form: (present, close) => <CaliberDialog present={present} onClose={close} />,
        versions: (row, close) => <VersionsDialog row={row} figures={caliberFigures} onClose={close} />,
        deletes: 'deleteCaliberStandard',
        nameOf: ({ Model, LengthFrom, LengthTo }) => `${Model}, ${LengthFrom} – ${LengthTo} m`,
      }}
    />
  );
}

type StandardList = List<(typeof lists.pipes)['filters'], 'model' | 'updated'>;
const bodyOf = ({ query }: StandardList) => ({ Model: query.filters.text, ...pagingOf(query) });

/** A list of standards of either kind. */
function StandardsList<Row extends { StandardId: number; Model: string }>({
  mayEdit,
  label,
  columns,
  parts,
}: {
  mayEdit: boolean;
  label: string;
  columns: readonly ListColumn<Row>[];
  parts: {
    list: StandardList;
    page: PageAnswer<Row>;
    add: string;
    empty: { title: string; hint: string };
    form: (present: Row | null, close: () => void) => React.ReactNode;
    versions: (row: Row, close: () => void) => React.ReactNode;
    deletes: 'deletePipeStandard' | 'deleteCaliberStandard';
    nameOf: (row: Row) => string;
  };
}) {
  const t = useText(bootText);
  const { dialog, props, shown, edit, editing, deleting } = useListPage({
    ...parts,
    keyOf: ({ StandardId }) => StandardId,
    nameOf: ({ Model }) => Model,
    add: mayEdit ? parts.add : null,
    deletion: {
      call: parts.deletes,
      input: (StandardIdList) => ({ body: { StandardIdList } }),
      title: t.deleteOf,
      said: t.deleted,
      asks: callsAboutBoot,
      nameOf: parts.nameOf,
    },
  });
  return (
    <>
      <ListPage
        {...props}
        columns={columns}
        label={label}
        {...(mayEdit ? { onOpen: edit } : {})}
        rowActions={(row) => [
          ...(mayEdit ? [editing(row)] : []),
          {
            key: 'versions',
            label: t.versions,
            inline: !mayEdit,
            run: () => dialog.open(parts.versions(row, dialog.close)),
          },
          ...(mayEdit ? [deleting(row)] : []),
        ]}
      />
      {shown}
    </>
  );
}

type Figure<Row> = readonly [
  (
    | 'maxLength'
    | 'gasMaxClimb'
    | 'liquidMaxClimb'
    | 'trapInterval'
    | 'testPressure'
    | 'maxVacuum'
    | 'minSlope'
    | 'includedLength'
    | 'chargePerMetre'
    | 'nameplateCurrent'
    | 'suction'
    | 'discharge'
    | 'oil'
    | 'length'
    | 'climb'
    | 'gas'
    | 'riser'
    | 'liquid'
  ),
  (row: Row) => number | string,
];

/** Most makers ask for none of these, and the other columns fill a screen. */
const rarelyAsked: ReadonlySet<string> = new Set([
  ...['minSlope', 'includedLength', 'chargePerMetre', 'nameplateCurrent', 'suction', 'discharge'],
]);

function rangeOf(from: number | null, to: number | null): string {
  if (from === null) return to === null ? dash : `≤ ${to}`;
  return to === null ? `≥ ${from}` : `${from} – ${to}`;
}

type Version = Pick<PipeStandardVersion, 'Revision' | 'ValidFrom' | 'IsInForce' | 'UnitCount' | 'UpdateEpoch'>;

/** All versions of a standard, the last one first, each by what it changed. */
function VersionsDialog<Of extends Version>({
  row,
  figures,
  onClose,
}: {
  row: { Model: string; VersionList: readonly Of[] };
  figures: readonly Figure<Of>[];
  onClose: () => void;
}) {
  const t = useText(bootText);
  const dates = useDates();
  const changesOf = (version: Of, before: Of | undefined): string[] =>
    figures.flatMap(([name, value]) => {
      const [now, was] = [value(version), before === undefined ? dash : value(before)];
      if (now === was) return [];
      return [t.figure(t[name], before === undefined ? `${now}` : `${was} → ${now}`)];
    });
  return (
    <Modal open width={680} footer={null} title={t.versionsOf(row.Model)} onCancel={onClose}>
      <ol className="boot-course">
        {row.VersionList.map((version, place) => (
          <li key={version.Revision}>
            <strong>{t.version(version.Revision)}</strong>{' '}
            {version.IsInForce ? <WordTag good={true} words={t.inForce} /> : null}{' '}
            <span className="tabular">
              {[
                version.ValidFrom === null ? t.validAlways : t.validSince(version.ValidFrom),
                t.judgedUnits(version.UnitCount),
                dates.dateTime(version.UpdateEpoch),
              ].join(' · ')}
            </span>
            <ul>
              {changesOf(version, row.VersionList[place - 1]).map((change) => (
                <li key={change}>{change}</li>
              ))}
            </ul>
          </li>
        )).toReversed()}
      </ol>
    </Modal>
  );
}

function useStandardColumns<Row extends { Model: string } & Version>(
  figures: readonly Figure<Row>[],
): readonly ListColumn<Row>[] {
  const t = useText(bootText);
  const dates = useDates();
  return [
    {
      key: 'model',
      title: t.model,
      width: 180,
      sort: 'model',
      always: true,
      onCard: 'heading',
      render: ({ Model }) => Model,
    },
    {
      key: 'version',
      title: t.versionColumn,
      width: 140,
      render: ({ Revision, ValidFrom, IsInForce }) => (
        <>
          <span className="tabular">{[Revision, ...(ValidFrom === null ? [] : [ValidFrom])].join(' · ')}</span>{' '}
          {IsInForce ? null : <WordTag good={null} words={t.notYet} />}
        </>
      ),
    },
    ...figures.map(
      ([name, value]): ListColumn<Row> => ({
        key: name,
        title: t[name],
        width: 110,
        align: name === 'oil' ? 'left' : 'right',
        ...(rarelyAsked.has(name) ? { usuallyHidden: true } : {}),
        render: (row) => <span className="tabular">{value(row)}</span>,
      }),
    ),
    {
      key: 'updated',
      title: t.updated,
      width: 150,
      sort: 'updated',
      usuallyHidden: true,
      render: ({ UpdateEpoch }) => dates.dateTime(UpdateEpoch),
    },
  ];
}

/** Says that saving makes a new version, where installations were judged by this one. */
function NewVersion({ present }: { present: Version | null }) {
  const t = useText(bootText);
  if (present === null || present.UnitCount === 0) return null;
  return (
    <p className="boot-notice" role="status">
      {t.makesVersion(present.UnitCount, present.Revision + 1)}
    </p>
  );
}

/** What is valid from when, of a version that is corrected; a new one is valid from today unless they say otherwise. */
const validFromOf = (present: Version | null): string | null =>
  present === null || present.UnitCount > 0 ? null : present.ValidFrom;

const number = <NumberField min={0} precision={2} />;
const pressure = <NumberField min={0} precision={3} />;

function PipeDialog({ present, onClose }: { present: PipeStandardRow | null; onClose: () => void }) {
  const t = useText(bootText);
  const save = useSave(callsAboutBoot, onClose);
  const initial = useMemo(
    () => ({
      Model: present?.Model ?? '',
      MaxPipeLength: present?.MaxPipeLength,
      GasMaxClimb: present?.GasMaxClimb,
      LiquidMaxClimb: present?.LiquidMaxClimb,
      OilType: present?.OilType ?? '',
      TrapInterval: present?.TrapInterval ?? null,
      TestPressure: present?.TestPressure ?? null,
      MaxVacuum: present?.MaxVacuum ?? null,
      MinSlope: present?.MinSlope ?? null,
      IncludedLength: present?.IncludedLength ?? null,
      NameplateCurrent: present?.NameplateCurrent ?? null,
      SuctionFrom: present?.SuctionFrom ?? null,
      SuctionTo: present?.SuctionTo ?? null,
      DischargeFrom: present?.DischargeFrom ?? null,
      DischargeTo: present?.DischargeTo ?? null,
      ValidFrom: validFromOf(present),
    }),
    [present],
  );
  const form = useSchemaForm(NewPipeStandard, {
    initial,
    add: (body) => save('addPipeStandard', { body }, t.added),
    edit:
      present &&
      ((body) =>
        save(
          'editPipeStandard',
          { body: PipeStandardChange.parse({ ...body, StandardId: present.StandardId }) as never },
          t.saved,
        )),
  });
  return (
    <FormDialog form={form} title={present ? t.editPipe : t.addPipe} width={600} onClose={onClose}>
      <NewVersion present={present} />
      <div className="form-columns">
        <form.Field name="Model" label={t.model}>
          <Input maxLength={50} />
        </form.Field>
        <form.Field name="OilType" label={t.oil}>
          <Input maxLength={50} />
        </form.Field>
        <form.Field name="MaxPipeLength" label={t.maxLength}>
          {number}
        </form.Field>
        <form.Field name="GasMaxClimb" label={t.gasMaxClimb}>
          {number}
        </form.Field>
        <form.Field name="LiquidMaxClimb" label={t.liquidMaxClimb}>
          {number}
        </form.Field>
        <form.Field name="TrapInterval" label={t.trapInterval} extra={t.asksNothing}>
          {number}
        </form.Field>
        <form.Field name="TestPressure" label={t.testPressure} extra={t.asksNothing}>
          {pressure}
        </form.Field>
        <form.Field name="MaxVacuum" label={t.maxVacuum} extra={t.asksNothing}>
          <NumberField min={0} precision={0} />
        </form.Field>
        <form.Field name="MinSlope" label={t.minSlope} extra={t.asksNothing}>
          {number}
        </form.Field>
        <form.Field name="IncludedLength" label={t.includedLength} extra={t.asksNothing}>
          {number}
        </form.Field>
        <div className="form-wide">
          <form.Field name="NameplateCurrent" label={t.nameplateCurrent} extra={t.holdsFirstHour}>
            {number}
          </form.Field>
        </div>
        <form.Field name="SuctionFrom" label={t.suctionFrom} extra={t.asksNothing}>
          {pressure}
        </form.Field>
        <form.Field name="SuctionTo" label={t.suctionTo} extra={t.asksNothing}>
          {pressure}
        </form.Field>
        <form.Field name="DischargeFrom" label={t.dischargeFrom} extra={t.asksNothing}>
          {pressure}
        </form.Field>
        <form.Field name="DischargeTo" label={t.dischargeTo} extra={t.asksNothing}>
          {pressure}
        </form.Field>
        <form.Field name="ValidFrom" label={t.validFrom} extra={present ? t.fromTodayHint : t.alwaysHint}>
          <DayField />
        </form.Field>
      </div>
    </FormDialog>
  );
}

function CaliberDialog({ present, onClose }: { present: CaliberStandardRow | null; onClose: () => void }) {
  const t = useText(bootText);
  const save = useSave(callsAboutBoot, onClose);
  const initial = useMemo(
    () => ({
      Model: present?.Model ?? '',
      LengthFrom: present?.LengthFrom ?? 0,
      LengthTo: present?.LengthTo,
      ClimbFrom: present?.ClimbFrom ?? 0,
      ClimbTo: present?.ClimbTo,
      GasDiameter: present?.GasDiameter,
      RiserDiameter: present?.RiserDiameter,
      LiquidDiameter: present?.LiquidDiameter,
      ChargePerMetre: present?.ChargePerMetre ?? null,
      ValidFrom: validFromOf(present),
    }),
    [present],
  );
  const form = useSchemaForm(NewCaliberStandard, {
    initial,
    add: (body) => save('addCaliberStandard', { body }, t.added),
    edit:
      present &&
      ((body) =>
        save(
          'editCaliberStandard',
          { body: CaliberStandardChange.parse({ ...body, StandardId: present.StandardId }) as never },
          t.saved,
        )),
  });
  return (
    <FormDialog form={form} title={present ? t.editCaliber : t.addCaliber} width={600} onClose={onClose}>
      <NewVersion present={present} />
      <div className="form-columns">
        <div className="form-wide">
          <form.Field name="Model" label={t.model}>
            <Input maxLength={50} />
          </form.Field>
        </div>
        <form.Field name="LengthFrom" label={t.lengthFrom}>
          {number}
        </form.Field>
        <form.Field name="LengthTo" label={t.lengthTo}>
          {number}
        </form.Field>
        <form.Field name="ClimbFrom" label={t.climbFrom}>
          {number}
        </form.Field>
        <form.Field name="ClimbTo" label={t.climbTo}>
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
        <form.Field name="ChargePerMetre" label={t.chargePerMetre} extra={t.asksNothing}>
          <NumberField min={1} precision={0} />
        </form.Field>
        <form.Field name="ValidFrom" label={t.validFrom} extra={present ? t.fromTodayHint : t.alwaysHint}>
          <DayField />
        </form.Field>
      </div>
    </FormDialog>
  );
}
