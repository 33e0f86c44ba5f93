import type { GatewayInfo, LoggedFrame } from '@watchpost/contract';
import { Alert, Button } from 'antd';
import { useState } from 'react';
import { saveFile } from '../downloads/index.ts';
import { useDates } from '../lib/dates.ts';
import { useText } from '../lib/defineText.ts';
import { EmptyState, ErrorState, ListSkeleton } from '../ui/index.ts';
import { exceptionText, functionText } from './frameText.ts';
import { exceptionInWords, functionInWords } from './frameWords.ts';
import { milliseconds } from './numbers.ts';
import { logText, text } from './text.ts';
import { useFrameLog } from './useFrameLog.ts';

/** In a spreadsheet a leading `=` would be a formula; frames have none, names of gateways do not stand in it. */
const cell = (value: string | number | null): string =>
  value === null ? '' : `"${String(value).replaceAll('"', '""')}"`;

/** What goes over a line, live, with how long each answer took. */
export function FrameLogPart({ gateway, onExplain }: { gateway: GatewayInfo; onExplain: (frames: string) => void }) {
  const t = useText(text);
  const l = useText(logText);
  const dates = useDates();
  const [isPaused, setPaused] = useState(false);
  const log = useFrameLog(gateway.DeviceId, isPaused);
  const download = () => {
    const head = [l.time, t.slave, t.functionCode, l.outcome, 'ms', 'TX', 'RX'];
    const rows = log.frames.map((frame) => [
      new Date(frame.EPOCH).toISOString(),
      frame.SlaveAddress,
      frame.FunctionCode,
      l[frame.Outcome],
      frame.Milliseconds === null ? null : Math.round(frame.Milliseconds),
      frame.RequestHex,
      frame.AnswerHex,
    ]);
    const lines = [head, ...rows].map((row) => row.map(cell).join(','));
    // With a mark in front, by which spreadsheets know the encoding.
    const content = new Blob([`\uFEFF${lines.join('\r\n')}\r\n`], { type: 'text/csv;charset=utf-8' });
    saveFile({ name: `${gateway.DeviceNo} ${dates.dateTimeSeconds(Date.now()).replaceAll(':', '-')}.csv`, content });
  };
  return (
    <section className="workbench-part" aria-label={t.log}>
      <div className="workbench-row">
        <Button onClick={() => setPaused(!isPaused)}>{isPaused ? l.resume : l.pause}</Button>
        <Button onClick={download} disabled={log.frames.length === 0}>
          {l.download}
        </Button>
        <Button onClick={log.clear} disabled={log.frames.length === 0}>
          {l.clear}
        </Button>
        <span className="workbench-hint">{l.hint}</span>
      </div>
      {log.counts ? (
        <p className="workbench-hint tabular">
          {l.counts(
            log.counts.Sent,
            log.counts.Answered + log.counts.Exceptions,
            log.counts.Timeouts,
            log.counts.BadCrc,
            log.counts.Late,
          )}
        </p>
      ) : null}
      {isPaused ? <Alert type="info" showIcon title={l.paused} /> : null}
      {log.isWaiting && log.error ? (
        <ErrorState error={log.error as Error} />
      ) : log.isWaiting ? (
        <ListSkeleton rows={6} />
      ) : log.frames.length === 0 ? (
        <EmptyState title={log.isConnected ? l.waiting : l.offline} />
      ) : (
        <ol className="workbench-log" aria-label={t.log}>
          {log.frames.toReversed().map((frame) => (
            <LogRow key={frame.Number} frame={frame} time={dates.dateTimeSeconds(frame.EPOCH)} onExplain={onExplain} />
          ))}
        </ol>
      )}
    </section>
  );
}

/** What needs somebody to look. */
const isTrouble = ({ Outcome }: LoggedFrame): boolean => Outcome !== 'answered' && Outcome !== 'opened';

function LogRow({ frame, time, onExplain }: { frame: LoggedFrame; time: string; onExplain: (frames: string) => void }) {
  const l = useText(logText);
  const t = useText(text);
  const functions = useText(functionText);
  const exceptions = useText(exceptionText);
  const { SlaveAddress, FunctionCode, ExceptionCode, RequestHex, AnswerHex, Milliseconds, Outcome } = frame;
  const said = [
    SlaveAddress === null ? null : `${t.slave} ${SlaveAddress}`,
    FunctionCode === null ? null : functionInWords(FunctionCode, functions),
    ExceptionCode === null ? null : exceptionInWords(ExceptionCode, exceptions),
  ].filter((part) => part !== null);
  const frames = [RequestHex, AnswerHex].filter((hex) => hex !== null);
  return (
    <li className={isTrouble(frame) ? 'workbench-trouble' : ''}>
      <time className="tabular">{time}</time>
      <span>
        <b className="workbench-outcome">{l[Outcome]}</b>
        {Milliseconds === null ? null : <span className="tabular">{` ${milliseconds(Milliseconds)} ms`}</span>}
      </span>
      <span className="workbench-said">
        {said.join(' · ')}
        {RequestHex ? <code>→ {RequestHex}</code> : null}
        {AnswerHex ? <code>← {AnswerHex}</code> : null}
      </span>
      {frames.length > 0 ? (
        <Button size="small" type="link" aria-label={l.explainOf(time)} onClick={() => onExplain(frames.join('\n'))}>
          {l.explain}
        </Button>
      ) : null}
    </li>
  );
}
