import {
  type CustomerDetail,
  customerEventKinds,
  customerStates,
  customerWorkKinds,
  customerWorkMax,
  lostReasons,
} from '@watchpost/contract';
import { Button } from 'antd';
import dayjs from 'dayjs';
import type { ReactNode } from 'react';
import { Link, useSearchParams } from 'react-router';
import { useDates } from '../lib/dates.ts';
import { useText } from '../lib/defineText.ts';
import { distinctKeys } from '../lib/distinctKeys.ts';
import { idInAddress } from '../lib/idInAddress.ts';
import { useBilingual } from '../lib/language.ts';
import { links } from '../lib/links.ts';
import { dash, formatNumber } from '../lib/numbers.ts';
import { useMay } from '../lib/session.ts';
import { useCall } from '../lib/useCall.ts';
import { useDialog } from '../ui/form/index.ts';
import { EmptyState, ErrorState, PageSkeleton, WordTag } from '../ui/index.ts';
import { CustomerDialog } from './CustomerDialog.tsx';
import { CustomerDocuments } from './CustomerDocuments.tsx';
import './customers.css';
import { HealthPanel } from './HealthPanel.tsx';
import { isGoodState, LostDialog, RenewDialog, UndoRenewalDialog, useUndoLost } from './RenewDialog.tsx';
import { customerText } from './text.ts';

/** One customer: profile, projects and the course of its service. Route /customerProfileManage/detail. */
export function CustomerPage() {
  const t = useText(customerText);
  const [params] = useSearchParams();
  const id = idInAddress(params, 'id');
  const customer = useCall('getCustomer', id === null ? null : { query: { customerId: id } }, { scope: 'company' });
  if (id === null) return <EmptyState title={t.noneChosen} action={<Link to={links.customers}>{t.back}</Link>} />;
  if (customer.data) return <Customer of={customer.data} />;
  if (customer.error) return <ErrorState error={customer.error} onRetry={() => void customer.refetch()} />;
  return <PageSkeleton />;
}

function Customer({ of: customer }: { of: CustomerDetail }) {
  const t = useText(customerText);
  const inWords = useBilingual();
  const dialog = useDialog();
  const mayEdit = useMay('customerProfiles');
  const mayRenew = useMay('customerRenew');
  const undoLost = useUndoLost();
  const renewal = customer.UndoableRenewal;
  const facts: [string, ReactNode][] = [
    [t.contract, customer.ContractNumber],
    [t.start, customer.StartDate],
    [t.end, `${customer.EndDate}${customer.State === 'lost' ? '' : ` · ${t.daysLeft(customer.DaysLeft)}`}`],
    [t.years, customer.MonitoringYears],
    [t.place, [customer.Province, customer.City].filter(Boolean).join(' ')],
    [t.provider, customer.ServiceProvider],
    [t.controlledOf, customer.Controlled ? t.controlled : t.uncontrolled],
    [t.fee, customer.YearlyFee === null ? null : formatNumber(customer.YearlyFee, 2)],
    [t.openAlarms, customer.OpenAlarmCount],
    ...customer.ContactList.map(({ Name, Mobile, Email }): [string, ReactNode] => [
      t.contactOf(Name),
      [Mobile, Email].filter(Boolean).join(' · '),
    ]),
    [t.note, customer.Note],
  ];
  return (
    <>
      <header className="customer-head">
        <h1>{customer.ShopName}</h1>
        <WordTag good={isGoodState[customer.State]} words={inWords(customerStates[customer.State])} />
        <div className="customer-actions">
          {mayRenew ? (
            <Button
              type="primary"
              onClick={() => dialog.open(<RenewDialog customer={customer} onClose={dialog.close} />)}
            >
              {t.renew}
            </Button>
          ) : null}
          {mayRenew && renewal ? (
            <Button
              onClick={() =>
                dialog.open(<UndoRenewalDialog customer={customer} renewal={renewal} onClose={dialog.close} />)
              }
            >
              {t.undoRenewal}
            </Button>
          ) : null}
          {mayRenew && (customer.State === 'due' || customer.State === 'expired') ? (
            <Button onClick={() => dialog.open(<LostDialog customer={customer} onClose={dialog.close} />)}>
              {t.lost}
            </Button>
          ) : null}
          {mayRenew && customer.State === 'lost' ? (
            <Button onClick={() => undoLost(customer.CustomerId)}>{t.undoLost}</Button>
          ) : null}
          {mayEdit ? (
            <Button onClick={() => dialog.open(<CustomerDialog present={customer} onClose={dialog.close} />)}>
              {t.edit}
            </Button>
          ) : null}
        </div>
      </header>
      <section className="customer-panel" aria-label={t.profile}>
        <h2>{t.profile}</h2>
        <dl className="customer-facts">
          {distinctKeys(facts, ([name]) => name).map(([key, [name, value]]) => (
            <div key={key}>
              <dt>{name}</dt>
              <dd className="tabular">{value === null || value === '' ? dash : value}</dd>
            </div>
          ))}
        </dl>
      </section>
      <section className="customer-panel" aria-label={t.projects}>
        <h2>{t.projects}</h2>
        {customer.ProjectList.length === 0 ? (
          <p>{t.noProjects}</p>
        ) : (
          <dl className="customer-facts">
            {customer.ProjectList.map(({ ProjectId, ProjectName, ServiceEnd }) => {
              const work = customer.WorkList.find((each) => each.ProjectId === ProjectId);
              return (
                <div key={ProjectId}>
                  <dt>
                    {t.serviceEnds} {ServiceEnd ?? dash}
                  </dt>
                  <dd>
                    <Link to={links.project(ProjectId)}>{ProjectName}</Link>
                  </dd>
                  {work ? <WorkOf of={work} /> : null}
                </div>
              );
            })}
          </dl>
        )}
      </section>
      <HealthPanel score={customer.Health} of={customer.HealthDetail} />
      <CustomerDocuments of={customer} />
      <section className="customer-panel" aria-label={t.course}>
        <h2>{t.course}</h2>
        <Course of={customer} />
      </section>
      {dialog.shown}
    </>
  );
}

/** How many alarms and orders a project has; what is not for the reader is left out. */
function WorkOf({ of: work }: { of: CustomerDetail['WorkList'][number] }) {
  const t = useText(customerText);
  const { ProjectId, OpenAlarmCount, OpenOrderCount, OpenVisitCount, OpenDebugCount } = work;
  const figures: readonly (readonly [string, string] | null)[] = [
    OpenAlarmCount === null ? null : [links.alarmsOfProject(ProjectId), t.alarmsOpen(OpenAlarmCount)],
    OpenOrderCount === null
      ? null
      : [`${links.repairs}?project=${ProjectId}`, t.ordersOpen(OpenOrderCount, work.OrderCount ?? 0)],
    OpenVisitCount === null
      ? null
      : [`${links.visits}?projects=${ProjectId}`, t.visitsOpen(OpenVisitCount, work.VisitCount ?? 0)],
    OpenDebugCount === null
      ? null
      : [`${links.debugOrders}?projects=${ProjectId}`, t.debugOpen(OpenDebugCount, work.DebugCount ?? 0)],
  ];
  return figures.map((figure) =>
    figure === null ? null : (
      <dd key={figure[0]}>
        <Link to={figure[0]}>{figure[1]}</Link>
      </dd>
    ),
  );
}

type WorkEvent = CustomerDetail['WorkEventList'][number];
const addressOf = ({ Kind, TargetId, ProjectId }: WorkEvent): string =>
  ({
    alarm: links.alarm(TargetId, ProjectId),
    repair: links.repair(TargetId, ProjectId),
    maintenance: links.visit(TargetId),
    commissioning: links.debugOrder(TargetId),
  })[Kind];

/** What happened, the newest first: to the service, and in the projects. */
function Course({ of: { EventList: events, WorkEventList: work } }: { of: CustomerDetail }) {
  const t = useText(customerText);
  const inWords = useBilingual();
  const dates = useDates();
  if (events.length + work.length === 0) return <p>{t.noCourse}</p>;
  /** The days without service between an end and the day of a renewal; null: there were none. */
  const gapOf = (end: string, epoch: number): string | null => {
    const days = dayjs(dates.dateTime(epoch).slice(0, 10)).diff(end, 'day') - 1;
    return days > 0 ? t.gapOf(days) : null;
  };
  const saidOf = (event: CustomerDetail['EventList'][number]) =>
    [
      event.FromEnd && event.ToEnd ? t.movedEnd(event.FromEnd, event.ToEnd) : event.ToEnd,
      event.Kind === 'renewed' && event.FromEnd ? gapOf(event.FromEnd, event.Epoch) : null,
      event.ContractNumber,
      event.Amount === null ? null : `¥ ${formatNumber(event.Amount, 2)}`,
      event.LostReason && inWords(lostReasons[event.LostReason]),
      event.Reason,
      event.UserName ?? t.byClock,
    ]
      .filter(Boolean)
      .join(' · ');
  const lines = [
    ...events.map((event) => ({
      epoch: event.Epoch,
      key: `${event.Epoch} ${event.Kind}`,
      said: (
        <>
          <strong>{inWords(customerEventKinds[event.Kind])}</strong> {saidOf(event)}
        </>
      ),
    })),
    ...work.map((event) => ({
      epoch: event.Epoch,
      key: `${event.Kind} ${event.TargetId}`,
      said: (
        <>
          <strong>{inWords(customerWorkKinds[event.Kind])}</strong> <Link to={addressOf(event)}>{event.Text}</Link>
          {[event.IsOpen ? (event.Kind === 'alarm' ? t.active : t.open) : null, event.ProjectName]
            .filter(Boolean)
            .map((part) => ` · ${part}`)}
        </>
      ),
    })),
  ].sort((a, b) => b.epoch - a.epoch);
  return (
    <>
      <ol className="customer-course">
        {distinctKeys(lines, ({ key }) => key).map(([key, { epoch, said }]) => (
          <li key={key}>
            <span className="tabular">{dates.dateTime(epoch)}</span>
            <span>{said}</span>
          </li>
        ))}
      </ol>
      {work.length < customerWorkMax ? null : <p className="customer-more">{t.workCut(customerWorkMax)}</p>}
    </>
  );
}
