import {
  type ComplianceProfile,
  type ComplianceProfileName,
  type ConformityReason,
  type ConformityRow,
  calls,
  complianceProfileNames,
  complianceProfiles,
  conformityWords,
} from '@watchpost/contract';
import { Button, Form, Input, Select } from 'antd';
import { useMemo } from 'react';
import { Link } from 'react-router';
import { useDates } from '../lib/dates.ts';
import { useText } from '../lib/defineText.ts';
import { useBilingual } from '../lib/language.ts';
import { links } from '../lib/links.ts';
import { dash, formatNumber, formatWithUnit } from '../lib/numbers.ts';
import { useMay, useProject } from '../lib/session.ts';
import { useCall } from '../lib/useCall.ts';
import { ConfirmDialog, FormDialog, NumberField, useDialog, useSchemaForm } from '../ui/form/index.ts';
import { useSave, WordTag } from '../ui/index.ts';
import { defineList, type ListColumn, ListPage, pagingOf, useList, whileWaiting } from '../ui/list/index.ts';
import { callsAboutCompliance } from './callsAboutCompliance.ts';
import { pageOfRows } from './pageOfRows.ts';
import { mendText, proofText } from './text.ts';

const conformityList = defineList({ name: 'complianceConformity', filters: {} });

/** Limits in words: `2 … 8 °C`, `≤ −18 °C`. */
export function limitsInWords(low: number | null, high: number | null, unit: string): string {
  const places = (value: number) => (Number.isInteger(value) ? 0 : 1);
  const word = (value: number) => formatWithUnit(value, unit, places(value));
  if (low === null) return high === null ? dash : `≤ ${word(high)}`;
  return high === null ? `≥ ${word(low)}` : `${formatNumber(low, places(low))} … ${word(high)}`;
}

const goodness = { green: true, yellow: 'notForLong', red: false, grey: null } as const;

/** Leads to the place where a reason is mended. How long history is kept is set on the server, at no screen. */
function Mend({
  reason,
  row,
  onAssign,
}: {
  reason: ConformityReason;
  row: ConformityRow;
  onAssign: (() => void) | null;
}) {
  const t = useText(mendText);
  const { ProjectId } = useProject();
  if (reason === 'retention') return null;
  if (reason === 'probes')
    return (
      onAssign && (
        <Button type="link" size="small" onClick={onAssign}>
          {t.probes}
        </Button>
      )
    );
  const address = mendedAt(reason, row, ProjectId);
  return (
    address && (
      <Link className="compliance-mend" to={address}>
        {t[reason]}
      </Link>
    )
  );
}

function mendedAt(
  reason: Exclude<ConformityReason, 'probes' | 'retention'>,
  { DeviceId, PointName }: ConformityRow,
  projectId: number,
): string | null {
  switch (reason) {
    case 'noData':
    case 'outside':
      return DeviceId === null ? null : links.device(DeviceId);
    case 'interval':
      return links.pointsNamed(PointName, projectId);
    case 'alarms':
      return links.alarms;
    case 'people':
      return links.strategies;
    case 'certificate':
      return links.proof('certificates');
    case 'findings':
      return links.proof('findings');
    case 'seals':
    case 'proof':
      return links.proof('seals');
  }
}

/** Points under a profile, each with its light and a sentence for each red. */
export function ConformityTab() {
  const t = useText(proofText);
  const { ProjectId } = useProject();
  const mayEdit = useMay('reportsEdit', 'compliancePublish');
  const list = useList(conformityList);
  const dialog = useDialog();
  const page = useCall(
    'getConformity',
    { query: { projectId: ProjectId } },
    { select: pageOfRows<ConformityRow>(pagingOf(list.query)), refetchInterval: 30_000, ...whileWaiting },
  );
  const { open, close } = dialog;
  const assign = useMemo(() => (mayEdit ? () => open(<AssignDialog onClose={close} />) : null), [mayEdit, open, close]);
  const columns = useConformityColumns(assign);
  const end = (rows: readonly ConformityRow[], clear?: () => void) =>
    dialog.open(<EndDialog rows={rows} onDone={clear} onClose={dialog.close} />);
  const add = assign ? (
    <Button type="primary" onClick={assign}>
      {t.assign}
    </Button>
  ) : null;
  return (
    <>
      <ListPage
        list={list}
        page={page}
        columns={columns}
        label={t.conformity}
        keyOf={({ AssignmentId }) => AssignmentId}
        nameOf={({ DeviceName, PointName }) => `${DeviceName} ${PointName}`}
        actions={add}
        empty={{ title: t.noPoints, hint: t.noPointsHint, action: add }}
        {...(mayEdit
          ? {
              rowActions: (row: ConformityRow) => [{ key: 'end', label: t.end, danger: true, run: () => end([row]) }],
              batch: (rows: readonly ConformityRow[], clear: () => void) => (
                <Button danger onClick={() => end(rows, clear)}>
                  {t.end}
                </Button>
              ),
            }
          : {})}
      />
      {dialog.shown}
    </>
  );
}

function useConformityColumns(onAssign: (() => void) | null): readonly ListColumn<ConformityRow>[] {
  const t = useText(proofText);
  const inWords = useBilingual();
  const dates = useDates();
  return useMemo(
    (): ListColumn<ConformityRow>[] => [
      {
        key: 'light',
        title: t.light,
        width: 130,
        always: true,
        render: ({ Light }) => <WordTag good={goodness[Light]} words={inWords(conformityWords[Light])} />,
      },
      {
        key: 'point',
        title: t.point,
        width: 220,
        always: true,
        onCard: 'heading',
        render: ({ DeviceName, PointName }) => (
          <>
            {DeviceName} <span className="compliance-muted">{PointName}</span>
          </>
        ),
      },
      {
        key: 'reasons',
        title: t.reasons,
        render: (row) =>
          row.Light === 'grey' ? (
            <span className="compliance-muted">{t.from(dates.dateTime(row.SinceEpoch))}</span>
          ) : row.ReasonList.length === 0 ? (
            dash
          ) : (
            <ul className="compliance-reasons">
              {row.ReasonList.map((reason) => (
                <li key={reason.Sentence}>
                  {reason.Sentence} <Mend reason={reason.Reason} row={row} onAssign={onAssign} />
                </li>
              ))}
            </ul>
          ),
      },
      {
        key: 'profile',
        title: t.profile,
        width: 140,
        render: ({ Profile, OwnProfile, NextVersion }) => (
          <>
            {OwnProfile === null ? inWords(complianceProfiles[Profile]) : OwnProfile.ProfileName}
            {OwnProfile === null ? null : (
              <div className="compliance-hint">
                {[t.version(OwnProfile.Version), NextVersion === null ? '' : t.nextVersion(NextVersion)]
                  .filter(Boolean)
                  .join(' · ')}
              </div>
            )}
          </>
        ),
      },
      {
        key: 'limits',
        title: t.limits,
        width: 140,
        render: ({ LowLimit, HighLimit, Unit }) => (
          <span className="tabular">{limitsInWords(LowLimit, HighLimit, Unit)}</span>
        ),
      },
      {
        key: 'sealed',
        title: t.sealedUntil,
        width: 120,
        render: ({ SealedDay }) => <span className="tabular">{SealedDay ?? dash}</span>,
      },
    ],
    [t, inWords, dates, onAssign],
  );
}

function EndDialog({
  rows,
  onDone,
  onClose,
}: {
  rows: readonly ConformityRow[];
  onDone: (() => void) | undefined;
  onClose: () => void;
}) {
  const t = useText(proofText);
  const save = useSave(callsAboutCompliance, () => {
    onDone?.();
    onClose();
  });
  return (
    <ConfirmDialog
      title={t.endOf(rows.length)}
      ok={t.end}
      act={() =>
        save('endAssignment', { body: { AssignmentIdList: rows.map(({ AssignmentId }) => AssignmentId) } }, t.ended)
      }
      onClose={onClose}
    >
      <p>{t.endHint}</p>
      <ul>
        {rows.slice(0, 10).map(({ AssignmentId, DeviceName, PointName }) => (
          <li key={AssignmentId}>
            {DeviceName} {PointName}
          </li>
        ))}
      </ul>
    </ConfirmDialog>
  );
}

/** Points of the project to choose from, under the name of their device. */
export function usePointOptions(which: 'all' | 'free') {
  const { ProjectId } = useProject();
  const { data } = useCall('getCompliancePoints', { query: { projectId: ProjectId } });
  return useMemo(
    () =>
      (data ?? [])
        .filter(({ IsAssigned }) => which === 'all' || !IsAssigned)
        .map((point) => ({ value: point.PointId, label: `${point.DeviceName} ${point.PointName}`, point })),
    [data, which],
  );
}

/** A standard or a profile of the company; with `options` a group of them. */
type Choice = { label: string; value?: ComplianceProfileName | number; hint?: string; options?: Choice[] };

/** A standard as it is, or a profile of the company; `value` is the standard. */
function ProfileSelect({
  value,
  onChange,
  ownId,
  onOwn,
  ...rest
}: {
  value?: ComplianceProfileName;
  onChange?: (value: ComplianceProfileName | undefined) => void;
  /** The id of the profile of the company; null: a standard is chosen. */
  ownId: number | null;
  onOwn: (id: number | null) => void;
  id?: string;
}) {
  const t = useText(proofText);
  const inWords = useBilingual();
  const { data: own = [] } = useCall('getOwnProfiles', {}, { scope: 'company' });
  const standards = complianceProfileNames.map((name): Choice => {
    const { sampleSeconds, gapMinutes, excursionMinutes, maxError }: ComplianceProfile = complianceProfiles[name];
    const hint = t.profileHint(sampleSeconds, gapMinutes, excursionMinutes, maxError);
    const more = name === 'gsp' ? `${hint}${t.gspHint}` : hint;
    return { value: name, label: inWords(complianceProfiles[name]), hint: more };
  });
  const profiles = own.map(
    (row): Choice => ({
      value: row.ProfileId,
      label: `${row.ProfileName} · ${t.version(row.Version)}`,
      hint: t.profileHint(row.SampleSeconds, row.GapMinutes, row.ExcursionMinutes, row.MaxError),
    }),
  );
  return (
    <Select<ComplianceProfileName | number | undefined, Choice>
      {...rest}
      value={ownId ?? value}
      options={
        profiles.length === 0
          ? standards
          : [
              { label: t.profiles, options: profiles },
              { label: t.standards, options: standards },
            ]
      }
      onChange={(chosen) => {
        onOwn(typeof chosen === 'number' ? chosen : null);
        onChange?.(typeof chosen === 'number' ? undefined : chosen);
      }}
      optionRender={({ data }) => (
        <>
          {data.label}
          {data.hint === undefined ? null : <div className="compliance-hint">{data.hint}</div>}
        </>
      )}
    />
  );
}

function AssignDialog({ onClose }: { onClose: () => void }) {
  const t = useText(proofText);
  const { ProjectId } = useProject();
  const options = usePointOptions('free');
  const save = useSave(callsAboutCompliance, onClose);
  const form = useSchemaForm(calls.assignProfile.body, {
    initial: { ProjectId, Profile: 'gsp' as const, PointIdList: [] },
    save: (body) => save('assignProfile', { body: { ...body, ProjectId } }, t.assigned),
  });
  const ownId: number | undefined = Form.useWatch('ProfileId', form.antd);
  return (
    <FormDialog form={form} title={t.assign} onClose={onClose}>
      <p className="compliance-muted">{t.assignHint}</p>
      <form.Field name="Profile" label={t.profile}>
        <ProfileSelect
          ownId={ownId ?? null}
          onOwn={(id) => form.antd.setFieldValue('ProfileId', id === null ? undefined : id)}
        />
      </form.Field>
      <form.Field name="ProfileId" hidden>
        <Input />
      </form.Field>
      <form.Field name="PointIdList" label={t.points}>
        <Select
          mode="multiple"
          options={options}
          showSearch={{ optionFilterProp: 'label' }}
          optionRender={({ data: { label, point } }) => (
            <>
              {label}
              {point.LowLimit === null && point.HighLimit === null ? null : (
                <div className="compliance-hint">
                  {t.alarmLimits} {limitsInWords(point.LowLimit, point.HighLimit, point.Unit)}
                </div>
              )}
            </>
          )}
        />
      </form.Field>
      <div className="compliance-pair">
        <form.Field name="LowLimit" label={t.low}>
          <NumberField step={0.5} />
        </form.Field>
        <form.Field name="HighLimit" label={t.high}>
          <NumberField step={0.5} />
        </form.Field>
      </div>
    </FormDialog>
  );
}
