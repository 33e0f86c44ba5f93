import { dayMs, type PreAlarm, warningFeedbacks, warningKinds } from '@watchpost/contract';
import { Button, Modal } from 'antd';
import { Link } from 'react-router';
import { Curve } from '../history/index.ts';
import { useDates } from '../lib/dates.ts';
import { useText } from '../lib/defineText.ts';
import { useBilingual } from '../lib/language.ts';
import { links } from '../lib/links.ts';
import { useCall } from '../lib/useCall.ts';
import { ReportFromWarning } from '../repair/index.ts';
import { ErrorState, Skeleton } from '../ui/index.ts';
import { ComparedWith } from './ComparedWith.tsx';
import { DayFigures } from './DayFigures.tsx';
import { text } from './text.ts';
import { WarningState } from './WarningState.tsx';
import './warnings.css';
import { inUnit, useTimeToLimit, warningName } from './warningWords.ts';

/** One warning: the finding, the figures behind it, the curve of that time and all feedback. Mount it to show it. */
export function WarningDialog({
  id,
  onClose,
  onSay,
}: {
  id: number;
  onClose: () => void;
  /** Null: the user may not. */
  onSay: ((warning: PreAlarm) => void) | null;
}) {
  const t = useText(text);
  const inWords = useBilingual();
  const dates = useDates();
  const timeToLimit = useTimeToLimit();
  const answer = useCall('getPreAlarmEvidence', { query: { ID: id } }, { scope: 'company' });
  const warning = answer.data?.Warning;
  const ahead = warning && timeToLimit(warning);
  return (
    <Modal
      open
      width={820}
      title={warning ? `${inWords(warningKinds[warning.Type])} · ${warningName(warning)}` : t.warnings}
      onCancel={onClose}
      footer={[
        ...(warning
          ? [<ReportFromWarning key="report" warning={warning} kind={inWords(warningKinds[warning.Type])} />]
          : []),
        ...(warning && onSay
          ? [
              <Button key="say" type="primary" onClick={() => onSay(warning)}>
                {t.give}
              </Button>,
            ]
          : []),
        <Button key="close" onClick={onClose}>
          {t.close}
        </Button>,
      ]}
    >
      {answer.error && !warning ? (
        <ErrorState error={answer.error} onRetry={() => void answer.refetch()} />
      ) : !warning || !answer.data ? (
        <Skeleton height={320} />
      ) : (
        <div className="warning-detail">
          <p className="warning-content">{warning.Content}</p>
          {ahead ? (
            <p className="warning-ahead-line">
              <b>{ahead}</b>{' '}
              {warning.ExpectedFromEPOCH !== null && warning.ExpectedToEPOCH !== null
                ? t.between(dates.dateTime(warning.ExpectedFromEPOCH), dates.dateTime(warning.ExpectedToEPOCH))
                : null}
            </p>
          ) : null}
          <dl className="warning-facts">
            <Fact name={t.state}>
              <WarningState warning={warning} />
            </Fact>
            <Fact name={t.began}>{dates.dateTime(warning.StartEPOCH)}</Fact>
            {warning.EndEPOCH === null ? null : <Fact name={t.ended}>{dates.dateTime(warning.EndEPOCH)}</Fact>}
            <Fact name={t.value}>{inUnit(warning.Value, warning)}</Fact>
            {warning.PastValue === null ? null : <Fact name={t.before}>{inUnit(warning.PastValue, warning)}</Fact>}
            {warning.LikeValue === null ? null : (
              <Fact name={t.like(warning.LikeCount)}>{inUnit(warning.LikeValue, warning)}</Fact>
            )}
            {warning.LimitValue === null ? null : <Fact name={t.limit}>{inUnit(warning.LimitValue, warning)}</Fact>}
            <Fact name={t.project}>{warning.ProjectName}</Fact>
          </dl>
          {answer.data.DayList.length > 0 ? (
            <section>
              <h3>{t.byDay}</h3>
              <DayFigures warning={warning} days={answer.data.DayList} />
            </section>
          ) : null}
          {answer.data.Like ? <ComparedWith like={answer.data.Like} warning={warning} /> : null}
          <section>
            <header className="warning-head">
              <h3>{t.curve}</h3>
              <Link to={links.device(warning.Mtid, warning.ProjectId)}>{t.toDevice}</Link>
            </header>
            <Curve
              key={warning.ID}
              pointIds={[warning.PointId]}
              projectId={warning.ProjectId}
              height={220}
              name={warningName(warning)}
              view={viewOf(warning)}
            />
          </section>
          <section>
            <h3>{t.said}</h3>
            {answer.data.FeedbackList.length === 0 ? (
              <p className="warning-muted">{t.saidNothing}</p>
            ) : (
              <ol className="warning-said">
                {answer.data.FeedbackList.map((each) => (
                  <li key={each.EPOCH}>
                    <b>{inWords(warningFeedbacks[each.Feedback])}</b> {each.Remark}
                    <small className="warning-by">
                      {each.UserName ?? t.somebody} · {dates.dateTime(each.EPOCH)}
                    </small>
                  </li>
                ))}
              </ol>
            )}
          </section>
        </div>
      )}
    </Modal>
  );
}

const Fact = ({ name, children }: { name: string; children: React.ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd className="tabular">{children}</dd>
  </div>
);

/** Of figures by day the last week of them, else the hours they were taken from, with what came since. */
function viewOf({ EvidenceFromEPOCH: from, EvidenceToEPOCH: to, Type }: PreAlarm) {
  const span =
    Type === 'limitSoon'
      ? { from: from - dayMs / 4, to: to + dayMs / 8 }
      : { from: Math.max(from, to - 7 * dayMs), to };
  return { range: 'custom', custom: span, limits: true, statistics: false } as const;
}
