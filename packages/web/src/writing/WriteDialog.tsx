import { useQueryClient } from '@tanstack/react-query';
import { type PointToWrite, WriteForm, type WriteRecord } from '@watchpost/contract';
import { Alert, Button, Input, Modal } from 'antd';
import { useEffect, useMemo, useRef, useState } from 'react';
import { CallError } from '../lib/CallError.ts';
import { useText } from '../lib/defineText.ts';
import { useSession } from '../lib/session.ts';
import { useCall, useCallMutation } from '../lib/useCall.ts';
import { FormDialog, NumberField, useSchemaForm } from '../ui/form/index.ts';
import { ErrorState, Skeleton, useNotify } from '../ui/index.ts';
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
 * A write goes on when this is closed; what became of it is then told by a notice.
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
  const notify = useNotify();
  const { user } = useSession();
  const isGone = useRef(false);
  useEffect(() => {
    isGone.current = false;
    return () => {
      isGone.current = true;
    };
  }, []);
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
      const askAgain = (names: readonly string[]) => {
        for (const name of names) void client.invalidateQueries({ queryKey: [name] });
      };
      const write = control.mutateAsync({
        query: {
          pointID: point.PointId,
          writeData: Value,
          reason: Reason,
          // A value nobody can trust is nothing to confirm.
          ...(Present.Value === null || Present.IsStale ? {} : { expectedValue: Present.Value }),
          ...(ReturnMinutes ? { returnMinutes: ReturnMinutes } : {}),
        },
      });
      try {
        const record = await write;
        askAgain(changedByWrites);
        if (!isGone.current) onResult(record);
        else
          notify[record.IsSuccess === true ? 'success' : 'warning'](
            t.outcomeFor(record.MName ? `${record.MName} · ${record.PointName}` : record.PointName, record.Message),
          );
      } catch (error) {
        askAgain(['getPointWrite']);
        if (!isGone.current) throw error;
        if (error instanceof CallError) notify.warning(t.outcomeFor(point.PointName, error.message));
        else notify.failure(error);
      }
    },
  });
  // That a write is under way is no fault when it is one's own.
  const isOwnUnderWay = point.LastWrite?.Outcome === 'sending' && point.LastWrite.UserId === user.UserId;
  return (
    <FormDialog
      form={form}
      title={t.writeTo(point.PointName)}
      onClose={onClose}
      submitText={t.write}
      danger
      leaveText={t.close}
    >
      <PointFacts point={point} />
      {point.Blocked === null || form.busy ? null : isOwnUnderWay ? (
        <Alert className="write-note" type="info" showIcon title={t.ownUnderWay} />
      ) : (
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
        <NumberField suffix={t.minutes} style={{ width: 180 }} />
      </form.Field>
      <p className="write-note">{form.busy ? t.sending : t.consequence}</p>
    </FormDialog>
  );
}
