import type { TemplateRow } from '../templates/template.store.ts';
import type { VisitPaper } from './visitPaper.wire.ts';

/** The report of a template as it is being worked on: everything that is asked, nothing answered. */
export const previewOf = ({ id, name, draft, n }: TemplateRow, timeZone: string, now: number): VisitPaper => ({
  order: {
    ...{ ContractName: '', ProjectName: '', TeamName: '', NominalDate: '', PlannedDate: '', State: 'planned' },
    ...{
      AssigneeName: null,
      DoneEpoch: null,
      BadCount: 0,
      Reason: '',
      ConfirmReason: '',
      ConfirmName: null,
      PlanName: null,
      HoldsList: [],
      DeviceId: null,
    },
    ...{ PhotoList: [], SignatureList: [], MaintenanceList: [] },
    SheetList: [
      { TemplateId: id, TemplateName: name, Revision: n ?? 0, GroupList: draft, AnswerList: [], ReadingList: [] },
    ],
  },
  ...{ isPreview: true, photos: new Map(), curves: [], day: { from: now, to: now }, timeZone, madeAt: now },
});
