import {
  type ReportDetail,
  reportCycleWords,
  reportIndicators,
  reportSummaryKinds,
  reportSummaryWords,
} from '@watchpost/contract';
import { Button } from 'antd';
import { useDates } from '../lib/dates.ts';
import { useText } from '../lib/defineText.ts';
import { useBilingual } from '../lib/language.ts';
import { dash, formatNumber, formatWithUnit } from '../lib/numbers.ts';
import { useMay } from '../lib/session.ts';
import { useCall } from '../lib/useCall.ts';
import { useDialog } from '../ui/form/index.ts';
import { ErrorState, PageSkeleton, PageTitle, type Severity, severityText } from '../ui/index.ts';
import { IndicatorLevel } from './IndicatorLevel.tsx';
import { PublishDialog, useDownloadReport } from './reportActions.tsx';
import { reportText } from './text.ts';
import './reports.css';

/** One report with its figures, as they were when it was generated. */
export function ReportView({ id }: { id: number }) {
  const report = useCall('getReport', { query: { reportId: id } }, { scope: 'company' });
  if (report.error && !report.data) return <ErrorState error={report.error} onRetry={() => void report.refetch()} />;
  if (!report.data) return <PageSkeleton />;
  return <View report={report.data} />;
}

function View({ report }: { report: ReportDetail }) {
  const t = useText(reportText);
  const inWords = useBilingual();
  const dates = useDates();
  const dialog = useDialog();
  const download = useDownloadReport();
  const mayPublish = useMay('reportsPublish');
  const period = report.FromDay === report.UntilDay ? report.FromDay : `${report.FromDay} – ${report.UntilDay}`;
  return (
    <div className="report-page">
      <PageTitle
        title={report.PolicyName}
        subtitle={[report.ProjectName, period].join(' · ')}
        actions={
          <>
            <Button onClick={() => download(report.ReportId)}>{t.download}</Button>
            {report.Status === 1 && mayPublish ? (
              <Button
                type="primary"
                onClick={() => dialog.open(<PublishDialog reports={[report]} onClose={dialog.close} />)}
              >
                {t.publish}
              </Button>
            ) : null}
          </>
        }
      />
      <section className="report-panel" aria-label={t.name}>
        <dl className="report-facts">
          <Fact name={t.status} value={report.StatusName} />
          <Fact name={t.cycle} value={inWords(reportCycleWords[report.Cycle])} />
          <Fact name={t.revision} value={report.Revision} />
          {report.GenerateEpoch === null ? null : (
            <Fact name={t.generated} value={dates.dateTime(report.GenerateEpoch)} />
          )}
          {report.PublishEpoch === null ? null : (
            <>
              <Fact name={t.published} value={dates.dateTime(report.PublishEpoch)} />
              <Fact name={t.publishedBy} value={report.PublishName ?? t.byItself} />
            </>
          )}
        </dl>
      </section>
      <Summary report={report} />
      <section className="report-panel" aria-label={t.indicators}>
        <h2>{t.indicators}</h2>
        <dl className="report-indicators">
          {report.IndicatorList.map(({ Name, Value, Target }) => (
            <div key={Name}>
              <dt title={inWords(reportIndicators[Name].hint)}>{inWords(reportIndicators[Name])}</dt>
              <dd className="report-value">{Value === null ? dash : formatWithUnit(Value, '%', 2)}</dd>
              <dd>
                <IndicatorLevel value={Value} target={Target} />{' '}
                {Target === null ? null : (
                  <span className="report-muted">
                    {t.target} ≥ {formatWithUnit(Target, '%', 2)}
                  </span>
                )}
              </dd>
            </div>
          ))}
        </dl>
        <p className="report-muted">{t.notes}</p>
      </section>
      {report.PointList ? <Points points={report.PointList} /> : null}
      {report.Alarms ? <Alarms alarms={report.Alarms} /> : null}
      {report.Repair ? (
        <section className="report-panel" aria-label={t.repair}>
          <h2>{t.repair}</h2>
          <dl className="report-facts">
            <Fact name={t.submitted} value={report.Repair.Submitted} />
            <Fact name={t.completed} value={report.Repair.Completed} />
            <Fact name={t.overdue} value={report.Repair.Overdue} />
          </dl>
        </section>
      ) : null}
      {report.Energy ? <Energy energy={report.Energy} /> : null}
      {dialog.shown}
    </div>
  );
}

/** The report in sentences, for readers who have two minutes. */
function Summary({ report: { SummaryList, Missing } }: { report: ReportDetail }) {
  const t = useText(reportText);
  const inWords = useBilingual();
  return (
    <section className="report-panel" aria-label={t.summary}>
      {Missing === null ? null : <p className="report-beyond">{Missing}</p>}
      <div className="report-summary">
        {reportSummaryKinds.map((kind) => {
          const said = SummaryList.filter(({ Kind }) => Kind === kind);
          return said.length === 0 ? null : (
            <div key={kind}>
              <h2>{inWords(reportSummaryWords[kind])}</h2>
              <ul>
                {said.map(({ Sentence }) => (
                  <li key={Sentence}>{Sentence}</li>
                ))}
              </ul>
            </div>
          );
        })}
      </div>
    </section>
  );
}

function Energy({ energy }: { energy: NonNullable<ReportDetail['Energy']> }) {
  const t = useText(reportText);
  const { Wh, CostFen, CoveragePercent, SuspectWh, Provisional } = energy;
  return (
    <section className="report-panel" aria-label={t.energy}>
      <h2>{t.energy}</h2>
      <dl className="report-facts">
        <Fact name={t.used} value={formatWithUnit(Wh / 1000, 'kWh', 1)} />
        <Fact
          name={t.cost}
          value={CostFen === null ? dash : `¥${formatNumber(CostFen / 100, 2)}${Provisional ? t.provisional : ''}`}
        />
        <Fact name={t.coverage} value={CoveragePercent === null ? dash : formatWithUnit(CoveragePercent, '%', 1)} />
        {SuspectWh === 0 ? null : <Fact name={t.notCounted} value={formatWithUnit(SuspectWh / 1000, 'kWh', 1)} />}
      </dl>
    </section>
  );
}

function Fact({ name, value }: { name: string; value: React.ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}

function Points({ points }: { points: NonNullable<ReportDetail['PointList']> }) {
  const t = useText(reportText);
  const dates = useDates();
  const right = [t.lowest, t.highest, t.mean, t.known, t.beyond];
  return (
    <section className="report-panel" aria-label={t.temperatures}>
      <h2>{t.temperatures}</h2>
      {points.length === 0 ? <p className="report-muted">{t.nothing}</p> : null}
      <div className="report-scroll">
        <table className="report-table">
          <thead>
            <tr>
              <th scope="col">{t.device}</th>
              <th scope="col">{t.point}</th>
              {right.map((title) => (
                <th key={title} scope="col" className="report-right">
                  {title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {points.map((point) => {
              const value = (each: number | null) =>
                each === null ? dash : formatWithUnit(each, point.Unit, point.Decimals);
              return (
                <tr key={`${point.DeviceName} ${point.PointName}`}>
                  <td>{point.DeviceName}</td>
                  <td>{point.PointName}</td>
                  <td className="report-right">{value(point.Lowest)}</td>
                  <td className="report-right">{value(point.Highest)}</td>
                  <td className="report-right">{value(point.Mean)}</td>
                  <td className="report-right">
                    {point.KnownPercent === null ? dash : formatWithUnit(point.KnownPercent, '%', 1)}
                  </td>
                  <td className={point.BeyondMinutes ? 'report-right report-beyond' : 'report-right'}>
                    {point.BeyondMinutes === null ? dash : dates.duration(point.BeyondMinutes * 60)}
                  </td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
    </section>
  );
}

function Alarms({ alarms }: { alarms: NonNullable<ReportDetail['Alarms']> }) {
  const t = useText(reportText);
  const levels = useText(severityText);
  const dates = useDates();
  return (
    <section className="report-panel" aria-label={t.alarms}>
      <h2>{t.alarms}</h2>
      <dl className="report-facts">
        <Fact name={t.raised} value={alarms.Total} />
        {alarms.LevelList.filter(({ AlarmCount }) => AlarmCount > 0).map(({ Level, AlarmCount }) => (
          <Fact key={Level} name={levels[severityNames[Level - 1]!]} value={AlarmCount} />
        ))}
        <Fact name={t.acknowledged} value={alarms.Acknowledged} />
        <Fact name={t.inTime} value={alarms.AcknowledgedInTime} />
        <Fact name={t.handled} value={alarms.Handled} />
        <Fact
          name={t.lasted}
          value={alarms.MeanMinutes === null ? dash : dates.duration(Math.round(alarms.MeanMinutes * 60))}
        />
      </dl>
      {alarms.DeviceList.length > 0 ? (
        <table className="report-table">
          <thead>
            <tr>
              <th scope="col">{t.most}</th>
              <th scope="col" className="report-right">
                {t.alarms}
              </th>
            </tr>
          </thead>
          <tbody>
            {alarms.DeviceList.map(({ DeviceName, AlarmCount }) => (
              <tr key={DeviceName}>
                <td>{DeviceName}</td>
                <td className="report-right">{formatNumber(AlarmCount)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      ) : null}
    </section>
  );
}

const severityNames = ['urgent', 'important', 'general', 'record'] as const satisfies readonly Severity[];
