import { MoreOutlined, ReloadOutlined } from '@ant-design/icons';
import {
  attachmentSteps,
  costKinds,
  pauseReasons,
  type RepairAction,
  type RepairDetail,
  rejectReasons,
  repairActions,
  settlements,
  warningKinds,
} from '@watchpost/contract';
import { Button, Dropdown, Segmented } from 'antd';
import { useState } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { useDates, useNow } from '../lib/dates.ts';
import { useText } from '../lib/defineText.ts';
import { idInAddress } from '../lib/idInAddress.ts';
import { useBilingual } from '../lib/language.ts';
import { links } from '../lib/links.ts';
import { formatWithUnit } from '../lib/numbers.ts';
import { useSession } from '../lib/session.ts';
import { useCall } from '../lib/useCall.ts';
import { EmptyState, ErrorState, PageSkeleton, PageTitle, SeverityMark } from '../ui/index.ts';
import { ClockStrip } from './ClockStrip.tsx';
import { Journal } from './Journal.tsx';
import { MaintenanceWords } from './MaintenanceWords.tsx';
import { RepairCurve } from './RepairCurve.tsx';
import './repair.css';
import { atMinute, leadingActions, orderNumber, orderTitle, statusNames, yuan } from './repairWords.ts';
import { StatusTag } from './StatusTag.tsx';
import { StepButton } from './StepButton.tsx';
import { StepDialog } from './StepDialog.tsx';
import { text, waitsFor } from './text.ts';

/** One repair order. Routes /repairMaintain/repairDetails and /maintenanceManage/repairDetails (`?id=`). */
export function RepairDetailsPage() {
  const t = useText(text);
  const [params] = useSearchParams();
  const id = idInAddress(params, 'id');
  const detail = useCall('queryRepairAcitve', id === null ? null : { query: { id } }, {
    scope: 'company',
    refetchInterval: 60_000,
  });
  if (id === null) return <EmptyState title={t.unknown} />;
  if (detail.error && !detail.data) return <ErrorState error={detail.error} onRetry={() => void detail.refetch()} />;
  if (!detail.data) return <PageSkeleton />;
  return <Details order={detail.data} askedAt={detail.dataUpdatedAt} />;
}

function Details({ order, askedAt }: { order: RepairDetail; askedAt: number }) {
  const t = useText(text);
  const inWords = useBilingual();
  const dates = useDates();
  const now = useNow(60_000);
  const [alarm] = order.AlarmList;
  return (
    <div className="repair-page">
      <PageTitle
        title={orderTitle(order)}
        actions={
          <span className="repair-head-actions">
            <Button onClick={() => window.print()}>{t.print}</Button>
            {order.ActionList.includes('complement') ? <StepButton action="complement" order={order} /> : null}
            <MoreActions order={order} />
          </span>
        }
      />
      <p className="repair-meta">
        <SeverityMark level={order.Level} variant="tag" /> <StatusTag status={order.Status} />
        <span>
          <b>{orderNumber(order, t.draft)}</b> · {order.ProjectName}
          {order.Area ? ` › ${order.Area}` : ''}
          {order.EquipmentId ? (
            <>
              {' › '}
              <Link to={links.device(order.EquipmentId, order.ProjectId)}>{order.EquipmentName}</Link>
            </>
          ) : null}
          {alarm ? (
            <>
              {' · '}
              <Link to={links.alarm(alarm.AlarmId, order.ProjectId)}>
                {t.fromAlarm(atMinute(dates, alarm.ALARM_EPOCH, now))}
              </Link>
            </>
          ) : null}
          {order.PreAlarm ? (
            <>
              {' · '}
              <Link to={links.warning(order.PreAlarm.PreAlarmId, order.ProjectId)}>
                {t.fromWarning(
                  inWords(warningKinds[order.PreAlarm.Type]),
                  atMinute(dates, order.PreAlarm.StartEPOCH, now),
                )}
              </Link>
            </>
          ) : null}
        </span>
      </p>
      <MaintenanceWords order={order} />
      {order.Returned ? (
        <p className="repair-returned">
          <ReloadOutlined aria-hidden="true" /> {t.faultReturned(atMinute(dates, order.Returned.AlarmEPOCH, now))}
          <Link to={links.alarm(order.Returned.AlarmId, order.ProjectId)}>
            {order.Returned.PointName} {order.Returned.Content}
          </Link>
        </p>
      ) : null}
      <ClockStrip order={order} askedAt={askedAt} />
      {order.ContractNumber === null ? null : <p className="repair-muted">{t.byContract(order.ContractNumber)}</p>}
      <div className="repair-columns">
        <div className="repair-stack repair-aside-first">
          {order.IsOffer ? (
            <p className="repair-muted">{t.offered}</p>
          ) : (
            <>
              <Curves order={order} />
              <Journal repairId={order.RepairId} />
            </>
          )}
        </div>
        <div className="repair-stack repair-aside">
          <NextStep order={order} />
          <Findings order={order} />
          <People order={order} />
          {order.PhotoList.length > 0 ? (
            <section className="repair-panel" aria-label={t.photos}>
              <div className="repair-panel-head">
                <h2>{t.photos}</h2>
              </div>
              <div className="repair-thumbs">
                {order.PhotoList.map((photo) => (
                  <a key={photo.Url} href={photo.Url} target="_blank" rel="noreferrer">
                    <img src={photo.Url} alt={t.photoBy(inWords(attachmentSteps[photo.Step]), photo.UserName)} />
                  </a>
                ))}
              </div>
            </section>
          ) : null}
          <Costs order={order} />
        </div>
      </div>
    </div>
  );
}

function MoreActions({ order }: { order: RepairDetail }) {
  const t = useText(text);
  const inWords = useBilingual();
  const navigate = useNavigate();
  const [taking, take] = useState<RepairAction | null>(null);
  const others = order.ActionList.filter(
    (action) => !leadingActions(order).includes(action) && action !== 'complement',
  );
  if (others.length === 0) return null;
  return (
    <>
      <Dropdown
        trigger={['click']}
        menu={{
          items: others.map((action) => ({ key: action, label: inWords(repairActions[action]) })),
          onClick: ({ key }) => take(key as RepairAction),
        }}
      >
        <Button icon={<MoreOutlined />} aria-label={t.more} />
      </Dropdown>
      {taking ? (
        <StepDialog
          action={taking}
          order={order}
          onClose={() => take(null)}
          onDone={(done) => {
            if (done === null) navigate(links.repairs, { replace: true });
            else if (done.RepairId !== order.RepairId) navigate(links.repair(done.RepairId, done.ProjectId));
          }}
        />
      ) : null}
    </>
  );
}

/** What is to be done now, in words and as buttons. */
export function NextStep({ order }: { order: RepairDetail }) {
  const t = useText(text);
  const waits = useText(waitsFor);
  const navigate = useNavigate();
  const inWords = useBilingual();
  const dates = useDates();
  const now = useNow(60_000);
  const main = leadingActions(order);
  const { RecoveryDetail: recovery, Pause } = order;
  return (
    <section
      className={`repair-panel repair-next${main.length > 0 ? ' repair-next-yours' : ''}`}
      aria-label={t.nextStep}
    >
      <span className="repair-next-title">{t.nextStep}</span>
      <p>
        {Pause
          ? t.paused(
              `${inWords(pauseReasons[Pause.Type])}，${Pause.Reason}`.replace('，', inWords({ zh: '，', en: ', ' })),
              atMinute(dates, Pause.FromEPOCH, now),
            )
          : waits[statusNames[order.Status]]}
        {order.ActionList.includes('pass') && recovery
          ? ` ${recovery.State === 'verified' ? t.acceptVerified : t.acceptUnverified(recovery.Text)}`
          : ''}
      </p>
      {main.length > 0 ? (
        <div className="repair-next-actions">
          {main.map((action, place) => (
            <StepButton
              key={action}
              action={action}
              order={order}
              type={place === 0 ? 'primary' : 'default'}
              onDone={(done) => {
                if (done && done.RepairId !== order.RepairId) navigate(links.repair(done.RepairId, done.ProjectId));
              }}
            />
          ))}
        </div>
      ) : (
        <p className="repair-muted">{t.nothingToDo}</p>
      )}
    </section>
  );
}

function Curves({ order }: { order: RepairDetail }) {
  const t = useText(text);
  const dates = useDates();
  const now = useNow(60_000);
  const points = order.PointList;
  const [chosen, choose] = useState<number | null>(null);
  const point = points.find(({ PointId }) => PointId === chosen) ?? points[0];
  const { RecoveryDetail: recovery } = order;
  return (
    <section className="repair-panel" aria-label={t.curve}>
      <div className="repair-panel-head">
        <h2>{point ? point.PointName : t.curve}</h2>
        {points.length > 1 ? (
          <Segmented
            size="small"
            aria-label={t.curve}
            value={point!.PointId}
            onChange={choose}
            options={points.slice(0, 4).map(({ PointId, PointName }) => ({ value: PointId, label: PointName }))}
          />
        ) : null}
      </div>
      <div className="repair-panel-body">
        {recovery ? (
          <p className={`repair-verdict repair-verdict-${recovery.State}`}>
            {recovery.State === 'verified' && recovery.SinceEPOCH !== null && recovery.VerifiedEPOCH !== null
              ? `✓ ${t.backInBand(atMinute(dates, recovery.SinceEPOCH, now), atMinute(dates, recovery.VerifiedEPOCH, now))}`
              : recovery.State === 'observing' && recovery.SinceEPOCH !== null
                ? t.observing(atMinute(dates, recovery.SinceEPOCH, now))
                : recovery.Text}
          </p>
        ) : null}
        {recovery && recovery.NoteList.length > 0 ? (
          <ul className="repair-notes">
            {recovery.NoteList.map((note) => (
              <li key={note}>{note}</li>
            ))}
          </ul>
        ) : null}
        {point ? (
          <>
            <RepairCurve order={order} pointId={point.PointId} />
            <p className="repair-muted">
              {[point.High, point.Low]
                .filter((limit) => limit !== null)
                .map((limit) => t.within(formatWithUnit(limit, point.Unit, point.Decimals)))
                .join(' · ')}
              {point.WorstValue === null || point.WorstEPOCH === null
                ? ''
                : ` · ${t.worst(formatWithUnit(point.WorstValue, point.Unit, point.Decimals), atMinute(dates, point.WorstEPOCH, now))}`}
              {point.HandValue === null
                ? ''
                : ` · ${t.handValue(formatWithUnit(point.HandValue, point.Unit, point.Decimals))}`}
            </p>
          </>
        ) : (
          <EmptyState title={t.noCurve} hint={t.noCurveHint} />
        )}
      </div>
    </section>
  );
}

function Findings({ order }: { order: RepairDetail }) {
  const t = useText(text);
  const inWords = useBilingual();
  /** A code with what was written beside it; null: neither. */
  const coded = (kind: RepairDetail['CodeList'][number]['Kind'], words: string | null): string | null => {
    const code = order.CodeList.find((each) => each.Kind === kind);
    return (
      [code && `${code.Name}（${code.Code}）`.replace(/（(.*)）/, inWords({ zh: '（$1）', en: ' ($1)' })), words]
        .filter(Boolean)
        .join(' · ') || null
    );
  };
  const lines: [string, string | null][] = [
    [t.fault, order.FaultContent],
    [t.remark, order.Remark || null],
    [t.mechanism, coded('mechanism', null)],
    [t.cause, coded('cause', order.Cause)],
    [t.remedy, coded('remedy', order.Remedy)],
    [
      t.rejection,
      order.RejectType === null ? null : `${inWords(rejectReasons[order.RejectType])} · ${order.RejectReason ?? ''}`,
    ],
    [t.acceptance, order.AcceptanceText],
    [
      t.assessment,
      order.Score === null ? null : `${order.Score} / 5${order.AssessText ? ` · ${order.AssessText}` : ''}`,
    ],
  ];
  return (
    <section className="repair-panel" aria-label={t.findings}>
      <div className="repair-panel-head">
        <h2>{t.findings}</h2>
      </div>
      <dl className="repair-facts">
        {lines.map(([name, value]) =>
          value === null ? null : (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ),
        )}
        {order.Parent ? (
          <div>
            <dt>{t.reworks}</dt>
            <dd>
              <Link to={links.repair(order.Parent.RepairId, order.ProjectId)}>
                {t.reworkOf(order.Parent.RepairOrder)}
              </Link>
            </dd>
          </div>
        ) : null}
        {order.ReworkList.map(({ RepairId, RepairOrder }) => (
          <div key={RepairId}>
            <dt>{t.reworks}</dt>
            <dd>
              <Link to={links.repair(RepairId, order.ProjectId)}>{RepairOrder}</Link>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function People({ order }: { order: RepairDetail }) {
  const t = useText(text);
  const dates = useDates();
  const { user } = useSession();
  const you = (userId: number | null) => (userId === user.UserId ? ` · ${t.you}` : '');
  return (
    <section className="repair-panel" aria-label={t.people}>
      <div className="repair-panel-head">
        <h2>{t.people}</h2>
      </div>
      <dl className="repair-facts">
        <div>
          <dt>{t.reported}</dt>
          <dd>
            {order.ApplicantName}
            {you(order.ApplicantId)}
            {order.ContactPhone ? (
              <>
                {' '}
                <a href={`tel:${order.ContactPhone}`}>{order.ContactPhone}</a>
              </>
            ) : null}
          </dd>
        </div>
        <div>
          <dt>{t.engineer}</dt>
          <dd>
            {[order.RepairUserName ?? t.nobody, order.MaintenanceUnitName].filter(Boolean).join(' · ')}
            {order.RepairUserId === null ? '' : you(order.RepairUserId)}
          </dd>
        </div>
        {order.ExpectedTime === null ? null : (
          <div>
            <dt>{t.expected}</dt>
            <dd>{dates.dateTime(order.ExpectedTime)}</dd>
          </div>
        )}
      </dl>
    </section>
  );
}

/** For those who may see costs; for others there is no such panel. */
function Costs({ order }: { order: RepairDetail }) {
  const t = useText(text);
  const inWords = useBilingual();
  if (order.CostList === null || (order.Settlement === null && order.CostList.length === 0)) return null;
  return (
    <section className="repair-panel" aria-label={t.costs}>
      <div className="repair-panel-head">
        <h2>{t.costs}</h2>
        {order.Settlement ? <span className="repair-muted">{inWords(settlements[order.Settlement])}</span> : null}
      </div>
      <dl className="repair-facts">
        {order.CostList.map((line, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: settled lines never change
          <div key={place}>
            <dt>
              {inWords(costKinds[line.Kind])} {line.Description} {line.QuantityMilli / 1000} {line.Unit} × ¥
              {yuan(line.PriceFen)}
            </dt>
            <dd className="repair-number">{yuan(line.AmountFen)}</dd>
          </div>
        ))}
        <div>
          <dt>{order.CostList.length === 0 ? t.noCosts : t.total}</dt>
          <dd className="repair-number">¥{yuan(order.TotalFen ?? 0)}</dd>
        </div>
      </dl>
    </section>
  );
}
