import type { TariffSeason } from '@watchpost/contract';

const part = (From: string, To: string, Class: number) => ({ From: minutes(From), To: minutes(To), Class });
const minutes = (clock: string): number => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3));
const everyKind = [1, 2, 3, 4, 5, 6, 7, 8];
const holiday = 8;
const summer = [7, 8];
const otherMonths = [1, 2, 3, 4, 5, 6, 9, 10, 11, 12];
/** Peaks in the morning and the afternoon; in summer a rush hour after noon, on holidays of the other months hardly anything at noon. */
export const tariffSeasons: TariffSeason[] = [
  {
    MonthList: otherMonths,
    DayKindList: everyKind.filter((kind) => kind !== holiday),
    PeriodList: [
      part('00:00', '08:00', 1),
      part('08:00', '11:00', 3),
      part('11:00', '13:00', 2),
      part('13:00', '17:00', 3),
      part('17:00', '24:00', 2),
    ],
  },
  {
    MonthList: otherMonths,
    DayKindList: [holiday],
    PeriodList: [part('00:00', '10:00', 1), part('10:00', '14:00', 5), part('14:00', '24:00', 2)],
  },
  {
    MonthList: summer,
    DayKindList: everyKind,
    PeriodList: [
      part('00:00', '08:00', 1),
      part('08:00', '13:00', 2),
      part('13:00', '15:00', 4),
      part('15:00', '22:00', 3),
      part('22:00', '24:00', 2),
    ],
  },
];
