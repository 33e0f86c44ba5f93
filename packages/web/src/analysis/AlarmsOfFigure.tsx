import {
  type AnalysisAlarmFigure,
  analysisAlarmFigures,
  type CountedAlarm,
  type ServiceAlarmFigure,
  serviceAlarmFigures,
} from '@watchpost/contract';
import { Modal, Segmented, Table } from 'antd';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { useDates } from '../lib/dates.ts';
import { useText } from '../lib/defineText.ts';
import { useBilingual } from '../lib/language.ts';
import { links } from '../lib/links.ts';
import { useMay } from '../lib/session.ts';
import { useCall } from '../lib/useCall.ts';
import { useDialog } from '../ui/form/index.ts';
import { Refused, SeverityMark } from '../ui/index.ts';
import { whileWaiting } from '../ui/list/index.ts';
import { analysisText } from './text.ts';

const alarmsAtOnce = 20;

/** Days and projects of the statistics. */
type Period = { Start: string; End: string; ProjectIdList?: number[] };
/** Of which a figure is, where not of all. */
type Of = { readonly ProjectId: number | null; readonly ProjectName: string };

/** Whether the figures open their alarms: for those who may see alarms. */
const useMayOpen = (): boolean => useMay('alarmManage', 'monitorView', 'monitorEdit');

/** A figure that opens its alarms. */
export function Opens({ label, children, onOpen }: { label?: string; children: ReactNode; onOpen: () => void }) {
  return (
    <button type="button" className="analysis-opens" aria-label={label} onClick={onOpen}>
      {children}
    </button>
  );
}

/** Figures of the service statistics that open the alarms that they count. `shown` is the dialog. */
export function useCountedAlarms(body: Period) {
  const mayOpen = useMayOpen();
  const dialog = useDialog();
  const open = (figure: ServiceAlarmFigure, of?: Of) => {
    const question = of?.ProjectId
      ? { figure, body: { ...body, ProjectIdList: [of.ProjectId] }, name: of.ProjectName }
      : { figure, body };
    dialog.open(<CountedAlarms question={question} onClose={dialog.close} />);
  };
  const opens = (figure: ServiceAlarmFigure, words: ReactNode, of?: Of): ReactNode =>
    mayOpen ? <Opens onOpen={() => open(figure, of)}>{words}</Opens> : words;
  return { opens, shown: dialog.shown };
}

export type AnalysedMore = Partial<Period> & {
  SmallTypeId?: number;
  Brand?: string;
  Model?: string;
  DeviceId?: number;
  DevicesOnly?: boolean;
};

/** Opens the alarms of figures of operations and devices; `open` is null for those who may not see alarms. `shown` is the dialog. */
export function useAnalysedAlarms(body: Period) {
  const mayOpen = useMayOpen();
  const dialog = useDialog();
  const open = mayOpen
    ? (figure: AnalysisAlarmFigure, more: AnalysedMore = {}, name?: string) =>
        dialog.open(
          <AnalysedAlarms
            key={`${figure} ${name}`}
            question={{ figure, body: { ...body, ...more }, name }}
            onClose={dialog.close}
          />,
        )
    : null;
  return { open, shown: dialog.shown };
}

interface Question<Figure, Body = Period> {
  readonly figure: Figure;
  readonly body: Body;
  /** Of which the figure is, where not of all. */
  readonly name?: string | undefined;
}

/** The alarms that a figure of the service statistics counts, and those that its neighbours count. Mount it to show it. */
function CountedAlarms({ question, onClose }: { question: Question<ServiceAlarmFigure>; onClose: () => void }) {
  const shown = useFigure(question.figure);
  const page = useCall(
    'getServiceAlarms',
    { query: shown.range, body: { ...question.body, Figure: shown.figure } },
    { scope: 'company', ...whileWaiting },
  );
  return (
    <FigureDialog figures={serviceAlarmFigures} shown={shown} page={page} name={question.name} onClose={onClose} />
  );
}

/** The alarms that a figure of operations or devices counts, and those of its neighbours. Mount it to show it. */
function AnalysedAlarms({
  question,
  onClose,
}: {
  question: Question<AnalysisAlarmFigure, Period & AnalysedMore>;
  onClose: () => void;
}) {
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

/** The figure whose alarms are shown, and the page of them. */
function useFigure<Figure extends string>(first: Figure) {
  const [figure, choose] = useState(first);
  const [pageIndex, turn] = useState(1);
  return {
    figure,
    choose: (value: Figure) => {
      choose(value);
      turn(1);
    },
    range: { pageIndex, pageSize: alarmsAtOnce },
    turn,
  };
}

function FigureDialog<Figure extends string>({
  figures,
  shown,
  page,
  name,
  onClose,
}: {
  figures: Readonly<Record<Figure, { readonly zh: string; readonly en: string }>>;
  shown: ReturnType<typeof useFigure<Figure>>;
  page: AlarmsOfPage;
  /** Of which the figure is, where not of all. */
  name: string | undefined;
  onClose: () => void;
}) {
  const t = useText(analysisText);
  const inWords = useBilingual();
  return (
    <Modal
      open
      width={1120}
      title={name === undefined ? t.countedAlarms : `${t.countedAlarms} · ${name}`}
      footer={null}
      onCancel={onClose}
    >
      <div className="analysis-figure-choice">
        <Segmented
          aria-label={t.countedAlarms}
          value={shown.figure}
          onChange={shown.choose}
          options={(Object.keys(figures) as Figure[]).map((value) => ({ value, label: inWords(figures[value]) }))}
        />
      </div>
      <AlarmTable page={page} pageIndex={shown.range.pageIndex} turn={shown.turn} />
    </Modal>
  );
}

interface AlarmsOfPage {
  readonly data?: { readonly Data: CountedAlarm[]; readonly TotalCount: number } | undefined;
  readonly isPending: boolean;
  readonly error: unknown;
}

/** Alarms that a figure counts, a page at a time, the newest first. */
function AlarmTable({
  page,
  pageIndex,
  turn,
}: {
  page: AlarmsOfPage;
  pageIndex: number;
  turn: (pageIndex: number) => void;
}) {
  const t = useText(analysisText);
  const dates = useDates();
  const time = (epochMs: number | null) => (epochMs === null ? '–' : dates.dateTime(epochMs));
  return (
    <>
      <Refused error={page.error as never} />
      <Table<CountedAlarm>
        size="small"
        rowKey="AlarmId"
        scroll={{ x: 'max-content' }}
        loading={page.isPending}
        dataSource={page.data?.Data ?? []}
        locale={{ emptyText: t.noneCounted }}
        pagination={{
          current: pageIndex,
          pageSize: alarmsAtOnce,
          total: page.data?.TotalCount ?? 0,
          showSizeChanger: false,
          showTotal: (total) => String(total),
          onChange: turn,
        }}
        columns={[
          {
            title: t.alarm,
            render: (_, row) => (
              <>
                <SeverityMark level={row.Level} variant="mark" />{' '}
                <Link to={links.alarm(row.AlarmId, row.ProjectId)}>{row.Name}</Link>
                <small className="analysis-note" title={row.Content}>
                  {row.ProjectName} · {row.Content}
                </small>
              </>
            ),
          },
          { title: t.time, render: (_, { RaisedEPOCH }) => <span className="tabular">{time(RaisedEPOCH)}</span> },
          { title: t.cleared, render: (_, { ClearedEPOCH }) => <span className="tabular">{time(ClearedEPOCH)}</span> },
          { title: t.acked, render: (_, { AckedEPOCH }) => <span className="tabular">{time(AckedEPOCH)}</span> },
          { title: t.handled, render: (_, { HandledEPOCH }) => <span className="tabular">{time(HandledEPOCH)}</span> },
        ]}
      />
    </>
  );
}
