import { type PointListRow, pointListCalls, pointName } from '@watchpost/contract';
import { Input, Radio, Select } from 'antd';
import { useState } from 'react';
import { z } from 'zod';
import { useText } from '../lib/defineText.ts';
import { useProject, useSession } from '../lib/session.ts';
import { useCall } from '../lib/useCall.ts';
import { FormDialog, useSchemaForm } from '../ui/form/index.ts';
import { useSave } from '../ui/index.ts';
import { PointNames } from './AssociateDialogs.tsx';
import './points.css';
import { text } from './text.ts';
import { callsAboutPoints, optionsOf, usePointChoices } from './usePointChoices.ts';

type How = 'one' | 'each' | 'slave';

const { OperateType } = pointListCalls.batchAddModelTree.body.shape;
const Making = z.object({
  SmallTypeId: z.number(),
  LocationId: z.number().nullable().optional(),
  Name: pointName.or(z.literal('')),
  OperateType,
});

/** What is asked of a point that becomes a device, or a part of one. */
export type PointOfDevice = Pick<
  PointListRow,
  'PointId' | 'PointName' | 'SlaveId' | 'SlaveName' | 'GatewayName' | 'DeviceList'
>;

/**
 * Makes devices of points that are there already.
 *
 * @param onDone told which devices serve the points now
 */
export function MakeDevicesDialog({
  points,
  onClose,
  onDone,
}: {
  points: readonly PointOfDevice[];
  onClose: () => void;
  onDone: (deviceIds: readonly number[]) => void;
}) {
  const t = useText(text);
  const { ProjectId } = useProject();
  const { company } = useSession();
  const choices = usePointChoices(ProjectId);
  // Every class, also those of which the project has no device yet.
  const classes = useCall('getModelClassList', { query: { companyId: company.CompanyId } }, { scope: 'company' }).data;
  const save = useSave(callsAboutPoints);
  const slaves = new Set(points.map(({ SlaveId }) => SlaveId));
  const [how, setHow] = useState<How>(points.length === 1 ? 'one' : slaves.size > 1 ? 'slave' : 'one');
  const [name, setName] = useState(points[0]?.SlaveName ?? points[0]?.PointName ?? '');

  const devices =
    how === 'each'
      ? points.map(({ PointId, PointName }) => ({ ModelTreeName: PointName, PointIdList: [PointId] }))
      : how === 'slave'
        ? [...Map.groupBy(points, ({ SlaveId }) => SlaveId).values()].map((rows) => ({
            ModelTreeName: rows[0]!.SlaveName ?? rows[0]!.PointName,
            PointIdList: rows.map(({ PointId }) => PointId),
          }))
        : [{ ModelTreeName: name, PointIdList: points.map(({ PointId }) => PointId) }];

  const form = useSchemaForm(Making, {
    initial: { Name: name, LocationId: null, OperateType: 'refuse' },
    save: async (values) => {
      const subsystem = classes?.find(({ SmallTypes }) =>
        SmallTypes.some(({ SmallTypeId }) => SmallTypeId === values.SmallTypeId),
      );
      const { ModelTreeList } = await save(
        'batchAddModelTree',
        {
          body: {
            ProjectId,
            BigTypeId: subsystem?.BigTypeId ?? 0,
            SmallTypeId: values.SmallTypeId,
            ...(values.LocationId == null ? {} : { LocationId: values.LocationId }),
            ModelTreeInfoList: devices,
            OperateType: values.OperateType,
          },
        },
        ({ ModelTreeList }) => t.devicesMade(ModelTreeList.length),
      );
      onDone(ModelTreeList.map(({ ModelTreeId }) => ModelTreeId));
    },
  });
  return (
    <FormDialog form={form} title={t.makeTitle} width={560} onClose={onClose}>
      <PointNames points={points} />
      <Radio.Group
        aria-label={t.makeHow}
        value={how}
        onChange={({ target }) => setHow(target.value as How)}
        style={{ marginBottom: 16 }}
        options={[
          { value: 'one', label: t.oneDevice },
          ...(points.length > 1 ? [{ value: 'each', label: t.eachDevice }] : []),
          ...(slaves.size > 1 ? [{ value: 'slave', label: t.eachSlave }] : []),
        ]}
      />
      {how === 'one' ? (
        <form.Field name="Name" label={t.deviceName} required>
          <Input maxLength={50} onChange={({ target }) => setName(target.value)} />
        </form.Field>
      ) : (
        <p className="point-hint">{t.willMake(devices.map(({ ModelTreeName }) => ModelTreeName).join(' · '))}</p>
      )}
      <form.Field name="SmallTypeId" label={t.deviceClass}>
        <Select
          showSearch={{ optionFilterProp: 'label' }}
          loading={!classes}
          options={
            classes?.map(({ BigTypeName, SmallTypes }) => ({
              label: BigTypeName,
              title: BigTypeName,
              options: SmallTypes.map(({ SmallTypeId, SmallTypeName }) => ({
                value: SmallTypeId,
                label: SmallTypeName,
              })),
            })) ?? []
          }
        />
      </form.Field>
      <form.Field name="LocationId" label={t.area}>
        <Select
          allowClear
          showSearch={{ optionFilterProp: 'label' }}
          options={optionsOf(choices?.LocationList) ?? []}
        />
      </form.Field>
      <form.Field name="OperateType" label={t.onSameName}>
        <Radio.Group
          options={[
            { value: 'refuse', label: t.refuse },
            { value: 'rename', label: t.rename },
            { value: 'merge', label: t.merge },
          ]}
        />
      </form.Field>
    </FormDialog>
  );
}
