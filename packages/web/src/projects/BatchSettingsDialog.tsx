import { type AllCalls, type CallInput, projectManageCalls } from '@watchpost/contract';
import { Checkbox, Select } from 'antd';
import { type ReactNode, useId, useState } from 'react';
import { useText } from '../lib/defineText.ts';
import { useBilingual } from '../lib/language.ts';
import { useSession } from '../lib/session.ts';
import { DayField } from '../ui/days/index.ts';
import { FormDialog, useSchemaForm } from '../ui/form/index.ts';
import { useSave } from '../ui/index.ts';
import { NamesOf } from './NamesOf.tsx';
import { PartitionSelect } from './PartitionSelect.tsx';
import { gradeOptions, industryOptions } from './projectList.ts';
import { fieldText, projectsText } from './projectsText.ts';
import { useCompanySettings, useTimeZones } from './useChoices.ts';
import { callsAboutPlaces } from './usePlacesChanged.ts';

type Settings = CallInput<AllCalls['batchSetProject']>['body'];
type Setting = 'parentId' | 'Industry' | 'ProjectLevel' | 'TagList' | 'TimeZone' | 'ServiceStart' | 'ServiceEnd';

/** What a setting that was ticked and left empty means; those that cannot be empty stay as they are. */
const cleared: Partial<Settings> = {
  parentId: null,
  ProjectLevel: null,
  TagList: [],
  ServiceStart: null,
  ServiceEnd: null,
};

/** Only what was ticked, as the call takes it. */
export function settingsOf(values: Partial<Settings>, ticked: ReadonlySet<Setting>): Partial<Settings> {
  const chosen = [...ticked].map((name) => [name, values[name] ?? cleared[name]] as const);
  return {
    ...Object.fromEntries(chosen.filter(([, value]) => value !== undefined)),
    ...(ticked.has('TagList') ? { TagMode: values.TagMode ?? 'replace' } : {}),
  };
}

/** Changes the same settings of several projects: only what is ticked, all projects or none. */
export function BatchSettingsDialog({
  projects,
  onClose,
  onDone,
}: {
  projects: readonly { readonly ProjectId: number; readonly ProjectName: string }[];
  onClose: () => void;
  onDone: () => void;
}) {
  const t = useText(projectsText);
  const f = useText(fieldText);
  const inWords = useBilingual();
  const { company } = useSession();
  const labels = useCompanySettings()?.TagList;
  const zones = useTimeZones();
  const [ticked, setTicked] = useState<ReadonlySet<Setting>>(new Set());
  const save = useSave(callsAboutPlaces, onDone);
  const form = useSchemaForm(projectManageCalls.batchSetProject.body, {
    initial: { ProjectIdList: projects.map(({ ProjectId }) => ProjectId), TagMode: 'replace' },
    save: ({ ProjectIdList, ...values }) =>
      save(
        'batchSetProject',
        {
          body: { CompanyId: company.CompanyId, ProjectIdList, ...settingsOf(values, ticked) },
        },
        ({ Changed }) => t.batchChanged(Changed),
      ),
  });
  const row = (name: Setting, title: string, control: ReactNode) => (
    <SettingRow
      title={title}
      ticked={ticked.has(name)}
      onTick={(wanted) => {
        const next = new Set(ticked);
        if (wanted) next.add(name);
        else next.delete(name);
        setTicked(next);
        form.noteChange();
      }}
    >
      {control}
    </SettingRow>
  );
  const off = (name: Setting) => ({ disabled: !ticked.has(name) });

  return (
    <FormDialog form={form} title={t.batchTitle(projects.length)} submitText={t.apply} width={600} onClose={onClose}>
      <NamesOf projects={projects} />
      <p className="project-faint project-batch-hint">{t.batchHint}</p>
      {row(
        'parentId',
        f.partition,
        <form.Field name="parentId" label={f.partition} noStyle>
          <PartitionSelect aria-label={f.partition} {...off('parentId')} />
        </form.Field>,
      )}
      {row(
        'Industry',
        f.industry,
        <form.Field name="Industry" label={f.industry} noStyle>
          <Select
            aria-label={f.industry}
            {...off('Industry')}
            options={industryOptions.map(({ value, label }) => ({ value, label: inWords(label) }))}
          />
        </form.Field>,
      )}
      {row(
        'ProjectLevel',
        f.grade,
        <form.Field name="ProjectLevel" label={f.grade} noStyle>
          <Select
            aria-label={f.grade}
            {...off('ProjectLevel')}
            allowClear
            options={gradeOptions.map(({ value, label }) => ({ value, label: inWords(label) }))}
          />
        </form.Field>,
      )}
      {row(
        'TagList',
        f.labels,
        <div className="project-batch-labels">
          <form.Field name="TagMode" label={t.labelsMode} noStyle>
            <Select
              aria-label={t.labelsMode}
              {...off('TagList')}
              options={[
                { value: 'replace', label: t.labelsReplace },
                { value: 'add', label: t.labelsAdd },
                { value: 'remove', label: t.labelsRemove },
              ]}
            />
          </form.Field>
          <form.Field name="TagList" label={f.labels} noStyle>
            <Select
              aria-label={f.labels}
              {...off('TagList')}
              mode="tags"
              tokenSeparators={[',', '，']}
              options={labels?.map((label) => ({ value: label, label })) ?? []}
            />
          </form.Field>
        </div>,
      )}
      {row(
        'TimeZone',
        f.timeZone,
        <form.Field name="TimeZone" label={f.timeZone} noStyle>
          <Select
            aria-label={f.timeZone}
            {...off('TimeZone')}
            showSearch={{ optionFilterProp: 'label' }}
            options={[...zones]}
          />
        </form.Field>,
      )}
      {row(
        'ServiceStart',
        f.serviceStart,
        <form.Field name="ServiceStart" label={f.serviceStart} noStyle>
          <DayField aria-label={f.serviceStart} {...off('ServiceStart')} />
        </form.Field>,
      )}
      {row(
        'ServiceEnd',
        f.serviceEnd,
        <form.Field name="ServiceEnd">
          <DayField aria-label={f.serviceEnd} {...off('ServiceEnd')} />
        </form.Field>,
      )}
    </FormDialog>
  );
}

function SettingRow({
  title,
  ticked,
  onTick,
  children,
}: {
  title: string;
  ticked: boolean;
  onTick: (wanted: boolean) => void;
  children: ReactNode;
}) {
  const id = useId();
  return (
    <div className="project-batch-row">
      <Checkbox id={id} checked={ticked} onChange={(event) => onTick(event.target.checked)}>
        {title}
      </Checkbox>
      <div className="project-batch-control">{children}</div>
    </div>
  );
}
