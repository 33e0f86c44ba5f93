import { type AllCalls, type CallInput, type ProjectDetail, projectManageCalls } from '@watchpost/contract';
import { Input, Modal, Select } from 'antd';
import { useText } from '../lib/defineText.ts';
import { useBilingual, useLanguage } from '../lib/language.ts';
import { useMay, useSession } from '../lib/session.ts';
import { useCall } from '../lib/useCall.ts';
import { DayField } from '../ui/days/index.ts';
import { FormDialog, useSchemaForm } from '../ui/form/index.ts';
import { ErrorState, ListSkeleton, useSave } from '../ui/index.ts';
import { CoverField } from './CoverField.tsx';
import { PartitionSelect } from './PartitionSelect.tsx';
import { PositionField } from './PositionField.tsx';
import { gradeOptions, industryOptions } from './projectList.ts';
import { fieldText, projectsText } from './projectsText.ts';
import { useCompanySettings, useSubsystems, useTimeZones } from './useChoices.ts';
import { callsAboutPlaces } from './usePlacesChanged.ts';

type NewProject = CallInput<AllCalls['addProject']>['body'];

/** Adds a project, or changes one: then it is loaded first, as it was entered in both languages. */
export function ProjectFormDialog({
  projectId,
  parentId = null,
  onClose,
}: {
  /** Absent: a new one. */
  projectId?: number;
  /** The partition a new one is proposed for. */
  parentId?: number | null;
  onClose: () => void;
}) {
  const { company } = useSession();
  const detail = useCall(
    'getProject',
    projectId === undefined ? null : { query: { companyId: company.CompanyId, subareaId: projectId } },
    // What somebody else saved meanwhile must not be overwritten by an old answer.
    { scope: 'company', staleTime: 0, gcTime: 0, refetchOnMount: 'always' },
  );
  if (projectId === undefined) return <ProjectForm present={null} parentId={parentId} onClose={onClose} />;
  if (detail.data) return <ProjectForm present={detail.data} parentId={null} onClose={onClose} />;
  return (
    <Modal open footer={null} onCancel={onClose}>
      {detail.error ? (
        <ErrorState error={detail.error} onRetry={() => void detail.refetch()} />
      ) : (
        <ListSkeleton rows={6} />
      )}
    </Modal>
  );
}

const blank: Partial<NewProject> = {
  parentId: null,
  ProjectName: '',
  ProjectNameEn: null,
  Code: '',
  ProjectLevel: null,
  TagList: [],
  Address: '',
  Latitude: null,
  Longitude: null,
  ServiceStart: null,
  ServiceEnd: null,
  Description: '',
  Cover: null,
  BigTypeIdList: [],
};

const draftOf = (present: ProjectDetail): Partial<NewProject> => ({
  parentId: present.parentId,
  ProjectName: present.ProjectName,
  ProjectNameEn: present.ProjectNameEn,
  Code: present.Code,
  Industry: present.Industry,
  ProjectLevel: present.ProjectLevel,
  TagList: present.TagList,
  Address: present.Address,
  Latitude: present.Latitude,
  Longitude: present.Longitude,
  TimeZone: present.TimeZone,
  ServiceStart: present.ServiceStart,
  ServiceEnd: present.ServiceEnd,
  Description: present.Description,
  Cover: present.Cover,
  BigTypeIdList: present.BigTypeIdList,
});

function ProjectForm({
  present,
  parentId,
  onClose,
}: {
  present: ProjectDetail | null;
  parentId: number | null;
  onClose: () => void;
}) {
  const t = useText(projectsText);
  const f = useText(fieldText);
  const language = useLanguage();
  const inWords = useBilingual();
  const { company } = useSession();
  const mayMove = useMay('projectsEdit');
  const settings = useCompanySettings();
  const subsystems = useSubsystems(present?.ProjectId);
  const zones = useTimeZones();
  const save = useSave(callsAboutPlaces, onClose);
  const form = useSchemaForm(projectManageCalls.addProject.body, {
    initial: present ? draftOf(present) : { ...blank, parentId },
    together: [['Latitude', 'Longitude']],
    add: (body) => save('addProject', { body: { ...body, CompanyId: company.CompanyId } }, t.added(body.ProjectName)),
    edit: present && ((body) => save('editProject', { body: { ...body, SubareaId: present.ProjectId } }, t.saved)),
  });

  return (
    <FormDialog
      form={form}
      title={present ? t.editTitle((language === 'en' && present.ProjectNameEn) || present.ProjectName) : t.add}
      width={760}
      onClose={onClose}
    >
      <div className="project-form-pair">
        <form.Field name="ProjectName" label={f.name}>
          <Input maxLength={50} showCount />
        </form.Field>
        <form.Field name="ProjectNameEn" label={f.nameEn} extra={f.nameEnHint}>
          <Input maxLength={50} showCount />
        </form.Field>
        <form.Field name="Code" label={f.code}>
          <Input maxLength={50} />
        </form.Field>
        <form.Field name="Industry" label={f.industry}>
          <Select
            {...(present ? {} : { allowClear: true, placeholder: f.ofCompany })}
            options={industryOptions.map(({ value, label }) => ({ value, label: inWords(label) }))}
          />
        </form.Field>
        {mayMove ? (
          <form.Field name="parentId" label={f.partition}>
            <PartitionSelect />
          </form.Field>
        ) : null}
        <form.Field name="ProjectLevel" label={f.grade}>
          <Select allowClear options={gradeOptions.map(({ value, label }) => ({ value, label: inWords(label) }))} />
        </form.Field>
        <form.Field name="ServiceStart" label={f.serviceStart}>
          <DayField />
        </form.Field>
        <form.Field name="ServiceEnd" label={f.serviceEnd} extra={f.serviceEndHint}>
          <DayField />
        </form.Field>
        <form.Field name="TimeZone" label={f.timeZone}>
          <Select
            {...(present
              ? {}
              : { allowClear: true, placeholder: settings ? f.ofCompanyZone(settings.TimeZone) : f.ofCompany })}
            showSearch={{ optionFilterProp: 'label' }}
            options={[...zones]}
          />
        </form.Field>
        <form.Field name="TagList" label={f.labels} extra={f.labelsHint}>
          <Select
            mode="tags"
            tokenSeparators={[',', '，']}
            options={settings?.TagList.map((label) => ({ value: label, label })) ?? []}
          />
        </form.Field>
      </div>
      {subsystems ? (
        <form.Field name="BigTypeIdList" label={f.subsystems} extra={f.subsystemsHint}>
          <Select
            mode="multiple"
            showSearch={{ optionFilterProp: 'label' }}
            options={subsystems.map(({ BigTypeId, BigTypeName, DeviceCount }) => ({
              value: BigTypeId,
              label: present && DeviceCount > 0 ? f.subsystemInUse(BigTypeName, DeviceCount) : BigTypeName,
            }))}
          />
        </form.Field>
      ) : null}
      <form.Field name="Address" label={f.address}>
        <Input maxLength={200} />
      </form.Field>
      <PositionField form={form} label={f.position} />
      <form.Field name="Description" label={f.description}>
        <Input.TextArea maxLength={500} showCount autoSize={{ minRows: 2, maxRows: 6 }} />
      </form.Field>
      <form.Field name="Cover" label={f.cover}>
        <CoverField />
      </form.Field>
    </FormDialog>
  );
}
