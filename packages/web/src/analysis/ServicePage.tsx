import {
  type AllCalls,
  type CallData,
  repairReaders,
  type ServiceAlarmFigure,
  ServiceLimits,
  type ServiceRow,
} from '@watchpost/contract';
import { Button, InputNumber, Table } from 'antd';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useText } from '../lib/defineText.ts';
import { links } from '../lib/links.ts';
import { dash, formatNumber } from '../lib/numbers.ts';
import { useMay } from '../lib/session.ts';
import { useCall } from '../lib/useCall.ts';
import { FormDialog, useDialog, useSchemaForm } from '../ui/form/index.ts';
import { useSave, WordTag } from '../ui/index.ts';
import { whileWaiting } from '../ui/list/index.ts';
import { CountedAlarms } from './CountedAlarms.tsx';
import { Figures, Frame, NoProjects, useQuestion } from './Frame.tsx';
import { analysisText } from './text.ts';

type Limits = CallData<AllCalls['getServiceStatistics']>['Limits'];

const rate = (value: number | null): string => (value === null ? dash : `${formatNumber(value, 1)} %`);
const change = (value: number | null): string =>
  value === null ? dash : `${value > 0 ? '+' : ''}${formatNumber(value, 1)} %`;

/** How alarms were answered, against the limits of the company. Route /analysis/service. */
export function ServicePage() {
  const t = useText(analysisText);
  const dialog = useDialog();
  const question = useQuestion();
  const mayLimit = useMay('companySettings');
  const mayOpenRepairs = useMay(...repairReaders);
  const open = (figure: ServiceAlarmFigure) =>
    dialog.open(<CountedAlarms question={{ figure, body: question.body }} onClose={dialog.close} />);
  const repairs = (words: ReactNode): ReactNode =>
    mayOpenRepairs ? (
      <Link
        to={links.companyRepairsOf({
          figure: 'submitted',
          from: question.body.Start,
          to: question.body.End,
          projectIds: question.picked,
        })}
      >
        {words}
      </Link>
    ) : (
      words
    );
  const answer = useCall('getServiceStatistics', { body: question.body }, { scope: 'company', ...whileWaiting });
  const tools =
    mayLimit && answer.data ? (
      <Button onClick={() => dialog.open(<LimitsDialog limits={answer.data!.Limits} onClose={dialog.close} />)}>
        {t.limits}
      </Button>
    ) : null;
  return (
    <>
      <Frame question={question} answer={answer} tools={tools}>
        {({ Limits: limits, Total: total, ProjectList }) =>
          ProjectList.length === 0 ? (
            <NoProjects />
          ) : (
            <>
              <Figures
                label={t.total}
                of={[
                  {
                    name: t.raised,
                    value: <Opens figure="raised" words={total.Raised} open={open} />,
                    notes: [
                      total.NotDue > 0 && <Opens figure="notDue" words={t.notDue(total.NotDue)} open={open} />,
                      <Opens key="before" figure="before" words={t.before(String(total.RaisedBefore))} open={open} />,
                    ],
                  },
                  {
                    name: t.confirmRate,
                    value: (
                      <Opens
                        figure="unconfirmed"
                        words={atLeast(total.ConfirmRate, limits.ConfirmMin, t.missed)}
                        open={open}
                      />
                    ),
                    notes: [
                      <Opens
                        key="of"
                        figure="confirmed"
                        words={t.of(total.Confirmed, total.Raised - total.NotDue)}
                        open={open}
                      />,
                      t.atLeast(limits.ConfirmMin),
                    ],
                  },
                  {
                    name: t.processRate,
                    value: (
                      <Opens
                        figure="unhandled"
                        words={atLeast(total.ProcessRate, limits.ProcessMin, t.missed)}
                        open={open}
                      />
                    ),
                    notes: [
                      <Opens
                        key="of"
                        figure="handled"
                        words={t.of(total.Handled, total.Raised - total.NotDue)}
                        open={open}
                      />,
                      t.atLeast(limits.ProcessMin),
                    ],
                  },
                  {
                    name: t.alarmChange,
                    value: (
                      <Opens
                        figure="raised"
                        words={atMost(total.AlarmChange, limits.AlarmChangeMax, t.missed)}
                        open={open}
                      />
                    ),
                    notes: [t.atMost(limits.AlarmChangeMax)],
                  },
                  {
                    name: t.repairChange,
                    value: repairs(atMost(total.RepairChange, limits.RepairChangeMax, t.missed)),
                    notes: [t.atMost(limits.RepairChangeMax), t.before(String(total.RepairsBefore))],
                  },
                ]}
              />
              <section className="analysis-panel" aria-label={t.projects}>
                <Projects
                  of={ProjectList}
                  limits={limits}
                  period={question.body}
                  open={({ ProjectId, ProjectName }, figure) =>
                    dialog.open(
                      <CountedAlarms
                        question={{
                          figure,
                          body: { ...question.body, ProjectIdList: [ProjectId!] },
                          name: ProjectName,
                        }}
                        onClose={dialog.close}
                      />,
                    )
                  }
                />
              </section>
            </>
          )
        }
      </Frame>
      {dialog.shown}
    </>
  );
}

const atLeast = (value: number | null, limit: number, missed: string): ReactNode => (
  <>
    {rate(value)} {value !== null && value < limit ? <WordTag good={false} words={missed} /> : null}
  </>
);
const atMost = (value: number | null, limit: number, missed: string): ReactNode => (
  <>
    {change(value)} {value !== null && value > limit ? <WordTag good={false} words={missed} /> : null}
  </>
);

/** A figure that opens the alarms that it counts; words alone for those who may not see alarms. */
function Opens({
  figure,
  words,
  open,
}: {
  figure: ServiceAlarmFigure;
  words: ReactNode;
  open: (figure: ServiceAlarmFigure) => void;
}) {
  const mayOpen = useMay('alarmManage', 'monitorView', 'monitorEdit');
  return mayOpen ? (
    <button type="button" className="analysis-opens" onClick={() => open(figure)}>
      {words}
    </button>
  ) : (
    words
  );
}

function Projects({
  of: rows,
  limits,
  period,
  open,
}: {
  of: readonly ServiceRow[];
  limits: Limits;
  period: { Start: string; End: string };
  open: (row: ServiceRow, figure: ServiceAlarmFigure) => void;
}) {
  const t = useText(analysisText);
  const mayOpenRepairs = useMay(...repairReaders);
  const repairsOf = (projectId: number) =>
    links.companyRepairsOf({ figure: 'submitted', from: period.Start, to: period.End, projectIds: [projectId] });
  const opens = (row: ServiceRow, figure: ServiceAlarmFigure, words: ReactNode) => (
    <Opens figure={figure} words={words} open={(chosen) => open(row, chosen)} />
  );
  const by = (of: (row: ServiceRow) => number | null) => (a: ServiceRow, b: ServiceRow) =>
    (of(a) ?? -1e9) - (of(b) ?? -1e9);
  return (
    <Table<ServiceRow>
      size="small"
      rowKey="ProjectId"
      scroll={{ x: 'max-content' }}
      pagination={{ hideOnSinglePage: true, defaultPageSize: 50 }}
      dataSource={[...rows]}
      columns={[
        {
          title: t.project,
          fixed: 'left',
          sorter: (a, b) => a.ProjectName.localeCompare(b.ProjectName, 'zh'),
          render: (_, { ProjectId, ProjectName }) => <Link to={links.alarmsOfProject(ProjectId!)}>{ProjectName}</Link>,
        },
        {
          title: t.raised,
          align: 'right',
          sorter: by(({ Raised }) => Raised),
          render: (_, row) => opens(row, 'raised', row.Raised),
        },
        {
          title: t.confirmRate,
          align: 'right',
          sorter: by(({ ConfirmRate }) => ConfirmRate),
          render: (_, row) => opens(row, 'unconfirmed', atLeast(row.ConfirmRate, limits.ConfirmMin, t.missed)),
        },
        {
          title: t.processRate,
          align: 'right',
          sorter: by(({ ProcessRate }) => ProcessRate),
          render: (_, row) => opens(row, 'unhandled', atLeast(row.ProcessRate, limits.ProcessMin, t.missed)),
        },
        {
          title: t.alarmChange,
          align: 'right',
          sorter: by(({ AlarmChange }) => AlarmChange),
          render: (_, row) => opens(row, 'raised', atMost(row.AlarmChange, limits.AlarmChangeMax, t.missed)),
        },
        {
          title: t.repairs,
          align: 'right',
          sorter: by(({ Repairs }) => Repairs),
          render: (_, { ProjectId, Repairs }) =>
            mayOpenRepairs ? <Link to={repairsOf(ProjectId!)}>{Repairs}</Link> : Repairs,
        },
        {
          title: t.repairChange,
          align: 'right',
          sorter: by(({ RepairChange }) => RepairChange),
          render: (_, { ProjectId, RepairChange }) => {
            const words = atMost(RepairChange, limits.RepairChangeMax, t.missed);
            return mayOpenRepairs ? <Link to={repairsOf(ProjectId!)}>{words}</Link> : words;
          },
        },
      ]}
    />
  );
}

function LimitsDialog({ limits, onClose }: { limits: Limits; onClose: () => void }) {
  const t = useText(analysisText);
  const save = useSave(['getServiceStatistics'], onClose);
  const form = useSchemaForm(ServiceLimits, {
    initial: limits,
    save: (body) => save('saveServiceLimits', { body }, t.saved),
  });
  return (
    <FormDialog form={form} title={t.limits} onClose={onClose}>
      <div className="form-columns">
        <form.Field name="ConfirmMin" label={t.confirmMin}>
          <InputNumber min={0} max={100} precision={0} />
        </form.Field>
        <form.Field name="ProcessMin" label={t.processMin}>
          <InputNumber min={0} max={100} precision={0} />
        </form.Field>
        <form.Field name="AlarmChangeMax" label={t.alarmChangeMax}>
          <InputNumber min={0} max={1000} precision={0} />
        </form.Field>
        <form.Field name="RepairChangeMax" label={t.repairChangeMax}>
          <InputNumber min={0} max={1000} precision={0} />
        </form.Field>
      </div>
    </FormDialog>
  );
}
