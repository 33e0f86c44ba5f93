import { LeftOutlined, MoreOutlined } from '@ant-design/icons';
import { openRepairStatuses, type RepairAction, type RepairDetail, repairActions } from '@watchpost/contract';
import { Button, Dropdown, Segmented } from 'antd';
import { useState } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { useDates, useNow } from '../lib/dates.ts';
import { useText } from '../lib/defineText.ts';
import { idInAddress } from '../lib/idInAddress.ts';
import { useBilingual } from '../lib/language.ts';
import { links } from '../lib/links.ts';
import { useMay, useProject, useSession } from '../lib/session.ts';
import { useCall } from '../lib/useCall.ts';
import { EmptyState, ErrorState, ListSkeleton, PageSkeleton, SeverityMark } from '../ui/index.ts';
import { ClockStrip } from './ClockStrip.tsx';
import { Journal } from './Journal.tsx';
import { MaintenanceWords } from './MaintenanceWords.tsx';
import { RepairCard } from './RepairBoard.tsx';
import { RepairCurve } from './RepairCurve.tsx';
import { ReportDialog } from './ReportDialog.tsx';
import './repair.css';
import { atMinute, leadingActions, orderNumber, orderTitle, statusNames } from './repairWords.ts';
import { StatusTag } from './StatusTag.tsx';
import { StepButton } from './StepButton.tsx';
import { StepDialog } from './StepDialog.tsx';
import { text, waitsFor } from './text.ts';

const pollMs = 60_000;

/** Orders for one thumb: mine, the next step as one button. Route /repairMaintain/repairTemplate/repairApp (`?id=`). */
export function RepairAppPage() {
  const [params] = useSearchParams();
  const id = idInAddress(params, 'id');
  return id === null ? <MyOrders /> : <AppOrder id={id} />;
}

function MyOrders() {
  const t = useText(text);
  const navigate = useNavigate();
  const { company } = useSession();
  const { ProjectId } = useProject();
  const mayReport = useMay('repairWork');
  const [isMine, showMine] = useState(true);
  const [isReporting, report] = useState(false);
  const page = useCall(
    'getNewRepairActivePage',
    {
      query: { pageIndex: 1, pageSize: 50 },
      body: { CompanyId: company.CompanyId, Status: [...openRepairStatuses], ...(isMine ? { IsMy: true } : {}) },
    },
    { scope: 'company', refetchInterval: pollMs },
  );
  return (
    <div className="repair-app">
      <div className="repair-app-head">
        <Segmented
          block
          aria-label={t.view}
          value={isMine ? 'mine' : 'all'}
          onChange={(value) => showMine(value === 'mine')}
          options={[
            { value: 'mine', label: t.mine },
            { value: 'all', label: t.allOpen },
          ]}
        />
      </div>
      {page.error && !page.data ? (
        <ErrorState error={page.error} onRetry={() => void page.refetch()} />
      ) : !page.data ? (
        <ListSkeleton />
      ) : page.data.Data.length === 0 ? (
        <EmptyState title={t.noneMine} hint={t.noneHint} />
      ) : (
        <ul className="repair-app-list">
          {page.data.Data.map((order) => (
            <li key={order.RepairId}>
              <RepairCard order={order} askedAt={page.dataUpdatedAt} to={links.repairApp(order.RepairId)} />
            </li>
          ))}
        </ul>
      )}
      {mayReport ? (
        <div className="repair-thumb">
          <Button type="primary" className="repair-thumb-main" onClick={() => report(true)}>
            {t.report}
          </Button>
        </div>
      ) : null}
      {isReporting ? (
        <ReportDialog
          about={{ projectId: ProjectId }}
          isApp
          onClose={() => report(false)}
          onDone={({ RepairId }) => navigate(links.repairApp(RepairId))}
        />
      ) : null}
    </div>
  );
}

function AppOrder({ id }: { id: number }) {
  const detail = useCall('queryRepairAcitve', { query: { id } }, { scope: 'company', refetchInterval: pollMs });
  if (detail.error && !detail.data) return <ErrorState error={detail.error} onRetry={() => void detail.refetch()} />;
  if (!detail.data) return <PageSkeleton />;
  return <AppDetails order={detail.data} askedAt={detail.dataUpdatedAt} />;
}

function AppDetails({ order, askedAt }: { order: RepairDetail; askedAt: number }) {
  const t = useText(text);
  const waits = useText(waitsFor);
  const inWords = useBilingual();
  const dates = useDates();
  const now = useNow(60_000);
  const navigate = useNavigate();
  const [taking, take] = useState<RepairAction | null>(null);
  const [next] = leadingActions(order);
  const others = order.ActionList.filter((action) => action !== next);
  const [point] = order.PointList;
  const { Latitude, Longitude } = order.Site;
  const after = (done: RepairDetail | null) => {
    if (done === null) navigate(links.repairApp(), { replace: true });
    else if (done.RepairId !== order.RepairId) navigate(links.repairApp(done.RepairId));
  };
  return (
    <div className="repair-app">
      <div className="repair-app-bar">
        <Link to={links.repairApp()} aria-label={t.mine} className="repair-app-back">
          <LeftOutlined />
        </Link>
        <b>{orderNumber(order, t.draft)}</b>
        <span className="repair-grow" />
        {others.length > 0 ? (
          <Dropdown
            trigger={['click']}
            menu={{
              items: others.map((action) => ({ key: action, label: inWords(repairActions[action]) })),
              onClick: ({ key }) => take(key as RepairAction),
            }}
          >
            <Button type="text" icon={<MoreOutlined />} aria-label={t.more} className="repair-app-more" />
          </Dropdown>
        ) : null}
      </div>
      <div className="repair-app-part">
        <p className="repair-app-tags">
          <SeverityMark level={order.Level} variant="tag" /> <StatusTag status={order.Status} />
          <span className="repair-grow" />
          <span className="repair-muted">{order.RepairUserName ?? t.nobody}</span>
        </p>
        <h2>{orderTitle(order)}</h2>
        <p className="repair-muted">
          {order.ProjectName}
          {order.Area ? ` · ${order.Area}` : ''} ·{' '}
          {t.reportedAt(order.ApplicantName, atMinute(dates, order.CreateTime, now))}
        </p>
        <p>{waits[statusNames[order.Status]]}</p>
        <MaintenanceWords order={order} />
      </div>
      <ClockStrip order={order} askedAt={askedAt} />
      {point ? (
        <div className="repair-app-part">
          <b>{point.PointName}</b>
          <RepairCurve order={order} pointId={point.PointId} />
        </div>
      ) : null}
      {order.IsOffer ? <p className="repair-muted">{t.offered}</p> : <Journal repairId={order.RepairId} />}
      <div className="repair-thumb">
        {order.ContactPhone ? (
          <a
            className="repair-thumb-small"
            href={`tel:${order.ContactPhone}`}
            aria-label={t.callTo(order.ContactPhone)}
          >
            {t.phone}
          </a>
        ) : null}
        {Latitude === null || Longitude === null ? null : (
          <a className="repair-thumb-small" href={`geo:${Latitude},${Longitude}`}>
            {t.navigate}
          </a>
        )}
        {next ? (
          <StepButton action={next} order={order} type="primary" className="repair-thumb-main" onDone={after} />
        ) : (
          <span className="repair-muted repair-thumb-none">{t.nothingToDo}</span>
        )}
      </div>
      {taking ? <StepDialog action={taking} order={order} onClose={() => take(null)} onDone={after} /> : null}
    </div>
  );
}
