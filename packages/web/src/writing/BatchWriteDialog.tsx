import { batchCalls, type WritablePoint } from '@watchpost/contract';
import { Form, Input, Segmented, Switch } from 'antd';
import { useMemo, useState } from 'react';
import { z } from 'zod';
import { useText } from '../lib/defineText.ts';
import { useCallMutation } from '../lib/useCall.ts';
import { FormDialog, NumberField, useSchemaForm } from '../ui/form/index.ts';
import { BatchProgress } from './BatchProgress.tsx';
import { text } from './text.ts';
import { ValueInput } from './ValueInput.tsx';
import { allowedWords, valueWords } from './valueWords.ts';
import { writableValue } from './writableValue.ts';
import './writing.css';

/** Whether one value can mean the same for all of them. */
const areAlike = (points: readonly WritablePoint[]): boolean =>
  points.every(
    ({ PointType, Unit, UnitMap }) =>
      PointType === points[0]?.PointType &&
      Unit === points[0]?.Unit &&
      JSON.stringify(UnitMap) === JSON.stringify(points[0]?.UnitMap),
  );

const batch = batchCalls.batchControlDown.body;

/** Each point has limits of its own: what it cannot take is said beside it, before anything is sent to any of them. */
const batchWithin = (points: readonly WritablePoint[]) =>
  batch.extend({
    PointList: z.tuple(
      points.map((point) => batch.shape.PointList.element.extend({ Value: writableValue(point) })) as [],
    ) as unknown as typeof batch.shape.PointList,
  });

/** Writes values to several points: one for all, or one for each; then shows how far it is. */
export function BatchWriteDialog({ points, onClose }: { points: readonly WritablePoint[]; onClose: () => void }) {
  const [batchId, setBatchId] = useState<number | null>(null);
  return batchId === null ? (
    <BatchForm points={points} onClose={onClose} onStarted={setBatchId} />
  ) : (
    <BatchProgress batchId={batchId} onClose={onClose} />
  );
}

function BatchForm({
  points,
  onClose,
  onStarted,
}: {
  points: readonly WritablePoint[];
  onClose: () => void;
  onStarted: (batchId: number) => void;
}) {
  const t = useText(text);
  const alike = areAlike(points);
  const [isOne, setIsOne] = useState(alike);
  const start = useCallMutation('batchControlDown');
  const schema = useMemo(() => batchWithin(points), [points]);
  const form = useSchemaForm(schema, {
    initial: {
      // What is not typed yet is missing, and says so beside its field.
      PointList: points.map(({ PointId, Present }) => ({
        PointId,
        Value: undefined as unknown as number,
        ...(Present.Value === null || Present.IsStale ? {} : { ExpectedValue: Present.Value }),
      })),
      Reason: '',
      StopOnError: true,
      ReturnMinutes: undefined,
    },
    save: async (body) => {
      const { BatchId } = await start.mutateAsync({ body });
      onStarted(BatchId);
    },
  });
  const setAll = (value: number | null) => {
    points.forEach((_, index) => {
      form.antd.setFieldValue(['PointList', index, 'Value'], value ?? undefined);
    });
    form.noteChange();
  };
  const [first] = points;
  if (!first) return null;
  return (
    <FormDialog
      form={form}
      title={t.batchTitle(points.length)}
      onClose={onClose}
      submitText={t.start}
      width={760}
      danger
    >
      <Form.Item label={t.howValues} extra={alike ? undefined : t.mixed}>
        <Segmented<'one' | 'each'>
          aria-label={t.howValues}
          value={isOne ? 'one' : 'each'}
          disabled={!alike}
          onChange={(how) => setIsOne(how === 'one')}
          options={[
            { value: 'one', label: t.oneForAll },
            { value: 'each', label: t.eachItsOwn },
          ]}
        />
      </Form.Item>
      {isOne ? (
        <Form.Item label={t.valueForAll} required htmlFor="batch-value">
          <ValueInput id="batch-value" point={first} allowed={sharedValues(points)} onChange={setAll} />
        </Form.Item>
      ) : null}
      <div className="write-values">
        <table>
          <thead>
            <tr>
              <th scope="col">{t.point}</th>
              <th scope="col" className="write-number">
                {t.presentValue}
              </th>
              <th scope="col" className="write-number">
                {t.allowed}
              </th>
              <th scope="col" style={{ minWidth: 150 }}>
                {t.newValue}
              </th>
            </tr>
          </thead>
          <tbody>
            {points.map((point, index) => (
              <tr key={point.PointId}>
                <th scope="row">
                  {point.PointName}
                  <div className="write-faint">
                    {[point.MName, point.ProjectName].filter(Boolean).join(' · ')}
                    {point.IsConnected ? null : ` · ${t.offline}`}
                  </div>
                </th>
                <td className="write-number">{valueWords(point, point.Present.Value)}</td>
                <td className="write-number">{allowedWords(point, t)}</td>
                <td>
                  <form.Field name={['PointList', index, 'Value']}>
                    <ValueInput
                      point={point}
                      allowed={point.AllowedValues}
                      aria-label={t.valueOf([point.MName, point.PointName].filter(Boolean).join(' '))}
                    />
                  </form.Field>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <form.Field name="Reason" label={t.reason} extra={t.reasonHint}>
        <Input maxLength={200} />
      </form.Field>
      <div className="write-pair">
        <form.Field name="StopOnError" label={t.stopOnError} extra={t.stopOnErrorHint} valuePropName="checked">
          <Switch />
        </form.Field>
        <form.Field name="ReturnMinutes" label={t.returnAfter} extra={t.returnHint}>
          <NumberField suffix={t.minutes} style={{ width: 180 }} />
        </form.Field>
      </div>
      <p className="write-note">{t.batchConsequence(points.length)}</p>
    </FormDialog>
  );
}

/** Values that every one of the points takes, where they name any. */
const sharedValues = (points: readonly WritablePoint[]): number[] => {
  const lists = points.map(({ AllowedValues }) => AllowedValues).filter((list) => list.length > 0);
  return lists[0]?.filter((value) => lists.every((list) => list.includes(value))) ?? [];
};
