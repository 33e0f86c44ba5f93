import {
  type AllCalls,
  type batchUpdates,
  type CallData,
  type PointListRow,
  pointListCalls,
} from '@watchpost/contract';
import { Button, Input, Modal, Radio, Select, Switch } from 'antd';
import { useState } from 'react';
import { z } from 'zod';
import { CallError } from '../lib/CallError.ts';
import { useText } from '../lib/defineText.ts';
import { useBilingual } from '../lib/language.ts';
import { useMaySetUp, useProject } from '../lib/session.ts';
import { useCall, useCallMutation } from '../lib/useCall.ts';
import { ConfirmDialog, FormDialog, useSchemaForm } from '../ui/form/index.ts';
import { useNotify, useSave } from '../ui/index.ts';
import { PointNames } from './AssociateDialogs.tsx';
import { CycleField } from './CycleField.tsx';
import { levelOptions } from './pointList.ts';
import './points.css';
import { text } from './text.ts';
import { callsAboutPoints, optionsOf, usePointChoices, usePointsChanged } from './usePointChoices.ts';

interface Props {
  points: readonly PointListRow[];
  onClose: () => void;
  onDone: () => void;
}

const batchBody = pointListCalls.batchUpdatePoint.body;
/** Nothing to look for is said beside its field before anybody is asked. */
const replaceBody = batchBody.extend({ FindPointName: z.string().min(1).max(50) });
type Changed = CallData<AllCalls['batchUpdatePoint']>;

/** Finds a text in the names of points and replaces it: first shown, then done. */
export function ReplaceDialog({ points, onClose, onDone }: Props) {
  const t = useText(text);
  const { ProjectId } = useProject();
  const notify = useNotify();
  const changed = usePointsChanged();
  const update = useCallMutation('batchUpdatePoint');
  const [preview, setPreview] = useState<Changed | null>(null);
  const [done, setDone] = useState<Changed | null>(null);
  const form = useSchemaForm(replaceBody, {
    initial: {
      ProjectId,
      UpdatePointType: 'name',
      PointIdList: points.map(({ PointId }) => PointId),
      FindPointName: '',
      PointName: '',
    },
    save: async (body) => {
      setDone(await update.mutateAsync({ body }));
      await changed();
    },
  });
  const takeBack = async ({ Examples }: Changed) => {
    const names = Examples.map(({ PointId, Before, After }) => ({ PointId, WasName: After, PointName: Before }));
    const PointIdList = names.map(({ PointId }) => PointId);
    try {
      const body = { ProjectId, UpdatePointType: 'name' as const, PointIdList, PointNameList: names };
      const { Changed: back } = await update.mutateAsync({ body });
      notify.success(back < names.length ? t.partTakenBack(back, names.length) : t.takenBack(back));
      onDone();
      await changed();
    } catch (error) {
      notify.failure(error);
    }
  };
  const look = async () => {
    try {
      await form.antd.validateFields();
    } catch {
      setPreview(null);
      return;
    }
    const { FindPointName, PointName } = form.antd.getFieldsValue();
    try {
      const body = { ...form.initial, FindPointName, PointName, IsDryRun: true } as never;
      setPreview(await update.mutateAsync({ body }));
    } catch (error) {
      setPreview(null);
      const besideFields = (error instanceof CallError ? error.fields : []).flatMap(({ Field, Message }) =>
        Field === 'FindPointName' || Field === 'PointName' ? [{ name: Field, errors: [Message] }] : [],
      );
      if (besideFields.length === 0) notify.failure(error);
      else form.antd.setFields(besideFields as never);
    }
  };
  if (done)
    return (
      <Modal
        open
        title={t.changedNow(done.Changed)}
        onCancel={onDone}
        footer={
          <>
            <Button loading={update.isPending} onClick={() => void takeBack(done)}>
              {t.undo}
            </Button>
            <Button type="primary" onClick={onDone}>
              {t.close}
            </Button>
          </>
        }
      >
        <NameChanges changes={done} />
      </Modal>
    );
  return (
    <FormDialog form={form} title={t.replaceTitle} submitText={t.replace} onClose={onClose}>
      <PointNames points={points} />
      <form.Field name="FindPointName" label={t.find} required>
        <Input maxLength={50} />
      </form.Field>
      <form.Field name="PointName" label={t.replaceBy} extra={t.replaceEmpty}>
        <Input maxLength={50} />
      </form.Field>
      <Button onClick={() => void look()}>{t.preview}</Button>
      {preview ? (
        <div role="status">
          <p className="point-hint">{t.wouldChange(preview.Changed)}</p>
          <NameChanges changes={preview} />
        </div>
      ) : null}
    </FormDialog>
  );
}

/** Who wants to read more of them reads the log. */
const shownChanges = 20;

function NameChanges({ changes: { Changed: count, Examples } }: { changes: Changed }) {
  const t = useText(text);
  const shown = Examples.slice(0, shownChanges);
  return (
    <ul className="point-changes">
      {shown.map(({ PointId, Before, After }) => (
        <li key={PointId}>
          {Before} → <b>{After}</b>
        </li>
      ))}
      {count > shown.length ? <li>{t.andMore(count - shown.length)}</li> : null}
    </ul>
  );
}

type What = Exclude<(typeof batchUpdates)[number], 'name'>;

/** Changes one thing of many points. */
export function BatchUpdateDialog({ points, onClose, onDone }: Props) {
  const t = useText(text);
  const inWords = useBilingual();
  const { ProjectId } = useProject();
  const choices = usePointChoices(ProjectId);
  const save = useSave(callsAboutPoints, onDone);
  // How a point is read and written is for who sets up its gateway.
  const maySetUp = useMaySetUp();
  const [what, setWhat] = useState<What>('level');
  const form = useSchemaForm(batchBody, {
    initial: {
      ProjectId,
      UpdatePointType: 'level',
      PointIdList: points.map(({ PointId }) => PointId),
      Level: points[0]?.Level ?? 3,
      IsWrite: false,
      Cycle: points[0]?.Cycle ?? 60,
      PointTypeId: points[0]?.PointTypeId,
    },
    save: ({ PointName: _, FindPointName: __, ...body }) =>
      save('batchUpdatePoint', { body }, (done) => t.changedNow(done.Changed)),
  });
  const names: Record<What, string> = {
    level: t.level,
    type: t.type,
    unit: t.unit,
    cycle: t.cycle,
    write: t.writable,
  };
  const typeIds = new Set(points.map(({ PointTypeId }) => PointTypeId));
  const units = choices?.PointTypeList.filter(({ Key }) => typeIds.has(Key)).flatMap(({ UnitList }) => UnitList) ?? [];
  return (
    <FormDialog form={form} title={t.batchTitle} onClose={onClose}>
      <PointNames points={points} />
      <form.Field name="UpdatePointType" label={t.what}>
        <Radio.Group
          onChange={({ target }) => setWhat(target.value as What)}
          options={(Object.keys(names) as What[])
            .filter((value) => value === 'level' || maySetUp)
            .map((value) => ({ value, label: names[value] }))}
        />
      </form.Field>
      {what === 'level' ? (
        <form.Field name="Level" label={t.level}>
          <Select options={levelOptions.map(({ value, label }) => ({ value, label: inWords(label) }))} />
        </form.Field>
      ) : null}
      {what === 'type' ? (
        <form.Field name="PointTypeId" label={t.type}>
          <Select showSearch={{ optionFilterProp: 'label' }} options={optionsOf(choices?.PointTypeList) ?? []} />
        </form.Field>
      ) : null}
      {what === 'unit' ? (
        <form.Field name="Unit" label={t.unit}>
          <Select options={[...new Set(units)].map((value) => ({ value, label: value }))} />
        </form.Field>
      ) : null}
      {what === 'cycle' ? (
        <form.Field name="Cycle" label={t.cycle}>
          <CycleField />
        </form.Field>
      ) : null}
      {what === 'write' ? (
        <form.Field name="IsWrite" label={t.writable} valuePropName="checked">
          <Switch />
        </form.Field>
      ) : null}
    </FormDialog>
  );
}

/** Deletes points: says what goes with them. The server wants proof of identity, for which the client asks. */
export function DeletePointsDialog({ points, onClose, onDone }: Props) {
  const t = useText(text);
  const ids = points.map(({ PointId }) => PointId);
  const { data } = useCall('getWhatHangsOnPoints', { body: { PointIdList: ids } }, { staleTime: 0, gcTime: 0 });
  const save = useSave(callsAboutPoints, onDone);
  const start = () => save('deletePoint', { body: { PointIdList: ids } }, t.deleted(ids.length));
  const lines = data
    ? [
        data.Devices > 0 ? t.goesDevices(data.Devices, data.DeviceNames.join(' · ')) : null,
        data.Areas > 0 ? t.goesAreas(data.Areas) : null,
        data.AlarmRules > 0 ? t.goesRules(data.AlarmRules) : null,
        data.LookingRules > 0 ? t.goesLooking(data.LookingRules) : null,
        data.OpenAlarms > 0 ? t.goesAlarms(data.OpenAlarms) : null,
        data.HasHistory ? t.goesHistory(data.HistoryKeptDays) : null,
      ].filter((line) => line !== null)
    : [];
  const blocked = data !== undefined && data.ComputedNames.length > 0;
  return (
    <ConfirmDialog
      title={t.deleteTitle(ids.length)}
      ok={t.delete}
      disabled={!data || blocked}
      act={start}
      onClose={onClose}
    >
      <ul className="point-names">
        {points.map(({ PointId, PointName }) => (
          <li key={PointId}>{PointName}</li>
        ))}
      </ul>
      {blocked ? <p role="alert">{t.goesComputed(data.ComputedNames.join(' · '))}</p> : null}
      {data ? (
        <ul className="point-names">
          {lines.length === 0 ? <li>{t.goesNothing}</li> : lines.map((line) => <li key={line}>{line}</li>)}
        </ul>
      ) : null}
      <p className="point-hint">{t.deleteHint}</p>
    </ConfirmDialog>
  );
}
