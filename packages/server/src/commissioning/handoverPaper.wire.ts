import {
  type Bilingual,
  type DebugOrderDetail,
  debugCheckStates,
  debugChecks,
  debugStatuses,
  handoverRoleNames,
  handoverRoles,
  type Language,
  sendStates,
  testChannels,
} from '@watchpost/contract';
import { drawFacts, drawRows, ReportDocument, type RowCell } from '../dataDownload/index.ts';
import { localOfEpoch } from '../platform/zonedTime.ts';
import { bytesOf, drawSignatures } from '../work/index.ts';

// biome-ignore format: a table is read by columns
const words = {
  title: { zh: '调试交接单', en: 'Handover' },
  number: { zh: '工单编号', en: 'Order' },
  project: { zh: '项目', en: 'Project' },
  installer: { zh: '安装单位', en: 'Installer' },
  machine: { zh: '机型', en: 'Machine type' },
  person: { zh: '调试人员', en: 'Commissioning engineer' },
  planned: { zh: '计划时间', en: 'Planned' },
  address: { zh: '地址', en: 'Address' },
  hours: { zh: '工时（预计 / 实际）', en: 'Hours (estimated / actual)' },
  status: { zh: '状态', en: 'Status' },
  finished: { zh: '完成时间', en: 'Finished' },
  launched: { zh: '投运', en: 'In service since' },
  note: { zh: '备注', en: 'Note' },
  notDone: { zh: '工单尚未完成，检查表为当前状态', en: 'The order is not done: the checklist is as it stands now' },
  checklist: { zh: '检查表', en: 'Checklist' },
  item: { zh: '检查项', en: 'Item' },
  required: { zh: '必检', en: 'Required' },
  result: { zh: '结果', en: 'Result' },
  of: { zh: '正常 / 总数', en: 'Good / of' },
  faulty: { zh: '未通过', en: 'Not good' },
  by: { zh: '确认人与时间', en: 'By, at' },
  remark: { zh: '说明', en: 'Note' },
  yes: { zh: '是', en: 'Yes' },
  tests: { zh: '通知测试', en: 'Test messages' },
  contact: { zh: '通知人', en: 'Contact' },
  way: { zh: '方式', en: 'By' },
  at: { zh: '测试时间', en: 'Tested at' },
  untested: { zh: '未测试', en: 'Not tested' },
  signatures: { zh: '签字', en: 'Signatures' },
  made: { zh: '生成于', en: 'Made' },
} as const satisfies Record<string, Bilingual>;

/** The handover of a commissioned project as A4 pages, in the reader's language. @returns a PDF */
export function handoverPaper(
  order: DebugOrderDetail,
  { language, timeZone, madeAt }: { language: Language; timeZone: string; madeAt: number },
): Promise<Buffer> {
  const t = (entry: Bilingual): string => entry[language];
  const local = (epochMs: number): string => localOfEpoch(epochMs, timeZone).slice(0, 16);
  const title = `${t(words.title)} ${order.OrderNumber} · ${order.ProjectName}`;
  const document = new ReportDocument({ language, title, madeAt: new Date(madeAt) });
  document.text(title, { size: 16, strong: true, gap: 8 });
  const hours = [order.EstimatedHours, order.ActualHours];
  drawFacts(document, [
    [t(words.number), order.OrderNumber],
    [t(words.project), order.ProjectName],
    [t(words.installer), order.InstallUnit],
    [t(words.machine), order.MachineType],
    [t(words.person), order.DebugPersonName],
    [
      t(words.planned),
      order.PlannedFrom || order.PlannedTo ? `${order.PlannedFrom ?? '–'} – ${order.PlannedTo ?? '–'}` : '',
    ],
    [t(words.address), [order.Region, order.Address].filter(Boolean).join(' ')],
    [t(words.hours), hours.every((hour) => hour === null) ? '' : hours.map((hour) => hour ?? '–').join(' / ')],
    [t(words.status), t(debugStatuses[order.Status])],
    [t(words.finished), order.FinishEpoch === null ? '' : local(order.FinishEpoch)],
    [
      t(words.launched),
      order.LaunchEpoch === null
        ? ''
        : [local(order.LaunchEpoch), order.LaunchName, order.LaunchReason].filter(Boolean).join(' · '),
    ],
    [t(words.note), order.Note],
  ]);
  if (order.Status !== 'done') document.text(t(words.notDone), { strong: true });
  document.heading(t(words.checklist), 12);
  drawRows(
    document,
    [
      { title: t(words.item), width: 34 },
      { title: t(words.required), width: 11 },
      { title: t(words.result), width: 12 },
      { title: t(words.of), width: 13 },
      { title: t(words.faulty), width: 22 },
      { title: t(words.by), width: 24 },
      { title: t(words.remark), width: 24 },
    ],
    order.ItemList.map((item): RowCell[] => {
      const check = debugChecks[item.Check];
      const state = t(debugCheckStates[item.State]);
      const who = item.WaiveName ?? item.TickName;
      return [
        t(check),
        check.required ? t(words.yes) : '',
        item.State === 'open' && check.required ? { text: state, bad: true } : state,
        item.Total === null ? '' : `${item.Good} / ${item.Total}`,
        item.FaultyList.join(', '),
        [who, item.TickEpoch === null || item.WaiveName !== null ? null : local(item.TickEpoch)]
          .filter((part) => part !== null)
          .join('\n'),
        item.WaiveReason || item.Note,
      ];
    }),
  );
  if (order.ContactList.length > 0) {
    document.heading(t(words.tests), 12);
    drawRows(
      document,
      [
        { title: t(words.contact), width: 30 },
        { title: t(words.way), width: 15 },
        { title: t(words.result), width: 30 },
        { title: t(words.at), width: 25 },
      ],
      order.ContactList.map(({ UserName, Channel, TestEpoch, State, Reason }) => [
        UserName,
        t(testChannels[Channel]),
        TestEpoch === null
          ? t(words.untested)
          : [State === null ? '' : t(sendStates[State]), Reason].filter((part) => part !== '').join(', '),
        TestEpoch === null ? '' : local(TestEpoch),
      ]),
    );
  }
  document.heading(t(words.signatures), 12, 110);
  const signed = new Map(order.SignatureList.map((signature) => [signature.Role, signature]));
  drawSignatures(
    document,
    handoverRoleNames.map((role) => {
      const signature = signed.get(role);
      return {
        role: t(handoverRoles[role]),
        name: signature?.Name ?? '',
        path: signature?.Path ?? null,
        words: signature ? `${local(signature.Epoch)} · ${signature.UserName}` : '',
      };
    }),
    language,
  );
  document.end(`${title} · ${t(words.made)} ${local(madeAt)} ${timeZone}`);
  return bytesOf(document);
}
