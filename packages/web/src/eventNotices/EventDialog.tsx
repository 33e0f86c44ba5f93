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
  // What deviates began to do so before it was found.
  const place = placeOf(event, daysUntil(useToday(), 60));
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
      {place ? <Link to={place.to}>{t[place.words]}</Link> : null}
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

/** Where people see to it; null: nowhere of its own. */
function placeOf(
  { EventType, SubjectType, SubjectId, ProjectId, SubjectName }: EventRow,
  lately: { from: string; to: string },
) {
  if (EventType === 'tripsDisarmed') return { to: links.prepaidMeters(ProjectId), words: 'toPrepaid' } as const;
  switch (SubjectType) {
    case 'gateway':
    case 'card':
      return { to: links.gateway(SubjectId, ProjectId), words: 'toGateway' } as const;
    case 'slave':
      return { to: links.slave(SubjectId, ProjectId), words: 'toSlave' } as const;
    case 'repairOrder':
      return { to: links.repair(SubjectId, ProjectId), words: 'toOrder' } as const;
    case 'waybill':
      return { to: links.waybill(SubjectId, ProjectId), words: 'toWaybill' } as const;
    case 'waybillStop':
    case 'waybillTag':
      return { to: links.waybills, words: 'toWaybills' } as const;
    case 'vehicle':
      return { to: links.car(SubjectId, ProjectId), words: 'toVehicle' } as const;
    case 'energyMeter': {
      const isOfReadings = EventType === 'energyReadingSuspect' || EventType === 'energyDiffers';
      return { to: links.energySettings(isOfReadings ? 'events' : 'meters', ProjectId), words: 'toEnergy' } as const;
    }
    case 'maintenanceOrder':
      return { to: links.visit(SubjectId), words: 'toVisit' } as const;
    case 'asset':
      return { to: links.assetsNamed(SubjectName, ProjectId), words: 'toAsset' } as const;
    case 'bootEvent':
      return { to: links.bootUnits, words: 'toUnits' } as const;
    case 'energyBaseline':
      return { to: links.energyOfDays(ProjectId, lately), words: 'toPerformance' } as const;
    case 'prepaidAccount':
    case 'switchOrder':
      return { to: links.prepaidMeters(ProjectId), words: 'toPrepaid' } as const;
    case 'certificate':
      return { to: links.proof('certificates', ProjectId), words: 'toCertificates' } as const;
    case 'project':
      if (EventType === 'sealBroken') return { to: links.proof('seals', ProjectId), words: 'toSeals' } as const;
      if (EventType === 'tariffPriceMissing')
        return { to: links.energySettings('tariffs', ProjectId), words: 'toEnergy' } as const;
      return null;
    case 'report':
      return { to: links.reports, words: 'toReports' } as const;
    case 'scheduleJob':
      return { to: links.scheduledTasks, words: 'toTasks' } as const;
    default:
      return null;
  }
}
