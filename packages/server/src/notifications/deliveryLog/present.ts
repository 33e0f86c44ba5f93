import { type Language, notSentReasons, type PushLogRow as Row, sendStates } from '@watchpost/contract';
import { inLanguage } from '../../platform/inLanguage.ts';
import { hiddenMobile } from '../../platform/phoneNumber.ts';
import type { PushLogRow } from './pushLog.store.ts';

/** What became of a message, in words. */
function explained({ state, reason, detail, answered_at, alarm_count }: PushLogRow, language: Language): string {
  const parts = [
    reason === null ? null : notSentReasons[reason][language],
    state === 'failed' || state === 'waiting' || state === 'skipped' ? detail : null,
    answered_at === null ? null : language === 'zh' ? '已从手机确认' : 'Acknowledged from the phone',
    alarm_count > 1
      ? language === 'zh'
        ? `共 ${alarm_count} 条报警合并为一条发送`
        : `One message for ${alarm_count} alarms`
      : null,
  ];
  return parts.filter(Boolean).join(language === 'zh' ? '；' : '; ');
}

/**
 * @param readsContacts whether phone numbers are shown whole
 * @param seesAll whether the reader may see every alarm of its message
 */
export const presentPush = (
  row: PushLogRow,
  language: Language,
  { readsContacts, seesAll }: { readsContacts: boolean; seesAll: boolean },
): Row => ({
  PushLogId: row.id,
  AlarmId: row.alarm_id,
  UserId: row.user_id,
  UserName: row.user_name,
  Mobile: row.mobile === null || readsContacts ? row.mobile : hiddenMobile(row.mobile),
  PushType: row.push_type,
  Level: row.severity,
  SendTime: row.sent_at?.getTime() ?? null,
  CreateTime: row.created_at.getTime(),
  ReceiptTime: row.receipt_at?.getTime() ?? null,
  SendStatus: row.sent_at !== null,
  ReceiptStatus: row.state === 'delivered',
  IsRead: row.state === 'read',
  State: row.state,
  StateName: sendStates[row.state][language],
  Reason: row.reason,
  Explain: explained(row, language),
  Attempts: row.attempts ?? 0,
  LastAnswer: row.detail,
  // A notification that was left out, or still waits, is part of no message.
  AlarmCount: Math.max(1, row.alarm_count),
  // Without a view of all its alarms, the reader gets the text of this one. The code that confirms stays with the recipient.
  Content: (row.body !== null && seesAll ? row.body : inLanguage(row.text_zh, row.text_en, language)).replace(
    /(?<=回复 |Reply )\d{4,6}/g,
    '••••',
  ),
  ProjectName: inLanguage(row.project_name, row.project_name_en, language),
  ModelTreeName: inLanguage(row.device_name, row.device_name_en, language),
  PointName: inLanguage(row.subject_name, row.subject_name_en, language),
});
