import {
  calls,
  type DeviceRow,
  type DiagramDocument,
  isEvaporator,
  isRack,
  layOutAir,
  layOutCircuit,
  layOutOverview,
  layOutRoom,
  onlyRoles,
  rolesOfClass,
} from '@watchpost/contract';
import { Form, Input, Select } from 'antd';
import { useMemo, useState } from 'react';
import { useText } from '../lib/defineText.ts';
import { useCall } from '../lib/useCall.ts';
import { FormDialog, useSchemaForm } from '../ui/form/index.ts';
import { EmptyState, ErrorState, useSave } from '../ui/index.ts';
import { callsAboutDiagrams } from './callsAboutDiagrams.ts';
import { plantOf } from './plantOf.ts';
import { diagramText } from './text.ts';

type Kind = 'circuit' | 'room' | 'air' | 'overview';
/** What stands for no rack in the list. */
const noRack = 0;
/** The largest page the call gives. */
const devicesAtOnce = 500;

/** Draws a diagram of devices: which, and under what name. */
export function DrawDialog({
  projectId,
  onClose,
  onCreated,
}: {
  projectId: number;
  onClose: () => void;
  onCreated: (diagramId: number) => void;
}) {
  const devices = useCall('getTableListRead', { body: { ProjectId: projectId, PageSize: devicesAtOnce } });
  if (devices.error && !devices.data)
    return <ErrorState error={devices.error} onRetry={() => void devices.refetch()} />;
  if (!devices.data) return null;
  return <DrawForm devices={devices.data.Data} {...{ projectId, onClose, onCreated }} />;
}

function DrawForm({
  projectId,
  devices,
  onClose,
  onCreated,
}: {
  projectId: number;
  devices: readonly DeviceRow[];
  onClose: () => void;
  onCreated: (diagramId: number) => void;
}) {
  const t = useText(diagramText);
  const plant = useMemo(() => devices.map(plantOf), [devices]);
  const racks = plant.filter(isRack);
  const fed = plant.filter(isEvaporator);
  const units = plant.filter(({ classCode }) => classCode === 'airHandlingUnit');
  const halls = plant.filter(({ classCode }) => classCode === 'hall');
  const kinds: { value: Kind; label: string }[] = [
    ...(racks.length + fed.length > 0 ? [{ value: 'circuit' as const, label: t.kindCircuit }] : []),
    ...(fed.length > 0 ? [{ value: 'room' as const, label: t.kindRoom }] : []),
    ...(units.length > 0 ? [{ value: 'air' as const, label: t.kindAir }] : []),
    ...(plant.length > 0 ? [{ value: 'overview' as const, label: t.kindOverview }] : []),
  ];
  const [kind, setKind] = useState<Kind>(kinds[0]?.value ?? 'overview');
  const [rack, setRack] = useState(racks[0]?.id ?? noRack);
  const [feeds, setFeeds] = useState(fed.map(({ id }) => id));
  const [room, setRoom] = useState(fed[0]?.id ?? 0);
  const [unit, setUnit] = useState(units[0]?.id ?? 0);
  const [hallIds, setHalls] = useState(halls.map(({ id }) => id));
  const [several, setSeveral] = useState(plant.map(({ id }) => id));
  const [everyOne, setEveryOne] = useState(false);
  const roomDevice = devices.find(({ Mtid }) => Mtid === room);
  const classOfRoom = roomDevice && Object.hasOwn(rolesOfClass, roomDevice.SmallTypeCode) ? roomDevice : undefined;
  const isOfClass = kind === 'room' && everyOne && classOfRoom !== undefined;
  const of = (ids: readonly number[]) => plant.filter(({ id }) => ids.includes(id));

  const drawn = (): DiagramDocument => {
    if (kind === 'circuit') return layOutCircuit(of([rack])[0] ?? null, of(feeds));
    if (kind === 'room') return layOutRoom(isOfClass ? onlyRoles(of([room])[0]!) : of([room])[0]!);
    if (kind === 'air') return layOutAir(of([unit])[0]!, of(hallIds));
    return layOutOverview(of(several));
  };
  const save = useSave(callsAboutDiagrams, onClose);
  const form = useSchemaForm(calls.addDiagram.body, {
    initial: { ProjectId: projectId, DiagramName: '', DiagramNameEn: '' },
    save: async (body) => {
      const made = await save(
        'addDiagram',
        {
          body: {
            ...body,
            Document: drawn(),
            ...(isOfClass ? { SmallTypeCode: classOfRoom.SmallTypeCode, DeviceId: room } : {}),
          },
        },
        t.created,
      );
      onCreated(made.DiagramId);
    },
  });
  const options = (all: typeof plant) => all.map(({ id, name }) => ({ value: id, label: name }));
  const several_ = {
    mode: 'multiple' as const,
    optionFilterProp: 'label',
    maxTagCount: 4,
  };
  return (
    <FormDialog form={form} title={t.drawForMe} submitText={t.draw} onClose={onClose}>
      {kinds.length === 0 ? <EmptyState title={t.nothingToDraw} /> : null}
      <form.Field name="DiagramName" label={t.name}>
        <Input maxLength={50} />
      </form.Field>
      <form.Field name="DiagramNameEn" label={t.nameEn}>
        <Input maxLength={50} />
      </form.Field>
      <Form.Item label={t.kind} htmlFor="draw-kind">
        <Select id="draw-kind" value={kind} onChange={setKind} options={kinds} />
      </Form.Item>
      {kind === 'circuit' ? (
        <>
          <Form.Item label={t.rack} htmlFor="draw-rack">
            <Select
              id="draw-rack"
              value={rack}
              onChange={setRack}
              options={[...options(racks), { value: noRack, label: t.noRack }]}
            />
          </Form.Item>
          <Form.Item label={t.fed} htmlFor="draw-fed">
            <Select id="draw-fed" {...several_} value={feeds} onChange={setFeeds} options={options(fed)} />
          </Form.Item>
        </>
      ) : kind === 'room' ? (
        <>
          <Form.Item label={t.room} htmlFor="draw-room">
            <Select
              id="draw-room"
              showSearch={{ optionFilterProp: 'label' }}
              value={room}
              onChange={setRoom}
              options={options(fed)}
            />
          </Form.Item>
          {classOfRoom ? (
            <Form.Item label={t.serves} htmlFor="draw-serves" extra={t.servesHint}>
              <Select
                id="draw-serves"
                value={everyOne}
                onChange={setEveryOne}
                options={[
                  { value: false, label: t.servesThese },
                  { value: true, label: t.servesClass(classOfRoom.SmallTypeName) },
                ]}
              />
            </Form.Item>
          ) : null}
        </>
      ) : kind === 'air' ? (
        <>
          <Form.Item label={t.unit} htmlFor="draw-unit">
            <Select id="draw-unit" value={unit} onChange={setUnit} options={options(units)} />
          </Form.Item>
          <Form.Item label={t.halls} htmlFor="draw-halls">
            <Select id="draw-halls" {...several_} value={hallIds} onChange={setHalls} options={options(halls)} />
          </Form.Item>
        </>
      ) : (
        <Form.Item label={t.devices} htmlFor="draw-devices">
          <Select id="draw-devices" {...several_} value={several} onChange={setSeveral} options={options(plant)} />
        </Form.Item>
      )}
      <p className="dg-faint">{t.drawHint}</p>
    </FormDialog>
  );
}
