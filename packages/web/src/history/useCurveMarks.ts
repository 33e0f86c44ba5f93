import { keepPreviousData } from '@tanstack/react-query';
import type { WriteRecord } from '@watchpost/contract';
import { useMemo } from 'react';
import { useMay } from '../lib/session.ts';
import { useCall } from '../lib/useCall.ts';
import { type CurveMarks, noMarks } from './curveMarks.ts';
import { onTheWire, type TimeSpan } from './curveRange.ts';
import type { MarkName } from './curveView.ts';

/** Longer ranges would show a defrost as a hair, and some hundreds of them as fog. */
const defrostsUpToMs = 8 * 86_400_000;
const options = { placeholderData: keepPreviousData, staleTime: 60_000 } as const;

/** Alarms, writes and defrosts of what is drawn; null where there are none or none are wanted. */
export function useCurveMarks(
  drawn: { readonly pointIds: readonly number[]; readonly span: TimeSpan } | null,
  { projectId, timeZone, wanted }: { projectId: number; timeZone: string; wanted: readonly MarkName[] },
): { standing: CurveMarks; writes: readonly WriteRecord[] | null } {
  const mayAsk = useMay('monitorView', 'monitorEdit', 'remoteWrite');
  const asked = drawn && drawn.pointIds.length > 0 ? onTheWire(drawn.span, timeZone) : null;
  const body = asked && {
    ProjectId: projectId,
    PointIdList: [...drawn!.pointIds],
    StartTime: asked.start,
    EndTime: asked.end,
  };
  const writes = useCall('getWritesOfPoints', body && mayAsk && wanted.includes('writes') ? { body } : null, options);
  const alarms = useCall('getAlarmsOfPoints', body && wanted.includes('alarms') ? { body } : null, options);
  const isShort = drawn !== null && drawn.span.to - drawn.span.from <= defrostsUpToMs;
  const defrosts = useCall(
    'getDefrostsOfPoints',
    asked && isShort && wanted.includes('defrosts')
      ? { query: { ...asked, pointIdList: [...drawn!.pointIds], ProjectId: projectId } }
      : null,
    options,
  );
  const shownAlarms = wanted.includes('alarms') ? alarms.data : undefined;
  const shownDefrosts = isShort && wanted.includes('defrosts') ? defrosts.data : undefined;
  const standing = useMemo(
    (): CurveMarks =>
      shownAlarms || shownDefrosts ? { alarms: shownAlarms ?? [], defrosts: shownDefrosts ?? [] } : noMarks,
    [shownAlarms, shownDefrosts],
  );
  return {
    standing,
    writes: wanted.includes('writes') && writes.data && writes.data.length > 0 ? writes.data : null,
  };
}
