import {
  type AllCalls,
  type CallData,
  type CycleSource,
  cycleSources,
  NewPoint,
  PointForm,
  type PointKind,
} from '@watchpost/contract';
import { AutoComplete, Button, Form, Input, Select, Switch } from 'antd';
import { useEffect, useRef } from 'react';
import type { z } from 'zod';
import { CallError } from '../lib/CallError.ts';
import { useText } from '../lib/defineText.ts';
import { useBilingual, useLanguage } from '../lib/language.ts';
import { useCall, useCallMutation } from '../lib/useCall.ts';
import { FormDialog, NumberField, SchemaField, type SchemaFormState, useSchemaForm } from '../ui/form/index.ts';
import { useNotify, useSave, Value } from '../ui/index.ts';
import { CycleField } from './CycleField.tsx';
import { editorText } from './editorText.ts';
import { FormulaInputs, type FormulaInputValue } from './FormulaInputs.tsx';
import { NumberTags } from './NumberTags.tsx';
import { levelOptions } from './pointList.ts';
import './points.css';
import { EnglishName, RegisterFaultFields, RegisterFields } from './RegisterFields.tsx';
import { text } from './text.ts';
import { callsAboutPoints, usePointChoices } from './usePointChoices.ts';

type Config = CallData<AllCalls['getPointConfig']>;
type Form_ = Pick<SchemaFormState, 'antd'>;

/** Where a new point is to hang. */
export interface NewPointPlace {
  readonly kind: PointKind;
  readonly projectId: number;
  readonly slaveId?: number;
  readonly gatewayId?: number;
}

const usual = {
  PointNameEn: null,
  Decimals: 1,
  Level: 3,
  IsWrite: false,
  Cycle: 60,
  RangeLow: null,
  RangeHigh: null,
  ErrorValueList: [],
  FrozenMinutes: null,
  RawErrorValueList: [],
  StatusRegister: null,
  StatusFaultValueList: [],
  WriteFunctionCode: null,
};

/**
 * A new point of any kind. Mount it to show it.
 *
 * @param initial what is known of it already
 * @param onAdded called besides `onClose` once it is there
 */
export function AddPointDialog({
  place,
  initial,
  onClose,
  onAdded,
}: {
  place: NewPointPlace;
  initial?: Partial<z.input<typeof NewPoint>>;
  onClose: () => void;
  onAdded?: () => void;
}) {
  const t = useText(editorText);
  const save = useSave(callsAboutPoints, () => {
    onClose();
    onAdded?.();
  });
  const { kind, projectId, slaveId, gatewayId } = place;
  const form = useSchemaForm(NewPoint, {
    initial: {
      ...usual,
      ProjectId: projectId,
      Kind: kind,
      SlaveId: slaveId ?? null,
      GatewayId: gatewayId ?? null,
      IsWrite: kind === 'virtual',
      ...(kind === 'modbus' ? { FunctionCode: 3, DataFormat: 's16', ByteOrder: 'AB' } : {}),
      ...(kind === 'computed' ? { InputList: [] } : {}),
      ...(kind === 'mqtt' ? { Cycle: undefined } : {}),
      ...initial,
    } as Partial<z.input<typeof NewPoint>>,
    save: (body) => save('addPoint', { body }, t.added),
  });
  const own = { virtual: t.addVirtualTitle, computed: t.addComputedTitle };
  const title = kind === 'virtual' || kind === 'computed' ? own[kind] : t.addTitle;
  return (
    <FormDialog form={form} title={title} width={760} onClose={onClose}>
      <Fields form={form as unknown as Form_} kind={kind} projectId={projectId} gatewayId={gatewayId ?? null} />
    </FormDialog>
  );
}

/** Everything that is set up about a point. Mount it to show it. */
export function EditPointDialog({ pointId, onClose }: { pointId: number; onClose: () => void }) {
  const { data, error } = useCall('getPointConfig', { query: { pointId } }, { staleTime: 0, gcTime: 0 });
  const notify = useNotify();
  const latest = useRef({ notify, onClose });
  useEffect(() => {
    latest.current = { notify, onClose };
  });
  useEffect(() => {
    if (!error) return;
    latest.current.notify.failure(error);
    latest.current.onClose();
  }, [error]);
  return data ? <EditForm config={data} onClose={onClose} /> : null;
}

function EditForm({ config, onClose }: { config: Config; onClose: () => void }) {
  const t = useText(editorText);
  const p = useText(text);
  const save = useSave(callsAboutPoints, onClose);
  const { Kind, ProjectId } = config;
  const language = useLanguage();
  const called = language === 'en' ? (config.PointNameEn ?? config.PointName) : config.PointName;
  const form = useSchemaForm(PointForm, {
    initial: initialOf(config),
    edits: ['PointId'],
    together: [
      ['X1', 'X2', 'Y1', 'Y2'],
      ['Formula', 'InputList'],
    ],
    save: (body) => save('editPoint', { body }, p.saved),
  });
  return (
    <FormDialog form={form} title={t.editTitle(called)} width={760} onClose={onClose}>
      <Fields
        form={form as unknown as Form_}
        kind={Kind}
        projectId={ProjectId}
        pointId={config.PointId}
        gatewayId={config.GatewayId}
        cycleSource={config.CycleSource}
      />
    </FormDialog>
  );
}

/** What the form edits, of all that is known; a kind's own fields only. */
function initialOf(config: Config): z.input<typeof PointForm> {
  const { Kind } = config;
  const common = {
    PointId: config.PointId,
    Kind,
    PointName: config.PointName,
    PointNameEn: config.PointNameEn,
    PointTypeId: config.PointTypeId,
    Unit: config.Unit,
    Decimals: config.Decimals,
    Level: config.Level,
    IsWrite: config.IsWrite,
    Cycle: config.Cycle,
    RangeLow: config.RangeLow,
    RangeHigh: config.RangeHigh,
    ErrorValueList: config.ErrorValueList,
    FrozenMinutes: config.FrozenMinutes,
  };
  switch (Kind) {
    case 'modbus':
      return {
        ...common,
        FunctionCode: config.FunctionCode,
        RegisterAddress: config.RegisterAddress,
        DataFormat: config.DataFormat,
        ByteOrder: config.ByteOrder,
        AddressBit: config.AddressBit,
        X1: config.X1,
        X2: config.X2,
        Y1: config.Y1,
        Y2: config.Y2,
        RawErrorValueList: config.RawErrorValueList,
        StatusRegister: config.StatusRegister,
        StatusFaultValueList: config.StatusFaultValueList,
        WriteFunctionCode: config.WriteFunctionCode,
      };
    case 'mqtt':
      return { ...common, MqttKey: config.MqttKey, MqttDevice: config.MqttDevice };
    case 'computed':
      return { ...common, Formula: config.Formula, InputList: config.InputList };
    case 'tag':
    case 'virtual':
      return common;
  }
}

/** Under which name the gateway reports it: typed, or chosen of what it has said and no point reads. */
function KeyFields({ form, gatewayId }: { form: Form_; gatewayId: number | null }) {
  const t = useText(editorText);
  const heard =
    useCall('getHeardKeys', gatewayId === null ? null : { query: { deviceId: gatewayId } }, { scope: 'company' })
      .data ?? [];
  const device: string = Form.useWatch('MqttDevice', form.antd) ?? '';
  const key: string = Form.useWatch('MqttKey', form.antd) ?? '';
  const options = (values: readonly string[], typed: string) =>
    [...new Set(values)]
      .filter((value) => value.toLowerCase().includes(typed.toLowerCase()))
      .map((value) => ({ value }));
  const ofDevice = heard.filter(({ MqttDevice }) => device === '' || (MqttDevice ?? '') === device);
  return (
    <div className="point-grid">
      <SchemaField name="MqttKey" label={t.key} required>
        <AutoComplete
          maxLength={200}
          options={options(
            ofDevice.map(({ MqttKey }) => MqttKey),
            key,
          )}
          onSelect={(chosen: string) => {
            // A key of one device only also chooses that device.
            const devices = new Set(ofDevice.filter(({ MqttKey }) => MqttKey === chosen).map((one) => one.MqttDevice));
            const [only] = devices;
            if (device === '' && devices.size === 1 && only) form.antd.setFieldValue('MqttDevice', only);
          }}
        />
      </SchemaField>
      <SchemaField name="MqttDevice" label={t.keyDevice}>
        <AutoComplete
          maxLength={200}
          options={options(
            heard.flatMap(({ MqttDevice }) => MqttDevice ?? []),
            device,
          )}
        />
      </SchemaField>
    </div>
  );
}

function Fields({
  form,
  kind,
  projectId,
  pointId,
  gatewayId,
  cycleSource = 'declared',
}: {
  form: Form_;
  kind: PointKind;
  projectId: number;
  pointId?: number;
  gatewayId: number | null;
  cycleSource?: CycleSource;
}) {
  const t = useText(editorText);
  const p = useText(text);
  const inWords = useBilingual();
  const choices = usePointChoices(projectId);
  const typeId: number | undefined = Form.useWatch('PointTypeId', form.antd);
  const code: number | undefined = Form.useWatch('FunctionCode', form.antd);
  const format: string | undefined = Form.useWatch('DataFormat', form.antd);
  const type = choices?.PointTypeList.find(({ Key }) => Key === typeId);
  const mayWrite = kind !== 'computed' && (kind !== 'modbus' || ((code === 1 || code === 3) && format !== 'bits16'));
  return (
    <>
      {kind === 'virtual' ? <p className="point-hint">{t.virtualHint}</p> : null}
      <div className="point-grid">
        <SchemaField name="PointName" label={p.name}>
          <Input maxLength={50} />
        </SchemaField>
        <SchemaField name="PointNameEn" label={p.nameEn}>
          <EnglishName />
        </SchemaField>
        <SchemaField name="PointTypeId" label={p.type}>
          <Select
            showSearch={{ optionFilterProp: 'label' }}
            loading={!choices}
            options={choices?.PointTypeList.map(({ Key, Value: label }) => ({ value: Key, label })) ?? []}
            onChange={(chosen: number) => {
              const next = choices?.PointTypeList.find(({ Key }) => Key === chosen);
              form.antd.setFieldsValue({
                Unit: next?.PointType === 1 ? '' : (next?.UnitList[0] ?? ''),
                ...(next?.PointType === 1 ? { Decimals: 0 } : {}),
              });
            }}
          />
        </SchemaField>
        <SchemaField name="Unit" label={p.unit} hidden={type?.PointType === 1}>
          <Select options={type?.UnitList.map((value) => ({ value, label: value })) ?? []} />
        </SchemaField>
        <SchemaField name="Decimals" label={p.decimals}>
          <NumberField min={0} max={6} precision={0} />
        </SchemaField>
        <SchemaField name="Level" label={p.level}>
          <Select options={levelOptions.map(({ value, label }) => ({ value, label: inWords(label) }))} />
        </SchemaField>
        <SchemaField
          name="Cycle"
          label={p.cycle}
          extra={cycleSource === 'declared' || type?.PointType === 1 ? undefined : inWords(cycleSources[cycleSource])}
        >
          <CycleField mayBeMeasured={kind === 'mqtt' && pointId === undefined} />
        </SchemaField>
        <SchemaField name="IsWrite" label={p.writable} valuePropName="checked" hidden={!mayWrite}>
          <Switch />
        </SchemaField>
      </div>
      {kind === 'modbus' ? <RegisterFields form={form} /> : null}
      {kind === 'mqtt' ? <KeyFields form={form} gatewayId={gatewayId} /> : null}
      {kind === 'computed' ? <FormulaFields form={form} projectId={projectId} pointId={pointId} /> : null}
      {type?.PointType === 1 ? null : (
        <>
          <h3 className="point-section">{t.checks}</h3>
          <div className="point-grid">
            <SchemaField name="RangeLow" label={t.rangeLow} extra={t.rangeHint}>
              <NumberField />
            </SchemaField>
            <SchemaField name="RangeHigh" label={t.rangeHigh}>
              <NumberField />
            </SchemaField>
            {kind === 'modbus' || kind === 'mqtt' ? (
              <>
                <SchemaField name="FrozenMinutes" label={t.frozen} extra={t.frozenHint}>
                  <NumberField min={1} max={10_080} precision={0} />
                </SchemaField>
                <SchemaField name="ErrorValueList" label={t.errors}>
                  <NumberTags label={t.errors} />
                </SchemaField>
              </>
            ) : null}
            {kind === 'modbus' ? <RegisterFaultFields /> : null}
          </div>
        </>
      )}
    </>
  );
}

function FormulaFields({ form, projectId, pointId }: { form: Form_; projectId: number; pointId?: number | undefined }) {
  const t = useText(editorText);
  const notify = useNotify();
  const trial = useCallMutation('tryFormula');
  const decimals: number | undefined = Form.useWatch('Decimals', form.antd);
  const unit: string | undefined = Form.useWatch('Unit', form.antd);
  const cycle: number | undefined = Form.useWatch('Cycle', form.antd);
  const start = async () => {
    const { Formula = '', InputList = [] } = form.antd.getFieldsValue(true) as {
      Formula?: string;
      InputList?: FormulaInputValue[];
    };
    const inputs = InputList.flatMap(({ Name, PointId }) => (PointId === undefined ? [] : [{ Name, PointId }]));
    try {
      await trial.mutateAsync({ body: { ProjectId: projectId, Formula, InputList: inputs } });
    } catch (error) {
      // What is wrong with the formula stands beside it, as it does after saving.
      const onScreen = (error instanceof CallError ? error.fields : []).flatMap(({ Field, Message }) => {
        const name = ['Formula', 'InputList'].find((each) => Field.startsWith(each));
        return name ? [{ name, errors: [Message] }] : [];
      });
      if (onScreen.length === 0) notify.failure(error);
      form.antd.setFields(onScreen);
    }
  };
  return (
    <>
      <h3 className="point-section">{t.formula}</h3>
      <SchemaField name="Formula" label={t.formula} extra={t.formulaHint} required>
        <Input maxLength={500} className="tabular" />
      </SchemaField>
      <SchemaField name="InputList" label={t.inputs}>
        <FormulaInputs projectId={projectId} without={pointId} />
      </SchemaField>
      <div className="point-result">
        <Button onClick={() => void start()} loading={trial.isPending}>
          {t.tryIt}
        </Button>
        {trial.data ? (
          <span role="status">
            {trial.data.Quality === null ? (
              t.noResult
            ) : (
              <>
                {t.nowIs}{' '}
                <Value
                  value={{ ...trial.data, Unit: unit ?? '', Decimals: decimals ?? 1, SamplingSeconds: cycle ?? 60 }}
                />
              </>
            )}
          </span>
        ) : null}
      </div>
    </>
  );
}
