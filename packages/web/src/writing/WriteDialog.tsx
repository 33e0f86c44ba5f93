import { useQueryClient } from '@tanstack/react-query';
import { type PointToWrite, WriteForm, type WriteRecord } from '@watchpost/contract';
import { Alert, Button, Input, InputNumber, Modal } from 'antd';
import { useMemo, useState } from 'react';
import { useText } from '../lib/defineText.ts';
import { useCall, useCallMutation } from '../lib/useCall.ts';
import { FormDialog, useSchemaForm } from '../ui/form/index.ts';
import { ErrorState, Skeleton } from '../ui/index.ts';
import { PointFacts } from './PointFacts.tsx';
import { text } from './text.ts';
import { ValueInput } from './ValueInput.tsx';
import { WriteResult } from './WriteResult.tsx';
import { writableValue } from './writableValue.ts';

/** What a write changes beyond the live value, which comes by itself. */
const changedByWrites = [
  'batchWriteRecord',
  'getPointWrite',
  'getWritablePointPage',
  'getWritesOfPoints',
  'getModelTreeBaseInfo',
];

/**
 * Writes one value to one point: what it reads now, what is allowed, why, and then what became of it. Mount it to show it.
 *
 * @param onClose also after a result was looked at
 */
export function WriteDialog({ pointId, onClose }: { pointId: number; onClose: () => void }) {
  const t = useText(text);
  const [result, setResult] = useState<WriteRecord | null>(null);
  // Looked at while somebody decides: the value may move, and an interlock may open or close.
  const point = useCall(
    'getPointWrite',
    { query: { pointID: pointId } },
    { scope: 'company', refetchInterval: result ? false : 5_000 },
  );
  if (result) {
    return (
      <Modal
        open
        title={t.writeTo(result.PointName)}
        onCancel={onClose}
        footer={
          <>
            <Button onClick={() => setResult(null)}>{t.again}</Button>
            <Button type="primary" onClick={onClose}>
              {t.close}
            </Button>
          </>
        }
      >
        <WriteResult record={result} />
      </Modal>
    );
  }
  if (!point.data) {
    return (
      <Modal open title={t.write} onCancel={onClose} footer={null}>
        {point.error ? <ErrorState error={point.error} onRetry={() => void point.refetch()} /> : <Skeleton />}
      </Modal>
    );
  }
  return <WritePointForm point={point.data} onClose={onClose} onResult={setResult} />;
}

function WritePointForm({
  point,
  onClose,
  onResult,
}: {
  point: PointToWrite;
  onClose: () => void;
  onResult: (record: WriteRecord) => void;
}) {
  const t = useText(text);
  const client = useQueryClient();
  const control = useCallMutation('controlDown');
  const { Lowest, Highest, Unit, Decimals } = point;
  const schema = useMemo(
    () => WriteForm.extend({ Value: writableValue({ Unit, Decimals, Lowest, Highest }) }),
    [Unit, Decimals, Lowest, Highest],
  );
  const form = useSchemaForm(schema, {
    initial: { Value: undefined, Reason: '', ReturnMinutes: undefined },
    save: async ({ Value, Reason, ReturnMinutes }) => {
      const { Present } = point;
      const record = await control.mutateAsync({
        query: {
          pointID: point.PointId,
          writeData: Value,
          reason: Reason,
          // A value nobody can trust is nothing to confirm.
          ...(Present.Value === null || Present.IsStale ? {} : { expectedValue: Present.Value }),
          ...(ReturnMinutes ? { returnMinutes: ReturnMinutes } : {}),
        },
      });
      for (const name of changedByWrites) void client.invalidateQueries({ queryKey: [name] });
      onResult(record);
    },
  });
  return (
    <FormDialog form={form} title={t.writeTo(point.PointName)} onClose={onClose} submitText={t.write} danger>
      <PointFacts point={point} />
      {point.Blocked === null ? null : (
        <Alert className="write-note" type="error" showIcon title={t.cannotWrite} description={point.Blocked} />
      )}
      {point.IsConnected ? null : <Alert className="write-note" type="warning" showIcon title={t.notConnected} />}
      <form.Field name="Value" label={t.newValue}>
        <ValueInput point={point} allowed={point.Limit.AllowedValues} />
      </form.Field>
      <form.Field name="Reason" label={t.reason} extra={t.reasonHint}>
        <Input maxLength={200} />
      </form.Field>
      <form.Field name="ReturnMinutes" label={t.returnAfter} extra={t.returnHint}>
        <InputNumber suffix={t.minutes} style={{ width: 180 }} />
      </form.Field>
      <p className="write-note">{form.busy ? t.sending : t.consequence}</p>
    </FormDialog>
  );
}
