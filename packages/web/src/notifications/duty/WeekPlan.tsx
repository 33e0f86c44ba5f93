import type { DutyPlan, DutyTurn } from '@watchpost/contract';
import { dayMs } from '@watchpost/contract';
import { useText } from '../../lib/defineText.ts';
import { weekdayText } from '../text.ts';
import { text } from './text.ts';

export const dayAfter = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10);

/** Seven days with whose turn it is in each. */
export function WeekPlan({ plan }: { plan: DutyPlan }) {
  const t = useText(text);
  const weekdays = useText(weekdayText);
  const kinds = new Map(plan.DayList.map((day) => [day.Day, day]));
  const names = new Map(plan.RotaList.map(({ RotaId, RotaName }) => [RotaId, RotaName]));
  const byDay = Map.groupBy(plan.TurnList, ({ Day }) => Day);
  // The morning of a night of Sunday that somebody else takes belongs to the week, too.
  const beyond = [...byDay.keys()].filter((day) => day > dayAfter(plan.Monday, 6));
  const days = [...Array.from({ length: 7 }, (_, n) => dayAfter(plan.Monday, n)), ...beyond];
  return (
    <div className="duty-week">
      {days.map((day, index) => {
        const kind = kinds.get(day);
        const weekday = weekdays[((index % 7) + 1) as 1];
        return (
          <section key={day} className={day === plan.Today ? 'duty-day duty-day-today' : 'duty-day'}>
            <h3>
              {weekday} <span className="tabular">{day.slice(5)}</span>
              {kind ? (
                <small>
                  {kind.CountsAs === 8 ? t.holiday : t.like(weekdays[kind.CountsAs as 1])} {kind.DayName}
                </small>
              ) : null}
            </h3>
            <ul>
              {(byDay.get(day) ?? []).map((turn) => (
                <Turn
                  key={`${turn.RotaId} ${turn.FromEPOCH} ${turn.UserName} ${turn.InsteadOf}`}
                  turn={turn}
                  rota={names.get(turn.RotaId) ?? ''}
                />
              ))}
            </ul>
          </section>
        );
      })}
    </div>
  );
}

function Turn({ turn, rota }: { turn: DutyTurn; rota: string }) {
  const t = useText(text);
  const isNextDay = turn.Until <= turn.From;
  return (
    <li className={turn.IsNow ? 'duty-turn duty-turn-now' : 'duty-turn'}>
      <b className={turn.UserName === null ? 'duty-nobody' : undefined}>
        {turn.UserName ?? t.nobody}
        {turn.IsNow ? ` · ${t.now}` : ''}
      </b>
      <span className="tabular">
        {turn.From}–{turn.Until}
        {isNextDay ? ` ${t.nextDay}` : ''}
      </span>
      {turn.InsteadOf === null ? null : (
        <small>{turn.UserName === null ? t.away(turn.InsteadOf) : t.insteadOf(turn.InsteadOf)}</small>
      )}
      <small>{rota}</small>
    </li>
  );
}
