import { type PointListRow, pointSetupCalls } from '@watchpost/contract';
import { Input, Radio, Select } from 'antd';
import { useState } from 'react';
import { z } from 'zod';
import { useText } from '../lib/defineText.ts';
import { colon, comma } from '../lib/punctuation.ts';
import { useProject } from '../lib/session.ts';
import { useCall, useCallMutation } from '../lib/useCall.ts';
import { FormDialog, useSchemaForm } from '../ui/form/index.ts';
import { useNotify, useSave } from '../ui/index.ts';
import './points.css';
import { text } from './text.ts';
import { callsAboutPoints, deviceOptions, optionsOf, usePointChoices, usePointsChanged } from './usePointChoices.ts';

interface Props {
  points: readonly PointListRow[];
  onClose: () => void;
  onDone: () => void;
}

/** Which of the many of its name a point is: with its device, or else its slave or gateway. */
export const pointInPlace = ({
  PointName,
  DeviceList,
  SlaveName,
  GatewayName,
}: Pick<PointListRow, 'PointName' | 'DeviceList' | 'SlaveName' | 'GatewayName'>): string =>
  [DeviceList[0]?.ModelTreeName ?? SlaveName ?? GatewayName, PointName].filter(Boolean).join(' · ');

/** Names of what is about to be changed. */
export function PointNames({ points }: { points: readonly Parameters<typeof pointInPlace>[0][] }) {
  const t = useText(text);
  return (
    <p className="point-hint">
      {t.chosen(points.length)}
      {points.length <= 3 ? `${colon()}${points.map(pointInPlace).join(comma())}` : null}
    </p>
  );
}

const setVirtualBody = pointSetupCalls.setVirtualPoint.body;

const Places = z.object({ Devices: z.array(z.number()), Areas: z.array(z.number()) });

/** Lets points serve devices and areas. */
export function AssociateDialog({ points, onClose, onDone }: Props) {
  const t = useText(text);
  const { ProjectId } = useProject();
  const choices = usePointChoices(ProjectId);
  const save = useSave(callsAboutPoints, onDone);
  const form = useSchemaForm(Places, {
    initial: { Devices: [], Areas: [] },
    save: ({ Devices, Areas }) =>
      save(
        'pointRelevanceModelTreeAndLocation',
        {
          body: {
            PointIdList: points.map(({ PointId }) => PointId),
            ModelTreeOrLocationIdList: [
              ...Devices.map((Id) => ({ Id, Type: 1 })),
              ...Areas.map((Id) => ({ Id, Type: 2 })),
            ],
          },
        },
        ({ Changed }) => t.linkedNow(Changed),
      ),
  });
  return (
    <FormDialog form={form} title={t.associateTitle} onClose={onClose}>
      <PointNames points={points} />
      <form.Field name="Devices" label={t.chooseDevices}>
        <Select
          mode="multiple"
          showSearch={{ optionFilterProp: 'label' }}
          loading={!choices}
          options={deviceOptions(choices) ?? []}
        />
      </form.Field>
      <form.Field name="Areas" label={t.chooseAreas} extra={t.associateHint}>
        <Select
          mode="multiple"
          showSearch={{ optionFilterProp: 'label' }}
          options={optionsOf(choices?.LocationList) ?? []}
        />
      </form.Field>
    </FormDialog>
  );
}

const Cancel = z.object({ From: z.enum(['1', '2', '3', 'one']), Device: z.number().nullable() });

/** Takes points away from one device, or from all devices or areas. */
export function CancelLinkDialog({ points, onClose, onDone }: Props) {
  const t = useText(text);
  const notify = useNotify();
  const changed = usePointsChanged();
  const fromAll = useCallMutation('pointCancelRelevanceModelTreeOrLocation');
  const fromOne = useCallMutation('pointCancelRelevance');
  const devices = [
    ...new Map(points.flatMap(({ DeviceList }) => DeviceList).map((device) => [device.ModelTreeId, device])).values(),
  ];
  const [from, setFrom] = useState<string>('1');
  const form = useSchemaForm(Cancel, {
    initial: { From: '1', Device: devices[0]?.ModelTreeId ?? null },
    save: async ({ From, Device }) => {
      const body = points.map(({ PointId }) => PointId);
      const { Changed } =
        From === 'one' && Device !== null
          ? await fromOne.mutateAsync({ query: { modelTreeId: Device }, body })
          : await fromAll.mutateAsync({ query: { cancelType: From === 'one' ? '1' : From }, body });
      notify.success(t.unlinkedNow(Changed));
      onDone();
      await changed();
    },
  });
  return (
    <FormDialog form={form} title={t.cancelTitle} submitText={t.cancelLink} danger onClose={onClose}>
      <PointNames points={points} />
      <p className="point-hint">{t.cancelHint}</p>
      <form.Field name="From" label={t.cancelFrom}>
        <Radio.Group
          onChange={({ target }) => setFrom(String(target.value))}
          options={[
            { value: '1', label: t.fromDevices },
            { value: '2', label: t.fromAreas },
            { value: '3', label: t.fromBoth },
            ...(devices.length > 0 ? [{ value: 'one', label: t.fromDevice }] : []),
          ]}
        />
      </form.Field>
      <form.Field name="Device" label={t.device} hidden={from !== 'one'}>
        <Select
          options={devices.map(({ ModelTreeId, ModelTreeName }) => ({ value: ModelTreeId, label: ModelTreeName }))}
        />
      </form.Field>
    </FormDialog>
  );
}

const Related = z.object({ Related: z.array(z.number()).max(20) });

/** Which points are looked at together with this one. */
export function RelevanceDialog({ point, onClose }: { point: PointListRow; onClose: () => void }) {
  const query = { pointId: point.PointId };
  const present = useCall('getPointRelevance', { query }, { staleTime: 0, gcTime: 0 });
  return present.data ? <RelevanceForm point={point} present={present.data} onClose={onClose} /> : null;
}

function RelevanceForm({
  point,
  present,
  onClose,
}: {
  point: PointListRow;
  present: readonly { PointIdB: number; PointName: string }[];
  onClose: () => void;
}) {
  const t = useText(text);
  const { ProjectId } = useProject();
  const [search, setSearch] = useState('');
  const page = useCall('getPointPage', { body: { ProjectId, PointName: search || undefined, PageSize: 50 } });
  const save = useSave(callsAboutPoints, onClose);
  const form = useSchemaForm(Related, {
    initial: { Related: present.map(({ PointIdB }) => PointIdB) },
    save: async ({ Related: ids }) => {
      const PointRelevanceList = ids.map((PointIdB) => ({ PointIdB }));
      await save('addPointRelevance', { body: { PointIdA: point.PointId, PointRelevanceList } }, t.saved);
    },
  });
  const options = new Map(present.map(({ PointIdB, PointName }) => [PointIdB, PointName]));
  for (const row of page.data?.Data ?? [])
    if (row.PointId !== point.PointId) options.set(row.PointId, pointInPlace(row));
  return (
    <FormDialog form={form} title={t.relevanceTitle(point.PointName)} onClose={onClose}>
      <p className="point-hint">{t.relevanceHint}</p>
      <form.Field name="Related" label={t.relevance}>
        <Select
          mode="multiple"
          showSearch={{ filterOption: false, onSearch: setSearch }}
          options={[...options].map(([value, label]) => ({ value, label }))}
        />
      </form.Field>
    </FormDialog>
  );
}

/** Gives a virtual point its value. */
export function SetVirtualDialog({ point, onClose }: { point: PointListRow; onClose: () => void }) {
  const t = useText(text);
  const save = useSave(callsAboutPoints, onClose);
  const form = useSchemaForm(setVirtualBody, {
    initial: { PointId: point.PointId, ...(point.Value === null ? {} : { Value: point.Value }) },
    save: (body) => save('setVirtualPoint', { body }, t.valueSet),
  });
  return (
    <FormDialog form={form} title={t.setTitle(point.PointName)} onClose={onClose} width={400}>
      <form.Field name="Value" label={point.Unit ? `${t.newValue} (${point.Unit})` : t.newValue}>
        <Input inputMode="decimal" />
      </form.Field>
    </FormDialog>
  );
}
