import type { Ids } from '../equippedCompany.ts';
import type { Samples } from '../sampleValues.ts';

const pushes = ({ projectId, alarmId, pointId, userId }: Ids) => ({
  ProjectId: projectId,
  AlarmId: alarmId,
  PointId: pointId,
  UserIdList: [userId],
  PushTypeList: [0, 1, 2, 3],
  SendStatus: true,
});

export const samplesOfNotifications: Samples = {
  exportSmsPushInfoList: (ids) => ({ body: pushes(ids) }),
  getAppPushLogPage: (ids) => ({ body: { ...pushes(ids) } }),
  getAppPushLogUserDropdownList: (ids) => ({ body: pushes(ids) }),
  getCallPushLogPage: (ids) => ({ body: { ...pushes(ids) } }),
  getCallPushLogUserDropdownList: (ids) => ({ body: pushes(ids) }),
  getSmsPushLogPage: (ids) => ({ body: { ...pushes(ids) } }),
  getSmsPushLogUserDropdownList: (ids) => ({ body: pushes(ids) }),
  saveDutyRota: ({ rotaId, userId }) => ({
    body: {
      RotaId: rotaId,
      LevelList: [1, 2],
      ShiftList: [
        {
          UserId: userId,
          WeekdayList: [1, 7],
          From: '20:00',
          Until: '08:00',
          EveryWeeks: 2,
          FirstWeek: '2026-01-05',
          OnHolidays: 'never' as const,
        },
      ],
    },
  }),
  saveAbsence: ({ absenceId }) => ({ body: { AbsenceId: absenceId, UntilDay: '2990-05-03', Remarks: 'Longer' } }),
  getSubstituteGaps: ({ userId }) => ({ query: { SubstituteId: userId } }),
  saveWebhook: ({ webhookId }) => ({ body: { WebhookId: webhookId, LevelList: [1, 2], NewSecret: true } }),
  saveCalendarDays: () => ({
    body: { OfCompany: true, FromDay: '2990-10-01', UntilDay: '2990-10-03', CountsAs: 8, DayName: 'National Day' },
  }),
  updateContactSetting: () => ({
    body: {
      Language: 'en',
      QuietFrom: '22:00',
      QuietUntil: '07:00',
      QuietWeekdayList: [1, 2, 3, 4, 5],
      QuietLevelList: [2, 3],
    },
  }),
  readAlarmPlayScreen: ({ popupId }) => ({ body: [popupId] }),
};
