import { type AnalysisAlarmFigure, analysisAlarmFigures } from '@watchpost/contract';
import type { ReactNode } from 'react';
import { useCall } from '../lib/useCall.ts';
import { whileWaiting } from '../ui/list/index.ts';
import { FigureDialog, useFigure } from './CountedAlarms.tsx';

export interface AnalysedQuestion {
  readonly figure: AnalysisAlarmFigure;
  readonly body: {
    Start: string;
    End: string;
    ProjectIdList?: number[];
    SmallTypeId?: number;
    Brand?: string;
    Model?: string;
    DeviceId?: number;
    DevicesOnly?: boolean;
  };
  /** Of which the figure is, where not of all. */
  readonly name?: string;
}

/** The alarms that a figure of operations or devices counts, and those of its neighbours. Mount it to show it. */
export function AnalysedAlarms({ question, onClose }: { question: AnalysedQuestion; onClose: () => void }) {
  const shown = useFigure(question.figure);
  const page = useCall(
    'getAnalysisAlarms',
    { query: shown.range, body: { ...question.body, Figure: shown.figure } },
    { scope: 'company', ...whileWaiting },
  );
  return (
    <FigureDialog figures={analysisAlarmFigures} shown={shown} page={page} name={question.name} onClose={onClose} />
  );
}

/** A figure that opens its alarms. */
export function Opens({ label, children, onOpen }: { label: string; children: ReactNode; onOpen: () => void }) {
  return (
    <button type="button" className="analysis-opens" aria-label={label} onClick={onOpen}>
      {children}
    </button>
  );
}
