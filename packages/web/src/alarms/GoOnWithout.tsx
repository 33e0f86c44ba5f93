import type { AlarmRow } from '@watchpost/contract';
import { Button } from 'antd';
import { useState } from 'react';
import { CallError } from '../lib/CallError.ts';
import { useText } from '../lib/defineText.ts';
import './AlarmDialog.css';
import { alarmName } from './alarmStatus.ts';
import { listText } from './listText.ts';

/** Which of several alarms that were to be done together the server said stand in the way; none: it did not say, or is no refusal. */
export const refusedIn = <Row extends { readonly Id: number }>(alarms: readonly Row[], error: unknown): Row[] => {
  const ids = new Set(error instanceof CallError ? error.ids : []);
  return alarms.filter(({ Id }) => ids.has(Id));
};

/** Several alarms without those which the server would not take with them. */
export function useWithout(chosen: readonly AlarmRow[]) {
  const [left, setLeft] = useState<ReadonlySet<number>>(new Set());
  const [refused, setRefused] = useState<readonly AlarmRow[]>([]);
  const alarms = chosen.filter(({ Id }) => !left.has(Id));
  return {
    alarms,
    /** Those of the last try; none once it goes on without them. */
    refused,
    noteRefused: (error: unknown) => setRefused(refusedIn(alarms, error)),
    goOn: () => {
      setLeft(new Set([...left, ...refused.map(({ Id }) => Id)]));
      setRefused([]);
    },
  };
}

/** Names what stood in the way, and offers to go on without it. */
export function GoOnWithout({
  refused,
  left,
  busy = false,
  onGoOn,
}: {
  refused: readonly AlarmRow[];
  /** How many others there are. */
  left: number;
  busy?: boolean;
  onGoOn: () => void;
}) {
  const l = useText(listText);
  if (refused.length === 0 || left === 0) return null;
  return (
    <div className="alarm-hint alarm-without">
      <ul>
        {refused.map((alarm) => (
          <li key={alarm.Id}>{alarmName(alarm)}</li>
        ))}
      </ul>
      <Button size="small" loading={busy} onClick={onGoOn}>
        {l.goOnWithout(left)}
      </Button>
    </div>
  );
}
