import type { Language, PreAlarm } from '@watchpost/contract';
import { inLanguage } from '../platform/inLanguage.ts';
import type { WarningRow } from './list.store.ts';
import { unitOfKind, warningText } from './warningText.ts';

export function presentWarning(row: WarningRow, language: Language): PreAlarm {
  const unit = unitOfKind(row.kind, row.unit);
  return {
    ID: row.id,
    ProjectId: row.project_id,
    ProjectName: inLanguage(row.project_name, row.project_name_en, language),
    Area: row.area_name === null ? null : inLanguage(row.area_name, row.area_name_en, language),
    Mtid: row.device_id,
    MName: inLanguage(row.device_name, row.device_name_en, language),
    PointId: row.point_id,
    PointName: inLanguage(row.point_name, row.point_name_en, language),
    Content: warningText({
      kind: row.kind,
      value: row.value,
      likeValue: row.like_value,
      likeCount: row.like_count,
      pastValue: row.past_value,
      limit: row.limit_value,
      unit: row.unit,
      decimals: row.decimals,
    })[language],
    Level: row.severity,
    Type: row.kind,
    StartEPOCH: row.started_at.getTime(),
    SeenEPOCH: row.seen_at.getTime(),
    EndEPOCH: row.ended_at?.getTime() ?? null,
    EndReason: row.end_reason,
    Value: row.value,
    LikeValue: row.like_value,
    LikeCount: row.like_count,
    PastValue: row.past_value,
    Unit: unit[language],
    LimitValue: row.limit_value,
    ExpectedEPOCH: row.expected_at?.getTime() ?? null,
    ExpectedFromEPOCH: row.expected_from?.getTime() ?? null,
    ExpectedToEPOCH: row.expected_to?.getTime() ?? null,
    EvidenceFromEPOCH: row.evidence_from.getTime(),
    EvidenceToEPOCH: row.evidence_to.getTime(),
    Feedback: row.feedback,
    FeedbackRemark: row.remark,
    FeedbackName: row.feedback_name,
    FeedbackEPOCH: row.feedback_at?.getTime() ?? null,
  };
}
