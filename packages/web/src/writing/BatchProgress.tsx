import { useQueryClient } from '@tanstack/react-query';
import { writeOutcomes } from '@watchpost/contract';
import { Button, Modal, Progress } from 'antd';
import { useEffect } from 'react';
import { askAgain } from '../lib/askAgain.ts';
import { useText } from '../lib/defineText.ts';
import { useBilingual } from '../lib/language.ts';
import { useCall, useCallMutation } from '../lib/useCall.ts';
import { ErrorState, Skeleton, useNotify } from '../ui/index.ts';
import { beyondOutcome } from './beyondOutcome.ts';
import { OutcomeTag } from './OutcomeTag.tsx';
import { ReturnNote, returnAheadOf } from './ReturnNote.tsx';
import { text } from './text.ts';
import { valueWords } from './valueWords.ts';
import './writing.css';

/** Often enough to watch it go, seldom enough for a thousand rows. */
const pollMs = 1_000;

/** How far a batch is and what became of each point. It goes on when this is closed. */
export function BatchProgress({ batchId, onClose }: { batchId: number; onClose: () => void }) {
  const t = useText(text);
  const say = useBilingual();
  const client = useQueryClient();
  const notify = useNotify();
  const batch = useCall(
    'getBatchWrite',
    { query: { batchId } },
    {
      scope: 'company',
      refetchInterval: ({ state }) => (state.data?.State === 'running' || !state.data ? pollMs : false),
    },
  );
  const cancel = useCallMutation('cancelBatchWrite');
  const state = batch.data?.State;
  useEffect(() => {
    if (state === undefined || state === 'running') return;
    void askAgain(client, ['batchWriteRecord', 'getWritablePointPage', 'getPointWrite', 'getModelTreeBaseInfo']);
  }, [state, client]);
  const stop = async () => {
    try {
      await cancel.mutateAsync({ body: { BatchId: batchId } });
      notify.info(t.cancelled);
    } catch (error) {
      notify.failure(error);
    }
    void batch.refetch();
  };
  const running = state === 'running';
  return (
    <Modal
      open
      title={t.progress}
      width={760}
      onCancel={onClose}
      footer={
        <>
          {running ? (
            <Button danger loading={cancel.isPending} onClick={() => void stop()}>
              {t.cancelBatch}
            </Button>
          ) : null}
          <Button type="primary" onClick={onClose}>
            {t.close}
          </Button>
        </>
      }
    >
      {batch.data ? (
        <>
          <Progress
            percent={Math.round((100 * batch.data.DoneCount) / Math.max(1, batch.data.TotalCount))}
            status={running ? 'active' : batch.data.FailCount > 0 ? 'exception' : 'success'}
            format={() => t.progressOf(batch.data.DoneCount, batch.data.TotalCount)}
          />
          <p className="write-counts" role="status">
            <strong>{t.batchState(batch.data.State)}</strong>
            <span>{t.written(batch.data.SuccessCount)}</span>
            <span>{t.notWritten(batch.data.FailCount)}</span>
          </p>
          <div className="write-values">
            <table>
              <thead>
                <tr>
                  <th scope="col">{t.point}</th>
                  <th scope="col" className="write-number">
                    {t.newValue}
                  </th>
                  <th scope="col" className="write-number">
                    {t.readBack}
                  </th>
                  <th scope="col">{t.outcome}</th>
                </tr>
              </thead>
              <tbody>
                {batch.data.Rows.map((row) => (
                  <tr key={row.WriteId}>
                    <th scope="row">
                      {row.PointName}
                      <div className="write-faint">{[row.MName, row.ProjectName].filter(Boolean).join(' · ')}</div>
                    </th>
                    <td className="write-number">{valueWords(row, row.Value)}</td>
                    <td className="write-number">{valueWords(row, row.ReadBackValue)}</td>
                    <td>
                      <OutcomeTag outcome={row.Outcome} />
                      {row.IsSuccess === true || row.Outcome === 'queued' || row.Outcome === 'sending' ? null : (
                        <div className="write-faint">{beyondOutcome(row.Message, say(writeOutcomes[row.Outcome]))}</div>
                      )}
                      {/* Of a point not written yet nobody knows the time. */}
                      {row.Outcome === 'queued' || row.Outcome === 'sending' ? null : (
                        <ReturnNote point={row} ahead={returnAheadOf(row)} />
                      )}
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
          {running ? <p className="write-note">{t.leaveHint}</p> : null}
        </>
      ) : batch.error ? (
        <ErrorState error={batch.error} onRetry={() => void batch.refetch()} />
      ) : (
        <Skeleton />
      )}
    </Modal>
  );
}
