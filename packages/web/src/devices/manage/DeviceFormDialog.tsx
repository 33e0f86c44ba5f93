import { type DeviceDetail, DeviceForm as DeviceFormSchema } from '@watchpost/contract';
import { Form, Input, Modal, Select } from 'antd';
import { useState } from 'react';
import type { z } from 'zod';
import { CallError } from '../../lib/CallError.ts';
import { callApi } from '../../lib/client.ts';
import { useText } from '../../lib/defineText.ts';
import { useLanguage } from '../../lib/language.ts';
import { useSession } from '../../lib/session.ts';
import { useCall, useCallMutation } from '../../lib/useCall.ts';
import { CoverField } from '../../projects/index.ts';
import { DayField } from '../../ui/days/index.ts';
import { FormDialog, useSchemaForm } from '../../ui/form/index.ts';
import { ErrorState, ListSkeleton, useNotify } from '../../ui/index.ts';
import { DeviceStand } from './DeviceStand.tsx';
import './manage.css';
import { MergeDialog } from './MergeDialog.tsx';
import { type NameConflict, NameConflictDialog } from './NameConflictDialog.tsx';
import { PropertyFields } from './PropertyFields.tsx';
import { fieldText, manageText } from './text.ts';
import { useAreaOptions, useClassOptions } from './useChoices.ts';
import { useDevicesChanged } from './useDevicesChanged.ts';

type DeviceForm = z.input<typeof DeviceFormSchema>;
/** `name`: the one of the two that is taken; `free`: a free one instead of it. */
/** Adds a device, or changes one: then it is loaded first, as it was entered in both languages. */
export function DeviceFormDialog({
  projectId,
  deviceId,
  onClose,
}: {
  projectId: number;
  /** Absent: a new one. */
  deviceId?: number;
  onClose: () => void;
}) {
  const [shown, setShown] = useState(deviceId);
  const detail = useCall(
    'getModelTreeDetail',
    shown === undefined ? null : { query: { projectId, modelTreeId: shown } },
    // What somebody else saved meanwhile must not be overwritten by an old answer.
    { staleTime: 0, gcTime: 0, refetchOnMount: 'always' },
  );
  const form = { projectId, onClose, onOpenOther: setShown };
  if (shown === undefined) return <DeviceFormOf {...form} present={null} />;
  if (detail.data) return <DeviceFormOf {...form} key={shown} present={detail.data} />;
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

const blank: Partial<DeviceForm> = {
  ModelTreeName: '',
  ModelTreeNameEn: null,
  LocationId: null,
  SN: '',
  Brand: '',
  Model: '',
  Specification: '',
  ProductionDate: null,
  TagList: [],
  Cover: null,
  StaticPropertyList: [],
};

const draftOf = (present: DeviceDetail): Partial<DeviceForm> => ({
  ModelTreeId: present.ModelTreeId,
  ModelTreeName: present.ModelTreeName,
  ModelTreeNameEn: present.ModelTreeNameEn,
  SmallTypeId: present.SmallTypeId,
  LocationId: present.LocationId,
  SN: present.SN,
  Brand: present.Brand,
  Model: present.Model,
  Specification: present.Specification,
  ProductionDate: present.ProductionDate,
  TagList: present.TagList,
  Cover: present.Cover,
  StaticPropertyList: present.StaticPropertyList.flatMap(({ PropertyId, Value }) =>
    Value === null ? [] : [{ PropertyId, Value }],
  ),
});

function DeviceFormOf({
  projectId,
  present,
  onClose,
  onOpenOther,
}: {
  projectId: number;
  present: DeviceDetail | null;
  onClose: () => void;
  onOpenOther: (deviceId: number) => void;
}) {
  const t = useText(manageText);
  const f = useText(fieldText);
  const language = useLanguage();
  const called = ({ ModelTreeName, ModelTreeNameEn }: DeviceDetail) =>
    language === 'en' ? ModelTreeNameEn || ModelTreeName : ModelTreeName;
  const { company } = useSession();
  const notify = useNotify();
  const changed = useDevicesChanged();
  const saving = useCallMutation('addOrUpdateModelTree');
  const [conflict, setConflict] = useState<NameConflict | null>(null);
  const [merging, setMerging] = useState<NameConflict['Taken']>(null);
  const classes = useClassOptions();
  const areas = useAreaOptions(projectId);

  const save = async ({ Cover, StaticPropertyList, ...body }: Partial<DeviceForm>) => {
    const known = new Set(properties?.map(({ PropertyId }) => PropertyId));
    const said = new Map(present?.StaticPropertyList.map(({ PropertyId, Value }) => [PropertyId, Value ?? '']));
    const given = StaticPropertyList?.filter(
      // Another class has other properties; what a colleague said meanwhile of the others stays.
      ({ PropertyId, Value }) => known.has(Number(PropertyId)) && (said.get(Number(PropertyId)) ?? '') !== Value,
    );
    try {
      await saving.mutateAsync({
        body: {
          ...body,
          ProjectId: projectId,
          ...(given ? { StaticPropertyList: given } : {}),
          // Its present address has run out when the dialog stood open for long.
          ...(present && Cover === present.Cover ? {} : { Cover }),
        },
      });
    } catch (error) {
      const name = body.ModelTreeName ?? present?.ModelTreeName;
      const nameEn = body.ModelTreeNameEn || undefined;
      if (!(error instanceof CallError) || error.code !== 409 || name === undefined) throw error;
      const found = await callApi('getModelTreeNameConflict', {
        query: { projectId, modelTreeName: name, modelTreeNameEn: nameEn, modelTreeId: present?.ModelTreeId },
      });
      if (found.FreeName !== name) setConflict({ ...found, name, free: found.FreeName });
      else if (nameEn !== undefined && found.FreeNameEn !== null && found.FreeNameEn !== nameEn)
        setConflict({ ...found, name: nameEn, free: found.FreeNameEn });
      else throw error;
      return;
    }
    notify.success(present ? t.saved : t.added(body.ModelTreeName ?? ''));
    onClose();
    await changed();
  };
  const form = useSchemaForm(
    DeviceFormSchema,
    present
      ? { initial: { ProjectId: projectId, ...draftOf(present) }, edits: ['ProjectId', 'ModelTreeId'], save }
      : { initial: { ProjectId: projectId, ...blank }, save },
  );
  const classId: number | undefined = Form.useWatch('SmallTypeId', { form: form.antd, preserve: true });
  const properties = useCall(
    'getModelPropertyList',
    classId === undefined ? null : { query: { companyId: company.CompanyId, projectId, smallTypeId: classId } },
    { staleTime: 60_000 },
  ).data;

  const saveAs = ({ FreeName, FreeNameEn }: NameConflict) => {
    form.antd.setFieldValue('ModelTreeName', FreeName);
    if (FreeNameEn !== null) form.antd.setFieldValue('ModelTreeNameEn', FreeNameEn);
    setConflict(null);
    void form.submit();
  };
  if (merging && present) {
    return (
      <MergeDialog
        projectId={projectId}
        devices={[merging, { ...present, ModelTreeName: called(present) }]}
        onClose={() => setMerging(null)}
        onDone={onClose}
      />
    );
  }
  return (
    <>
      <FormDialog form={form} title={present ? t.editTitle(called(present)) : t.add} width={760} onClose={onClose}>
        {present ? <Standing device={present} /> : null}
        <div className="device-form-pair">
          <form.Field name="ModelTreeName" label={f.name}>
            <Input maxLength={50} />
          </form.Field>
          <form.Field name="ModelTreeNameEn" label={f.nameEn} extra={f.nameEnHint}>
            <Input maxLength={50} />
          </form.Field>
          <form.Field name="SmallTypeId" label={f.deviceClass}>
            <Select showSearch={{ optionFilterProp: 'label' }} options={classes} />
          </form.Field>
          <form.Field name="LocationId" label={f.area}>
            <Select allowClear showSearch={{ optionFilterProp: 'label' }} options={areas} />
          </form.Field>
          <form.Field name="Brand" label={f.brand}>
            <Input maxLength={50} />
          </form.Field>
          <form.Field name="Model" label={f.model}>
            <Input maxLength={50} />
          </form.Field>
          <form.Field name="SN" label={f.sn}>
            <Input maxLength={50} />
          </form.Field>
          <form.Field name="Specification" label={f.specification}>
            <Input maxLength={100} />
          </form.Field>
          <form.Field name="ProductionDate" label={f.productionDate}>
            <DayField />
          </form.Field>
          <form.Field name="TagList" label={f.labels} extra={f.labelsHint}>
            <Select mode="tags" open={false} suffixIcon={null} tokenSeparators={[',', '，']} />
          </form.Field>
        </div>
        {properties && properties.length > 0 ? (
          <>
            <h3 className="device-form-part">{f.properties}</h3>
            <form.Field name="StaticPropertyList" noStyle>
              <PropertyFields properties={properties} />
            </form.Field>
          </>
        ) : null}
        <form.Field name="Cover" label={f.cover}>
          <CoverField />
        </form.Field>
      </FormDialog>
      {conflict ? (
        <NameConflictDialog
          conflict={conflict}
          onUseFree={() => saveAs(conflict)}
          onMerge={present && conflict.Taken ? () => setMerging(conflict.Taken) : undefined}
          onOpen={!present && conflict.Taken ? () => onOpenOther(conflict.Taken!.ModelTreeId) : undefined}
          onClose={() => setConflict(null)}
        />
      ) : null}
    </>
  );
}

/** What a device is by its points, which the form does not change. */
function Standing({ device }: { device: DeviceDetail }) {
  const f = useText(fieldText);
  const facts = [
    [f.status, <DeviceStand key="stand" device={device} />],
    [f.points, device.PointCount],
    [f.alarmConfig, device.IsSetAlarm ? f.configured : f.notConfigured],
    [f.readWrite, device.ReadWrite === 'readWrite' ? f.writable : f.read],
    [f.level, device.PointLevel === null ? '–' : f.levelOf(device.PointLevel)],
  ] as const;
  return (
    <dl className="device-facts">
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
