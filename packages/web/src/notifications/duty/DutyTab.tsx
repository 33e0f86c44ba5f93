import {
  type Absence,
  type CalendarDay,
  type CallName,
  channels,
  type DutyPlan,
  type DutyRota,
  onHolidays,
} from '@watchpost/contract';
import { Button, Space } from 'antd';
import { type ReactNode, useState } from 'react';
import { useAskAgain } from '../../lib/askAgain.ts';
import { useText } from '../../lib/defineText.ts';
import { useBilingual } from '../../lib/language.ts';
import { colon } from '../../lib/punctuation.ts';
import { useCall } from '../../lib/useCall.ts';
import { DeleteDialog, useDialog } from '../../ui/form/index.ts';
import { ErrorState, ListSkeleton, SeverityMark } from '../../ui/index.ts';
import { RowActions } from '../../ui/list/index.ts';
import { weekdayText } from '../text.ts';
import { AbsenceDialog } from './AbsenceDialog.tsx';
import { DaysDialog } from './DaysDialog.tsx';
import './duty.css';
import { RotaDialog } from './RotaDialog.tsx';
import { text } from './text.ts';
import { dayAfter, WeekPlan } from './WeekPlan.tsx';

const callsAboutDuty: readonly CallName[] = ['getDutyPlan', 'getWhoWouldBeCalled'];

/** Who is on call in a project, who is away, and which days are not what the week says. A tab of alarm management. */
export function DutyTab({ projectId }: { projectId: number | null }) {
  const t = useText(text);
  const [week, turnTo] = useState<string | null>(null);
  const loaded = useCall(
    'getDutyPlan',
    projectId === null ? null : { query: { ProjectId: projectId, ...(week === null ? {} : { Day: week }) } },
    { refetchInterval: 60_000, placeholderData: (before) => before },
  );
  if (loaded.isError && !loaded.data) return <ErrorState error={loaded.error} onRetry={() => void loaded.refetch()} />;
  if (projectId === null || !loaded.data) return <ListSkeleton rows={8} />;
  const plan = loaded.data;
  const now = plan.TurnList.filter(({ IsNow }) => IsNow);
  return (
    <div className="duty">
      <section>
        <div className="duty-head">
          <h2>{t.week}</h2>
          <Space.Compact>
            <Button onClick={() => turnTo(dayAfter(plan.Monday, -7))}>{t.before}</Button>
            <Button onClick={() => turnTo(null)}>{t.thisWeek}</Button>
            <Button onClick={() => turnTo(dayAfter(plan.Monday, 7))}>{t.after}</Button>
          </Space.Compact>
        </div>
        {now.length > 0 ? (
          <p>
            {t.onCallNow} <b>{[...new Set(now.map(({ UserName }) => UserName ?? t.nobody))].join(' · ')}</b>
          </p>
        ) : null}
        <p className="duty-note">{t.zone(plan.TimeZone)}</p>
        <WeekPlan plan={plan} />
      </section>
      <Arrangements projectId={projectId} plan={plan} />
    </div>
  );
}

function Arrangements({ projectId, plan }: { projectId: number; plan: DutyPlan }) {
  const t = useText(text);
  const weekdays = useText(weekdayText);
  const inWords = useBilingual();
  const askAgain = useAskAgain(callsAboutDuty);
  const dialog = useDialog();
  const common = { projectId, plan, onClose: dialog.close, onSaved: () => void askAgain() };
  const showRota = (rota: DutyRota | null) => dialog.open(<RotaDialog {...common} rota={rota} />);
  const showAbsence = (absence: Absence | null) => dialog.open(<AbsenceDialog {...common} absence={absence} />);
  const showDays = (day: CalendarDay | null) => dialog.open(<DaysDialog {...common} day={day} />);
  const deletion = { said: t.removed, asks: callsAboutDuty, onClose: dialog.close };
  const removeRota = ({ RotaId, RotaName }: DutyRota) =>
    dialog.open(
      <DeleteDialog
        {...deletion}
        title={t.removeRota(RotaName)}
        call="deleteDutyRota"
        input={{ body: { ProjectId: projectId, RotaId } }}
      />,
    );
  const removeAbsence = ({ AbsenceId, UserName }: Absence) =>
    dialog.open(
      <DeleteDialog
        {...deletion}
        title={t.removeLeave(UserName)}
        call="deleteAbsence"
        input={{ body: { ProjectId: projectId, AbsenceId } }}
      />,
    );
  const mayTouch = ({ OfCompany }: CalendarDay) => (OfCompany ? plan.MayEditCompany : plan.MayEdit);
  return (
    <>
      <Section
        title={t.rotas}
        hint={t.rotasHint}
        none={plan.RotaList.length === 0 ? t.noRotas : null}
        action={plan.MayEdit ? <Button onClick={() => showRota(null)}>{t.addRota}</Button> : null}
      >
        {plan.RotaList.map((rota) => (
          <li key={rota.RotaId} className="duty-row">
            <span>
              <b>{rota.RotaName}</b> {rota.Enabled ? null : `(${t.off})`}
              <small>
                {[
                  rota.ChannelList.map((way) => inWords(channels[way])).join(' · '),
                  rota.Step === 0 ? t.atOnce : t.stepN(rota.Step),
                ].join(' / ')}
              </small>
              {rota.ShiftList.length === 0 ? (
                <small className="duty-nobody">{t.noShifts}</small>
              ) : (
                rota.ShiftList.map((shift) => (
                  <small key={JSON.stringify(shift)}>
                    {[
                      plan.PersonList.find(({ UserId }) => UserId === shift.UserId)?.UserName ?? t.personGone,
                      t.daysOf(
                        shift.WeekdayList.length === 7 ? null : shift.WeekdayList.map((day) => weekdays[day as 1]),
                      ),
                      shift.From === '' ? t.wholeDay : `${shift.From}–${shift.Until}`,
                      ...(shift.EveryWeeks > 1 ? [t.weeks(shift.EveryWeeks)] : []),
                      ...(shift.OnHolidays === 'alike' ? [] : [inWords(onHolidays[shift.OnHolidays])]),
                    ].join(' · ')}
                  </small>
                ))
              )}
            </span>
            <span className="duty-levels">
              {rota.LevelList.map((level) => (
                <SeverityMark key={level} level={level} variant="word" />
              ))}
            </span>
            {plan.MayEdit ? (
              <RowActions
                name={rota.RotaName}
                actions={[
                  { key: 'edit', label: t.edit, inline: true, run: () => showRota(rota) },
                  { key: 'remove', label: t.remove, danger: true, run: () => removeRota(rota) },
                ]}
              />
            ) : null}
          </li>
        ))}
      </Section>
      <div className="duty-columns">
        <Section
          title={t.leave}
          hint={t.leaveHint}
          none={plan.AbsenceList.length === 0 ? t.noLeave : null}
          action={<Button onClick={() => showAbsence(null)}>{t.addLeave}</Button>}
        >
          {plan.AbsenceList.map((absence) => (
            <li key={absence.AbsenceId} className="duty-row">
              <span>
                <b>{absence.UserName}</b>{' '}
                <span className="tabular">
                  {absence.FromDay === absence.UntilDay ? absence.FromDay : `${absence.FromDay} – ${absence.UntilDay}`}
                </span>
                <small>
                  {absence.SubstituteName === null
                    ? t.noSubstitute
                    : `${t.substitute}${colon()}${absence.SubstituteName}`}
                  {absence.ProjectNameList && absence.ProjectNameList.length > 0
                    ? ` · ${t.onlyIn(absence.ProjectNameList.join(t.comma))}`
                    : ''}
                  {absence.CountsHere ? '' : ` · ${t.notHere}`}
                  {absence.Remarks ? ` · ${absence.Remarks}` : ''}
                </small>
              </span>
              {absence.MayEdit ? (
                <RowActions
                  name={absence.UserName}
                  actions={[
                    { key: 'edit', label: t.edit, inline: true, run: () => showAbsence(absence) },
                    { key: 'remove', label: t.remove, danger: true, run: () => removeAbsence(absence) },
                  ]}
                />
              ) : null}
            </li>
          ))}
        </Section>
        <Section
          title={t.calendar}
          hint={t.calendarHint}
          none={plan.DayList.length === 0 ? t.noDays : null}
          action={
            plan.MayEdit || plan.MayEditCompany ? <Button onClick={() => showDays(null)}>{t.setDays}</Button> : null
          }
        >
          {plan.DayList.map((day) => (
            <li key={day.Day} className="duty-row">
              <span>
                <b className="tabular">{day.Day}</b> {day.DayName}
                <small>
                  {day.CountsAs === 8 ? t.holiday : t.like(weekdays[day.CountsAs as 1])} ·{' '}
                  {day.OfCompany ? t.ofCompany : t.ofProject}
                </small>
              </span>
              {mayTouch(day) ? (
                <RowActions
                  name={day.Day}
                  actions={[{ key: 'edit', label: t.edit, inline: true, run: () => showDays(day) }]}
                />
              ) : null}
            </li>
          ))}
        </Section>
      </div>
      {dialog.shown}
    </>
  );
}

function Section({
  title,
  hint,
  none,
  action,
  children,
}: {
  title: string;
  hint: string;
  none: string | null;
  action: ReactNode;
  children: ReactNode;
}) {
  return (
    <section>
      <div className="duty-head">
        <h2>{title}</h2>
        {action}
      </div>
      <p className="duty-note">{hint}</p>
      {none === null ? <ul className="duty-list">{children}</ul> : <p>{none}</p>}
    </section>
  );
}
