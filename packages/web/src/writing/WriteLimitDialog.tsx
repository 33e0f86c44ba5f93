import { useQueryClient } from '@tanstack/react-query';
import {
  interlockOperatorNames,
  interlockOperators,
  type WritablePoint,
  type WriteLimit,
  WriteLimitForm,
} from '@watchpost/contract';
import { Form, Input, Modal, Select, Switch } from 'antd';
import { useState } from 'react';
import { askAgain } from '../lib/askAgain.ts';
import { useText } from '../lib/defineText.ts';
import { useBilingual } from '../lib/language.ts';
import { useCall, useCallMutation } from '../lib/useCall.ts';
import { FormDialog, NumberField, useSchemaForm } from '../ui/form/index.ts';
import { ErrorState, Skeleton, useNotify } from '../ui/index.ts';
import { text } from './text.ts';
import './writing.css';

/** What may be written to a point and when. Mount it to show it. */
export function WriteLimitDialog({
  point,
  onClose,
}: {
  point: Pick<WritablePoint, 'PointId' | 'PointName' | 'Unit' | 'UnitMap'>;
  onClose: () => void;
}) {
  const t = useText(text);
  const limit = useCall(
    'getPointWriteLimit',
    { query: { pointID: point.PointId } },
    { scope: 'company', staleTime: 0 },
  );
  if (limit.data && !limit.isFetching) return <LimitForm point={point} limit={limit.data} onClose={onClose} />;
  return (
    <Modal open title={t.limitsOf(point.PointName)} onCancel={onClose} footer={null}>
      {limit.error ? <ErrorState error={limit.error} onRetry={() => void limit.refetch()} /> : <Skeleton />}
    </Modal>
  );
}

function LimitForm({
  point,
  limit,
  onClose,
}: {
  point: Pick<WritablePoint, 'PointId' | 'PointName' | 'Unit' | 'UnitMap'>;
  limit: WriteLimit;
  onClose: () => void;
}) {
  const t = useText(text);
  const say = useBilingual();
  const notify = useNotify();
  const client = useQueryClient();
  const update = useCallMutation('updatePointWriteLimit');
  const [withInterlock, setWithInterlock] = useState(limit.Interlock !== null);
  const [search, setSearch] = useState('');
  const others = useCall(
    'getInterlockPoints',
    withInterlock ? { body: { PointId: point.PointId, Text: search, PageIndex: 1, PageSize: 50 } } : null,
    { scope: 'company' },
  ).data?.Data;
  const form = useSchemaForm(WriteLimitForm, {
    initial: {
      PointId: point.PointId,
      Min: limit.Min,
      Max: limit.Max,
      AllowedValues: limit.AllowedValues,
      MinIntervalSeconds: limit.MinIntervalSeconds,
      Interlock: limit.Interlock && {
        PointId: limit.Interlock.PointId,
        Operator: limit.Interlock.Operator,
        Value: limit.Interlock.Value,
        Sentence: limit.Interlock.Sentence,
        SentenceEn: limit.Interlock.SentenceEn,
      },
    },
    edits: ['PointId'],
    save: async (body) => {
      await update.mutateAsync({ body });
      void askAgain(client, ['getPointWriteLimit', 'getPointWrite', 'getWritablePointPage']);
      notify.success(t.limitsSaved);
      onClose();
    },
  });
  const chosen = Form.useWatch<number | undefined>(['Interlock', 'PointId'], form.antd);
  const nameOf = (name: { MName: string | null; PointName: string }) =>
    [name.MName, name.PointName].filter(Boolean).join(' · ');
  const known = limit.Interlock;
  const pointOptions = [
    ...(known && !others?.some(({ PointId }) => PointId === known.PointId)
      ? [{ value: known.PointId, label: nameOf(known) || `${known.PointId}` }]
      : []),
    ...(others ?? []).map((other) => ({ value: other.PointId, label: nameOf(other) })),
  ];
  const states = others?.find(({ PointId }) => PointId === chosen)?.UnitMap ?? [];
  const unit = point.Unit || undefined;
  return (
    <FormDialog form={form} title={t.limitsOf(point.PointName)} onClose={onClose} width={640}>
      {point.UnitMap.length > 0 ? null : (
        <div className="write-pair">
          <form.Field name="Min" label={t.least}>
            <NumberField style={{ width: '100%' }} suffix={unit} />
          </form.Field>
          <form.Field name="Max" label={t.most}>
            <NumberField style={{ width: '100%' }} suffix={unit} />
          </form.Field>
        </div>
      )}
      <form.Field name="AllowedValues" label={t.allowedValues} extra={t.allowedValuesHint}>
        <Select
          mode="tags"
          tokenSeparators={[' ', ',', '，', '、']}
          options={point.UnitMap.map(({ Key, Value }) => ({ value: Key, label: Value }))}
        />
      </form.Field>
      <form.Field name="MinIntervalSeconds" label={t.minInterval}>
        <NumberField min={0} precision={0} suffix={t.seconds} style={{ width: 180 }} />
      </form.Field>
      <Form.Item label={t.withInterlock} htmlFor="with-interlock">
        <Switch
          id="with-interlock"
          checked={withInterlock}
          onChange={(on) => {
            setWithInterlock(on);
            form.antd.setFieldValue('Interlock', on ? { Operator: 'equal' } : null);
            form.noteChange();
          }}
        />
      </Form.Item>
      {withInterlock ? (
        <div className="write-interlock">
          <form.Field name={['Interlock', 'PointId']} label={t.interlockPoint} required>
            <Select showSearch={{ filterOption: false, onSearch: setSearch }} options={pointOptions} />
          </form.Field>
          <div className="write-pair">
            <form.Field name={['Interlock', 'Operator']} label={t.operator} required>
              <Select
                options={interlockOperatorNames.map((value) => ({
                  value,
                  label: `${interlockOperators[value].sign} ${say(interlockOperators[value])}`,
                }))}
              />
            </form.Field>
            <form.Field name={['Interlock', 'Value']} label={t.interlockValue} required>
              {states.length > 0 ? (
                <Select options={states.map(({ Key, Value }) => ({ value: Key, label: Value }))} />
              ) : (
                <NumberField style={{ width: '100%' }} />
              )}
            </form.Field>
          </div>
          <div className="write-pair">
            <form.Field name={['Interlock', 'Sentence']} label={t.sentence} extra={t.sentenceHint} required>
              <Input maxLength={100} />
            </form.Field>
            <form.Field name={['Interlock', 'SentenceEn']} label={t.sentenceEn} extra={t.sentenceEnHint}>
              <Input maxLength={100} />
            </form.Field>
          </div>
        </div>
      ) : null}
    </FormDialog>
  );
}
