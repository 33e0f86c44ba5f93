import type { Bilingual } from '@watchpost/contract';

/** Something to tell about an alarm, before anybody is looked up. */
export interface Announcement {
  readonly alarmId: number;
  readonly projectId: number;
  readonly severity: number;
  readonly pushType: number;
  /** One message a person, channel and step, however often this is repeated. */
  readonly step: string;
  readonly text: Bilingual;
  /** Only to whoever has a message about this alarm already, at the severity that he was told of. */
  readonly previouslyNotifiedOnly: boolean;
  /** Step of the ladder, for contacts of that step alone; absent or 0: the first, for those who look at alarms, too. */
  readonly ladderStep?: number;
  /** Not before; absent: at once. */
  readonly dueAt?: Date;
}
