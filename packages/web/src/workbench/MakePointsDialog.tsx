import { pointSetupCalls, registerFormats, type SlaveRow } from '@watchpost/contract';
import { Form, Input, Select } from 'antd';
import { useState } from 'react';
import type { z } from 'zod';
import { useText } from '../lib/defineText.ts';
import { useBilingual } from '../lib/language.ts';
import { callsAboutPoints, usePointChoices } from '../points/index.ts';
import { FormDialog, NumberField, useSchemaForm } from '../ui/form/index.ts';
import { useSave } from '../ui/index.ts';
import { type Chosen, numberOf, placeOf } from './block.ts';
import { pointOf } from './pointOf.ts';
import { text } from './text.ts';

const body = pointSetupCalls.addDevicePoint.body;
const cycles = [10, 30, 60, 120, 300] as const;
const levels = [1, 2, 3, 4] as const;

/** Several new points of one slave at once, all or none; their registers are given. Mount it to show it. */
export function MakePointsDialog({
  projectId,
  slave,
  chosen,
  results,
  onClose,
  onMade,
}: {
  projectId: number;
  slave: SlaveRow;
  chosen: readonly Chosen[];
  results: ReadonlyMap<string, string>;
  onClose: () => void;
  onMade: () => void;
}) {
  const t = useText(text);
  const inWords = useBilingual();
  const choices = usePointChoices(projectId);
  const save = useSave(callsAboutPoints, () => {
    onClose();
    onMade();
  });
  const form = useSchemaForm(body, {
    initial: {
      SlaveId: slave.DeviceModuleId,
      PointList: chosen.map((one) => ({
        ...pointOf(one),
        PointName: t.nameOf(one.FunctionCode, numberOf(one)),
        Level: 3,
        Cycle: 60,
        IsWrite: false,
      })) as unknown as z.input<typeof body>['PointList'],
    },
    save: (values) => save('addDevicePoint', { body: values }, t.made(chosen.length)),
  });
  const list = Form.useWatch('PointList', form.antd) as { PointTypeId?: number }[] | undefined;
  const types = choices?.PointTypeList ?? [];
  const typeOptions = types.map(({ Key, Value: label }) => ({ value: Key, label }));
  const isBit = ({ DataFormat }: Chosen) => DataFormat === 'bit' || DataFormat === 'bits16';
  const [typeOfAll, setTypeOfAll] = useState<number>();
  const set = (place: number, field: 'Level' | 'Cycle' | 'PointTypeId', value: number) =>
    form.antd.setFieldValue(['PointList', place, field], value);
  const setType = (place: number, picked: number) => {
    const next = types.find(({ Key }) => Key === picked);
    set(place, 'PointTypeId', picked);
    form.antd.setFieldValue(['PointList', place, 'Unit'], next?.PointType === 1 ? '' : (next?.UnitList[0] ?? ''));
  };
  /** A state for the bits and a quantity for the numbers; where there are none of its kind, for all. */
  const setTypeOfRows = (picked: number) => {
    setTypeOfAll(picked);
    const isState = types.find(({ Key }) => Key === picked)?.PointType === 1;
    const ofItsKind = chosen.flatMap((one, place) => (isBit(one) === isState ? [place] : []));
    for (const place of ofItsKind.length > 0 ? ofItsKind : chosen.keys()) setType(place, picked);
    void form.antd.validateFields({ dirty: true }).catch(() => undefined);
  };
  const setOfAll = (field: 'Level' | 'Cycle') => (value: number) => {
    for (const place of chosen.keys()) set(place, field, value);
  };
  return (
    <FormDialog form={form} title={t.makeTitle(chosen.length, slave.SlaveName)} width={960} onClose={onClose}>
      <fieldset className="workbench-all" aria-label={t.forAll}>
        <b>{t.forAll}</b>
        <Select
          aria-label={`${t.forAll}: ${t.pointType}`}
          placeholder={t.pointType}
          showSearch={{ optionFilterProp: 'label' }}
          loading={!choices}
          value={typeOfAll}
          options={typeOptions}
          onChange={setTypeOfRows}
        />
        <Select
          aria-label={`${t.forAll}: ${t.level}`}
          placeholder={t.level}
          options={levels.map((value) => ({ value, label: `${t.level} ${value}` }))}
          onChange={setOfAll('Level')}
        />
        <Select
          aria-label={`${t.forAll}: ${t.cycle}`}
          placeholder={t.cycle}
          options={cycles.map((value) => ({ value, label: t.seconds(value) }))}
          onChange={setOfAll('Cycle')}
        />
        <span className="workbench-hint">{t.forAllHint}</span>
      </fieldset>
      <ul className="workbench-making">
        {chosen.map((one, place) => {
          const type = types.find(({ Key }) => Key === list?.[place]?.PointTypeId);
          return (
            <li key={one.key}>
              <p>
                <b className="tabular">{placeOf(one)}</b> {inWords(registerFormats[one.DataFormat].words)}{' '}
                {one.ByteOrder} · {t.now(results.get(one.key) ?? '')}
              </p>
              <div className="workbench-point">
                <form.Field name={['PointList', place, 'PointName']} label={t.pointName} required>
                  <Input maxLength={50} />
                </form.Field>
                <form.Field name={['PointList', place, 'PointTypeId']} label={t.pointType} required>
                  <Select
                    showSearch={{ optionFilterProp: 'label' }}
                    loading={!choices}
                    options={typeOptions}
                    onChange={(picked: number) => setType(place, picked)}
                  />
                </form.Field>
                <form.Field name={['PointList', place, 'Unit']} label={t.unit}>
                  <Select
                    disabled={!type || type.PointType === 1}
                    options={type?.UnitList.map((value) => ({ value, label: value })) ?? []}
                  />
                </form.Field>
                <form.Field name={['PointList', place, 'Decimals']} label={t.decimals}>
                  <NumberField min={0} max={6} precision={0} />
                </form.Field>
                <form.Field name={['PointList', place, 'Level']} label={t.level}>
                  <Select options={levels.map((value) => ({ value, label: String(value) }))} />
                </form.Field>
                <form.Field name={['PointList', place, 'Cycle']} label={t.cycle}>
                  <Select options={cycles.map((value) => ({ value, label: t.seconds(value) }))} />
                </form.Field>
              </div>
            </li>
          );
        })}
      </ul>
    </FormDialog>
  );
}
