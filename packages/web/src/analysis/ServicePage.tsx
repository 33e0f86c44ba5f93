import { type AllCalls, type CallData, repairReaders, ServiceLimits, type ServiceRow } from '@watchpost/contract';
import { Button, Table } from 'antd';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useText } from '../lib/defineText.ts';
import { links } from '../lib/links.ts';
import { dash, formatNumber } from '../lib/numbers.ts';
import { useMay } from '../lib/session.ts';
import { useCall } from '../lib/useCall.ts';
import { FormDialog, NumberField, useDialog, useSchemaForm } from '../ui/form/index.ts';
import { useSave, WordTag } from '../ui/index.ts';
import { whileWaiting } from '../ui/list/index.ts';
import { useCountedAlarms } from './AlarmsOfFigure.tsx';
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
  const { opens, shown } = useCountedAlarms(question.body);
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
                    value: opens('raised', total.Raised),
                    notes: [
                      total.NotDue > 0 && opens('notDue', t.notDue(total.NotDue)),
                      opens('before', t.before(String(total.RaisedBefore))),
                    ],
                  },
                  {
                    name: t.confirmRate,
                    value: opens('unconfirmed', atLeast(total.ConfirmRate, limits.ConfirmMin, t.missed)),
                    notes: [
                      opens('confirmed', t.of(total.Confirmed, total.Raised - total.NotDue)),
                      t.atLeast(limits.ConfirmMin),
                    ],
                  },
                  {
                    name: t.processRate,
                    value: opens('unhandled', atLeast(total.ProcessRate, limits.ProcessMin, t.missed)),
                    notes: [
                      opens('handled', t.of(total.Handled, total.Raised - total.NotDue)),
                      t.atLeast(limits.ProcessMin),
                    ],
                  },
                  {
                    name: t.alarmChange,
                    value: opens('raised', atMost(total.AlarmChange, limits.AlarmChangeMax, t.missed)),
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
                <Projects of={ProjectList} limits={limits} period={question.body} opens={opens} />
              </section>
            </>
          )
        }
      </Frame>
      {shown}
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

function Projects({
  of: rows,
  limits,
  period,
  opens,
}: {
  of: readonly ServiceRow[];
  limits: Limits;
  period: { Start: string; End: string };
  opens: ReturnType<typeof useCountedAlarms>['opens'];
}) {
  const t = useText(analysisText);
  const mayOpenRepairs = useMay(...repairReaders);
  const repairsOf = (projectId: number) =>
    links.companyRepairsOf({ figure: 'submitted', from: period.Start, to: period.End, projectIds: [projectId] });
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
          render: (_, row) => opens('raised', row.Raised, row),
        },
        {
          title: t.confirmRate,
          align: 'right',
          sorter: by(({ ConfirmRate }) => ConfirmRate),
          render: (_, row) => opens('unconfirmed', atLeast(row.ConfirmRate, limits.ConfirmMin, t.missed), row),
        },
        {
          title: t.processRate,
          align: 'right',
          sorter: by(({ ProcessRate }) => ProcessRate),
          render: (_, row) => opens('unhandled', atLeast(row.ProcessRate, limits.ProcessMin, t.missed), row),
        },
        {
          title: t.alarmChange,
          align: 'right',
          sorter: by(({ AlarmChange }) => AlarmChange),
          render: (_, row) => opens('raised', atMost(row.AlarmChange, limits.AlarmChangeMax, t.missed), row),
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
          <NumberField min={0} max={100} precision={0} />
        </form.Field>
        <form.Field name="ProcessMin" label={t.processMin}>
          <NumberField min={0} max={100} precision={0} />
        </form.Field>
        <form.Field name="AlarmChangeMax" label={t.alarmChangeMax}>
          <NumberField min={0} max={1000} precision={0} />
        </form.Field>
        <form.Field name="RepairChangeMax" label={t.repairChangeMax}>
          <NumberField min={0} max={1000} precision={0} />
        </form.Field>
      </div>
    </FormDialog>
  );
}
