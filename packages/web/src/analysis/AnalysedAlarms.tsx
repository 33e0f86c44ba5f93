import { type AnalysisAlarmFigure, analysisAlarmFigures } from '@watchpost/contract';
import { Modal, Segmented } from 'antd';
import { type ReactNode, useState } from 'react';
import { useText } from '../lib/defineText.ts';
import { useBilingual } from '../lib/language.ts';
import { useCall } from '../lib/useCall.ts';
import { whileWaiting } from '../ui/list/index.ts';
import { AlarmTable, alarmsAtOnce } from './CountedAlarms.tsx';
import { analysisText } from './text.ts';

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
  const t = useText(analysisText);
  const inWords = useBilingual();
  const [figure, choose] = useState(question.figure);
  const [pageIndex, turn] = useState(1);
  const page = useCall(
    'getAnalysisAlarms',
    { query: { pageIndex, pageSize: alarmsAtOnce }, body: { ...question.body, Figure: figure } },
    { scope: 'company', ...whileWaiting },
  );
  return (
    <Modal
      open
      width={1000}
      title={question.name === undefined ? t.countedAlarms : `${t.countedAlarms} · ${question.name}`}
      footer={null}
      onCancel={onClose}
    >
      <div className="analysis-figure-choice">
        <Segmented
          aria-label={t.countedAlarms}
          value={figure}
          onChange={(value) => {
            choose(value);
            turn(1);
          }}
          options={(Object.keys(analysisAlarmFigures) as AnalysisAlarmFigure[]).map((value) => ({
            value,
            label: inWords(analysisAlarmFigures[value]),
          }))}
        />
      </div>
      <AlarmTable page={page} pageIndex={pageIndex} turn={turn} />
    </Modal>
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
