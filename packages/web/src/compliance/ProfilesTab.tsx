import {
  type ComplianceProfileName,
  calls,
  complianceProfileNames,
  complianceProfiles,
  type OwnProfileRow,
} from '@watchpost/contract';
import { Input, Select } from 'antd';
import { useMemo } from 'react';
import { useDates } from '../lib/dates.ts';
import { useText } from '../lib/defineText.ts';
import { useBilingual } from '../lib/language.ts';
import { dash } from '../lib/numbers.ts';
import { useMay } from '../lib/session.ts';
import { useCall } from '../lib/useCall.ts';
import { FormDialog, NumberField, SchemaField, useSchemaForm } from '../ui/form/index.ts';
import { useSave } from '../ui/index.ts';
import {
  defineList,
  type ListColumn,
  ListPage,
  pagingOf,
  useList,
  useListPage,
  whileWaiting,
} from '../ui/list/index.ts';
import { callsAboutCompliance } from './callsAboutCompliance.ts';
import { pageOfRows } from './pageOfRows.ts';
import { profileText, proofText } from './text.ts';

/** So many earlier versions are shown at once; the others open on demand. */
const firstShown = 5;

const profileList = defineList({ name: 'complianceProfiles', filters: {} });

type Figures = Pick<
  OwnProfileRow,
  'SampleSeconds' | 'GapMinutes' | 'ExcursionMinutes' | 'MaxError' | 'AnswerMinutes' | 'KeepYears'
>;

/** What a standard says, as figures to begin with. */
const figuresOf = (name: ComplianceProfileName): Figures => {
  const profile = complianceProfiles[name];
  return {
    SampleSeconds: profile.sampleSeconds,
    GapMinutes: profile.gapMinutes,
    ExcursionMinutes: profile.excursionMinutes,
    MaxError: profile.maxError,
    AnswerMinutes: profile.answerMinutes,
    KeepYears: profile.keepYears,
  };
};

/** Profiles of the company: copies of a standard with figures of its own, in versions. */
export function ProfilesTab() {
  const t = useText(profileText);
  const p = useText(proofText);
  const mayEdit = useMay('reportPolicies', 'compliancePublish');
  const list = useList(profileList);
  const page = useCall(
    'getOwnProfiles',
    {},
    { scope: 'company', select: pageOfRows<OwnProfileRow>(pagingOf(list.query)), ...whileWaiting },
  );
  const columns = useProfileColumns();
  const { props, rowProps, shown } = useListPage({
    list,
    page,
    keyOf: ({ ProfileId }) => ProfileId,
    nameOf: ({ ProfileName }) => ProfileName,
    form: (present: OwnProfileRow | null, close) =>
      present ? <VersionDialog present={present} onClose={close} /> : <NewProfileDialog onClose={close} />,
    add: mayEdit ? t.add : null,
    empty: { title: t.none, hint: t.noneHint },
    deletion: {
      call: 'deleteOwnProfile',
      input: (ProfileIdList) => ({ body: { ProfileIdList } }),
      title: t.deleteOf,
      said: t.deleted,
      asks: callsAboutCompliance,
      note: t.deleteHint,
    },
  });
  return (
    <>
      <ListPage {...props} {...rowProps} columns={columns} label={p.profiles} />
      {shown}
    </>
  );
}

function useProfileColumns(): readonly ListColumn<OwnProfileRow>[] {
  const t = useText(profileText);
  const p = useText(proofText);
  const inWords = useBilingual();
  const dates = useDates();
  return useMemo((): ListColumn<OwnProfileRow>[] => {
    const words = (row: Figures) =>
      p.profileHint(row.SampleSeconds, row.GapMinutes, row.ExcursionMinutes, row.MaxError);
    const rest = (row: Figures) => t.rest(row.AnswerMinutes, row.KeepYears);
    const entry = (row: OwnProfileRow['VersionList'][number]) => (
      <li key={row.Version}>
        v{row.Version} · <time>{dates.dateTime(row.SaveEpoch)}</time>
        {row.SaveName === null ? '' : ` · ${row.SaveName}`}
        <div className="compliance-hint">
          {words(row)} · {rest(row)}
        </div>
      </li>
    );
    return [
      {
        key: 'name',
        title: t.name,
        width: 190,
        always: true,
        onCard: 'heading',
        render: ({ ProfileName, BasedOn }) => (
          <>
            {ProfileName} <div className="compliance-hint">{t.after(inWords(complianceProfiles[BasedOn]))}</div>
          </>
        ),
      },
      {
        key: 'version',
        title: t.version,
        width: 90,
        render: ({ Version }) => <span className="tabular">v{Version}</span>,
      },
      {
        key: 'figures',
        title: t.figures,
        render: (row) => (
          <>
            {words(row)}
            <div className="compliance-hint">{rest(row)}</div>
          </>
        ),
      },
      {
        key: 'points',
        title: p.points,
        width: 90,
        align: 'right',
        render: ({ PointCount }) => <span className="tabular">{PointCount}</span>,
      },
      {
        key: 'versions',
        title: t.versions,
        width: 320,
        render: ({ VersionList }) =>
          VersionList.length === 1 ? (
            dash
          ) : (
            <>
              <ul className="compliance-reasons">{VersionList.slice(1, 1 + firstShown).map(entry)}</ul>
              {VersionList.length > 1 + firstShown ? (
                <details>
                  <summary>{t.olderVersions(VersionList.length - 1 - firstShown)}</summary>
                  <ul className="compliance-reasons">{VersionList.slice(1 + firstShown).map(entry)}</ul>
                </details>
              ) : null}
            </>
          ),
      },
    ];
  }, [t, p, inWords, dates]);
}

/** The figures of a version, in a form of either kind. */
function FigureFields() {
  const t = useText(profileText);
  return (
    <div className="compliance-pair">
      <SchemaField name="SampleSeconds" label={t.sampleSeconds}>
        <NumberField min={1} max={86_400} precision={0} />
      </SchemaField>
      <SchemaField name="GapMinutes" label={t.gapMinutes}>
        <NumberField min={1} max={1440} precision={0} />
      </SchemaField>
      <SchemaField name="ExcursionMinutes" label={t.excursionMinutes}>
        <NumberField min={1} max={1440} precision={0} />
      </SchemaField>
      <SchemaField name="MaxError" label={t.maxError}>
        <NumberField min={0} max={100} step={0.1} />
      </SchemaField>
      <SchemaField name="AnswerMinutes" label={t.answerMinutes}>
        <NumberField min={1} max={1440} precision={0} />
      </SchemaField>
      <SchemaField name="KeepYears" label={t.keepYears}>
        <NumberField min={1} max={50} precision={0} />
      </SchemaField>
    </div>
  );
}

function NewProfileDialog({ onClose }: { onClose: () => void }) {
  const t = useText(profileText);
  const inWords = useBilingual();
  const save = useSave(callsAboutCompliance, onClose);
  const form = useSchemaForm(calls.addOwnProfile.body, {
    initial: { BasedOn: 'gsp' as const, ...figuresOf('gsp') },
    save: (body) => save('addOwnProfile', { body }, t.added),
  });
  return (
    <FormDialog form={form} title={t.add} onClose={onClose}>
      <form.Field name="BasedOn" label={t.basedOn} extra={t.basedOnHint}>
        <Select
          options={complianceProfileNames.map((value) => ({ value, label: inWords(complianceProfiles[value]) }))}
          onSelect={(name: ComplianceProfileName) => form.antd.setFieldsValue(figuresOf(name))}
        />
      </form.Field>
      <form.Field name="ProfileName" label={t.name}>
        <Input maxLength={50} />
      </form.Field>
      <FigureFields />
    </FormDialog>
  );
}

function VersionDialog({ present, onClose }: { present: OwnProfileRow; onClose: () => void }) {
  const t = useText(profileText);
  const save = useSave(callsAboutCompliance, onClose);
  const { ProfileId, ProfileName, Version } = present;
  const form = useSchemaForm(calls.changeOwnProfile.body, {
    initial: {
      ...{ ProfileId, ProfileName, Version },
      SampleSeconds: present.SampleSeconds,
      GapMinutes: present.GapMinutes,
      ExcursionMinutes: present.ExcursionMinutes,
      MaxError: present.MaxError,
      AnswerMinutes: present.AnswerMinutes,
      KeepYears: present.KeepYears,
    },
    save: (body) => save('changeOwnProfile', { body: { ...body, ProfileId, Version } }, t.saved),
  });
  return (
    <FormDialog form={form} title={t.editOf(ProfileName)} onClose={onClose}>
      <p className="compliance-muted">{t.editHint(Version + 1)}</p>
      <form.Field name="ProfileName" label={t.name}>
        <Input maxLength={50} />
      </form.Field>
      <FigureFields />
    </FormDialog>
  );
}
