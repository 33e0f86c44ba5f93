import { type CountedAlarm, type ServiceAlarmFigure, serviceAlarmFigures } from '@watchpost/contract';
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

type Period = CountedQuestion['body'];
/** Of which a figure is, where not of all. */
type Of = { readonly ProjectId: number | null; readonly ProjectName: string };

/** Figures that open the alarms that they count, for those who may see alarms. `shown` is the dialog. */
export function useCountedAlarms(body: Period) {
  const mayOpen = useMay('alarmManage', 'monitorView', 'monitorEdit');
  const dialog = useDialog();
  const open = (figure: ServiceAlarmFigure, of?: Of) => {
    const question = of?.ProjectId
      ? { figure, body: { ...body, ProjectIdList: [of.ProjectId] }, name: of.ProjectName }
      : { figure, body };
    dialog.open(<CountedAlarms question={question} onClose={dialog.close} />);
  };
  const opens = (figure: ServiceAlarmFigure, words: ReactNode, of?: Of): ReactNode =>
    mayOpen ? (
      <button type="button" className="analysis-opens" onClick={() => open(figure, of)}>
        {words}
      </button>
    ) : (
      words
    );
  return { opens, shown: dialog.shown };
}

interface CountedQuestion {
  readonly figure: ServiceAlarmFigure;
  /** Days and projects of the statistics. */
  readonly body: { Start: string; End: string; ProjectIdList?: number[] };
  /** Of which the figure is, where not of all. */
  readonly name?: string;
}

/** The alarms that a figure of the service statistics counts, and those that its neighbours count. Mount it to show it. */
function CountedAlarms({ question, onClose }: { question: CountedQuestion; onClose: () => void }) {
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

/** The figure whose alarms are shown, and the page of them. */
export function useFigure<Figure extends string>(first: Figure) {
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

export function FigureDialog<Figure extends string>({
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
