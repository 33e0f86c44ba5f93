import {
  contactChannels,
  type EventRow,
  eventSystems,
  eventTypes,
  notSentReasons,
  sendStates,
} from '@watchpost/contract';
import { Button, Descriptions, Modal, Table } from 'antd';
import { Link } from 'react-router';
import { useDates } from '../lib/dates.ts';
import { useText } from '../lib/defineText.ts';
import { useBilingual } from '../lib/language.ts';
import { links } from '../lib/links.ts';
import { daysUntil, useToday } from '../ui/days/index.ts';
import './eventNotices.css';
import { EventState, happensOnce } from './EventState.tsx';
import { text } from './text.ts';

/** One event: since when, what is known, and who was told by what with what outcome. Mount it to show it. */
export function EventDialog({ event, onClose }: { event: EventRow; onClose: () => void }) {
  const t = useText(text);
  const inWords = useBilingual();
  const dates = useDates();
  const today = useToday();
  const { SubjectType: kind, SubjectId, ProjectId } = event;
  const minutes = Math.round(event.ContinuedTime / 60);
  return (
    <Modal
      open
      className="event-dialog"
      width={640}
      title={inWords(eventTypes[event.EventType])}
      onCancel={onClose}
      footer={<Button onClick={onClose}>{t.close}</Button>}
    >
      <Descriptions
        size="small"
        column={1}
        items={[
          { key: 'about', label: t.about, children: event.SubjectName },
          { key: 'project', label: t.project, children: event.ProjectName },
          { key: 'system', label: t.system, children: inWords(eventSystems[event.SystemType]) },
          { key: 'state', label: t.state, children: <EventState event={event} /> },
          { key: 'began', label: t.began, children: dates.dateTime(event.StartEPOCH) },
          ...(happensOnce(event)
            ? []
            : [
                {
                  key: 'ended',
                  label: t.ended,
                  children: event.RecoverEPOCH === null ? '–' : dates.dateTime(event.RecoverEPOCH),
                },
                {
                  key: 'lasted',
                  label: t.lasted,
                  children: minutes < 120 ? t.minutes(minutes) : t.hours(Math.round(minutes / 60)),
                },
              ]),
          ...(event.Describe ? [{ key: 'says', label: t.says, children: event.Describe }] : []),
        ]}
      />
      {kind === 'gateway' || kind === 'card' ? (
        <Link to={links.gateway(SubjectId, ProjectId)}>{t.toGateway}</Link>
      ) : null}
      {kind === 'slave' ? <Link to={links.slave(SubjectId, ProjectId)}>{t.toSlave}</Link> : null}
      {kind === 'repairOrder' ? <Link to={links.repair(SubjectId, ProjectId)}>{t.toOrder}</Link> : null}
      {kind === 'energyBaseline' ? (
        // The deviation began before it was found.
        <Link to={links.energyOfDays(ProjectId, daysUntil(today, 60))}>{t.toPerformance}</Link>
      ) : null}
      {kind === 'prepaidAccount' || kind === 'switchOrder' || event.EventType === 'tripsDisarmed' ? (
        <Link to={links.prepaidMeters(ProjectId)}>{t.toPrepaid}</Link>
      ) : null}
      {kind === 'scheduleJob' ? <Link to={links.scheduledTasks}>{t.toTasks}</Link> : null}
      <h3>{t.toldWhom}</h3>
      {event.ToldList.length === 0 ? (
        <p>{t.toldNobody}</p>
      ) : (
        <Table
          size="small"
          pagination={false}
          scroll={{ x: 480 }}
          rowKey={(row) => `${row.UserName} ${row.Channel} ${row.IsRecovery}`}
          dataSource={[...event.ToldList]}
          columns={[
            { title: t.person, dataIndex: 'UserName' },
            { title: t.by, key: 'by', render: (_, row) => inWords(contactChannels[row.Channel]) },
            { title: t.ofWhat, key: 'of', render: (_, row) => (row.IsRecovery ? t.ofRecovery : t.ofStart) },
            {
              title: t.state,
              key: 'state',
              render: (_, row) => {
                const state = inWords(sendStates[row.State as keyof typeof sendStates] ?? sendStates.sent);
                const reason = row.Reason === null ? null : notSentReasons[row.Reason as keyof typeof notSentReasons];
                return reason ? `${state} · ${inWords(reason)}` : state;
              },
            },
            { title: t.toldAt, key: 'at', render: (_, row) => dates.dateTime(row.SendEPOCH) },
          ]}
        />
      )}
    </Modal>
  );
}
