import { type RepairOrder, type RepairStatus, repairStatusWords } from '@watchpost/contract';
import { Link } from 'react-router';
import { useDates, useNow } from '../lib/dates.ts';
import { useText } from '../lib/defineText.ts';
import { useBilingual } from '../lib/language.ts';
import { SeverityMark } from '../ui/index.ts';
import { ClockWords } from './ClockWords.tsx';
import './repair.css';
import { leadingActions, orderNumber } from './repairWords.ts';
import { StepButton } from './StepButton.tsx';
import { text } from './text.ts';

const allColumns: readonly RepairStatus[] = [1, 2, 3, 4, 6, 7];

/** Orders as cards under their states; each with the next step of the one who looks. @param columns the states that were asked for */
export function RepairBoard({
  orders,
  columns = allColumns,
  total,
  askedAt,
  linkTo,
}: {
  orders: readonly RepairOrder[];
  columns?: readonly RepairStatus[];
  total: number;
  askedAt: number;
  linkTo: (order: RepairOrder) => string;
}) {
  const t = useText(text);
  const inWords = useBilingual();
  return (
    <>
      <div className="repair-board">
        {columns.map((status) => {
          const those = orders.filter((order) => order.Status === status);
          return (
            <section key={status} className="repair-column" aria-label={inWords(repairStatusWords[status])}>
              <h2>
                {inWords(repairStatusWords[status])} <span className="repair-muted">{those.length}</span>
              </h2>
              <ul>
                {those.map((order) => (
                  <li key={order.RepairId}>
                    <RepairCard order={order} askedAt={askedAt} to={linkTo(order)} />
                  </li>
                ))}
              </ul>
            </section>
          );
        })}
      </div>
      {total > orders.length ? <p className="repair-muted">{t.more10(total - orders.length)}</p> : null}
    </>
  );
}

/** An order in a few lines. */
export function RepairCard({ order, askedAt, to }: { order: RepairOrder; askedAt: number; to: string }) {
  const t = useText(text);
  const dates = useDates();
  const now = useNow(60_000);
  const [next] = leadingActions(order);
  return (
    <article className="repair-card">
      <Link to={to} className="repair-card-link">
        <span className="repair-card-head">
          <SeverityMark level={order.Level} />
          <b>{order.EquipmentName || order.Area || order.ProjectName}</b>
        </span>
        <span className="repair-card-fault">{order.FaultContent}</span>
        <span className="repair-card-meta">
          {orderNumber(order, t.draft)} · {dates.age(order.CreateTime, now)}
        </span>
        <ClockWords order={order} askedAt={askedAt} />
      </Link>
      <span className="repair-card-foot">
        <span className="repair-muted">{order.RepairUserName ?? t.nobody}</span>
        {next ? <StepButton action={next} order={order} size="small" /> : null}
      </span>
    </article>
  );
}
