import type { Bilingual } from '@watchpost/contract';

/** A notification about an alarm, before its recipients are known. */
export interface Announcement {
  readonly alarmId: number;
  readonly projectId: number;
  readonly severity: number;
  readonly pushType: number;
  /** One message a person, channel and step, however often this is repeated. */
  readonly step: string;
  readonly text: Bilingual;
  /** Only to people who have a message about this alarm already, at the severity of that message. */
  readonly previouslyNotifiedOnly: boolean;
  /** Step of the escalation, for contacts of that step alone; absent or 0: the first, also for those who look at alarms. */
  readonly ladderStep?: number;
  /** Not before; absent: at once. */
  readonly dueAt?: Date;
}
