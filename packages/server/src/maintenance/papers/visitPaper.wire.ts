import {
  type Answer,
  type Bilingual,
  isAnswered,
  judgeAnswer,
  type Language,
  type MaintenanceOrderDetail,
  maintenanceStates,
  notFilledReasons,
  type SheetReading,
  sourceStatistics,
  type TemplateItem,
  visitRoleNames,
  visitRoles,
} from '@watchpost/contract';
import {
  type Curve,
  contentWidth,
  drawAnalog,
  drawFacts,
  drawRows,
  page,
  ReportDocument,
  type RowCell,
} from '../../dataDownload/index.ts';
import { localOfEpoch } from '../../platform/zonedTime.ts';
import { bytesOf, drawPictures, drawSignatures } from '../../work/index.ts';

// biome-ignore format: a table is read by columns
const words = {
  report: { zh: '维保报告', en: 'Maintenance report' },
  preview: { zh: '维保报告预览', en: 'Preview of the maintenance report' },
  previewHint: { zh: '模板预览，无填写内容', en: 'A preview of the template, without answers' },
  project: { zh: '项目', en: 'Project' },
  contract: { zh: '维保合同', en: 'Contract' },
  team: { zh: '维保单位', en: 'Team' },
  assignee: { zh: '维保人员', en: 'Engineer' },
  planned: { zh: '计划日期', en: 'Planned' },
  nominal: { zh: '周期日期', en: 'Day of the cycle' },
  done: { zh: '完成时间', en: 'Finished' },
  state: { zh: '状态', en: 'State' },
  bad: { zh: '异常项', en: 'Bad items' },
  confirmed: { zh: '确认人', en: 'Confirmed by' },
  reason: { zh: '原因', en: 'Reason' },
  notSigned: { zh: '未签字原因', en: 'Why not signed' },
  zone: { zh: '时区', en: 'Time zone' },
  revision: { zh: '版本', en: 'revision' },
  draft: { zh: '草稿', en: 'draft' },
  item: { zh: '检查项', en: 'Item' },
  answer: { zh: '结果', en: 'Answer' },
  should: { zh: '要求', en: 'Should be' },
  source: { zh: '来源与时间', en: 'Source and time' },
  note: { zh: '说明', en: 'Note' },
  yes: { zh: '是', en: 'Yes' },
  no: { zh: '否', en: 'No' },
  asReference: { zh: '与参考一致', en: 'As the reference' },
  deviates: { zh: '不一致', en: 'It deviates' },
  byHand: { zh: '人工填写', en: 'By hand' },
  readWas: { zh: '读数', en: 'Read' },
  check: { zh: '系统检查', en: 'Checked by the system' },
  old: { zh: '{n} 分钟前', en: '{n} min old' },
  hours: { zh: '{n} 小时', en: 'of {n} h' },
  known: { zh: '有效 {n}%', en: '{n}% known' },
  uncertain: { zh: '数据存疑', en: 'uncertain' },
  photos: { zh: '照片', en: 'Photos' },
  ofVisit: { zh: '整单', en: 'The visit' },
  curves: { zh: '当日曲线', en: 'Curves of the day' },
  nothing: { zh: '当日没有数据', en: 'No data on this day' },
  signatures: { zh: '签字', en: 'Signatures' },
  changed: { zh: '签字后内容有变更', en: 'The answers differ from what was signed' },
  hash: { zh: '内容 SHA-256：', en: 'Answers SHA-256: ' },
  made: { zh: '生成于', en: 'Made' },
} as const satisfies Record<string, Bilingual>;

const filled = (words: string, n: number | string): string => words.replace('{n}', String(n));

/** The curve of one point over the day of a visit. */
export interface DayCurve {
  readonly title: string;
  readonly curve: Curve;
}

export interface VisitPaper {
  readonly order: Omit<
    MaintenanceOrderDetail,
    'TeamId' | 'ContractId' | 'ProjectId' | 'OrderId' | 'Overdue' | 'WindowFrom' | 'WindowTo' | 'ActionList'
  >;
  /** Null: a template as it is being worked on. */
  readonly isPreview: boolean;
  /** By their ids, as they are kept. */
  readonly photos: ReadonlyMap<number, Uint8Array | null>;
  readonly curves: readonly DayCurve[];
  /** Of the curves; epoch ms. */
  readonly day: { readonly from: number; readonly to: number };
  readonly timeZone: string;
  readonly madeAt: number;
}

/** The report of a visit as A4 pages, in the reader's language. What people wrote stays in theirs. @returns a PDF */
export async function visitPaper(
  { order, isPreview, photos, curves, day, timeZone, madeAt }: VisitPaper,
  language: Language,
): Promise<Buffer> {
  const t = (entry: Bilingual): string => entry[language];
  const local = (epochMs: number): string => localOfEpoch(epochMs, timeZone).slice(0, 16);
  const title = isPreview
    ? `${t(words.preview)} · ${order.SheetList[0]?.TemplateName ?? ''}`
    : `${t(words.report)} · ${order.ProjectName} ${order.PlannedDate}`;
  const document = new ReportDocument({ language, title, madeAt: new Date(madeAt) });
  document.text(title, { size: 16, strong: true, gap: 8 });
  if (isPreview) document.text(t(words.previewHint), { gap: 8 });
  else
    drawFacts(document, [
      [t(words.project), order.ProjectName],
      [t(words.contract), [order.ContractName, ...order.HoldsList].join(' + ')],
      [t(words.team), order.TeamName],
      [t(words.assignee), order.AssigneeName ?? ''],
      [t(words.planned), order.PlannedDate],
      [t(words.nominal), order.NominalDate === order.PlannedDate ? '' : order.NominalDate],
      [t(words.done), order.DoneEpoch === null ? '' : local(order.DoneEpoch)],
      [t(words.state), t(maintenanceStates[order.State])],
      [t(words.bad), order.DoneEpoch === null ? '' : String(order.BadCount)],
      [t(words.confirmed), order.ConfirmName ?? ''],
      [t(words.reason), order.Reason],
      [t(words.notSigned), order.ConfirmReason],
      [t(words.zone), timeZone],
    ]);

  const placeNames = new Map<string, string>();
  for (const sheet of order.SheetList) {
    document.heading(
      `${sheet.TemplateName} (${isPreview ? t(words.draft) : `${t(words.revision)} ${sheet.Revision}`})`,
      12,
    );
    const answers = new Map(sheet.AnswerList.map((answer) => [`${answer.Group} ${answer.Item}`, answer]));
    const readings = Map.groupBy(sheet.ReadingList, (reading) => `${reading.Group} ${reading.Item}`);
    for (const [group, { GroupName, ItemList }] of sheet.GroupList.entries()) {
      document.heading(GroupName, 10);
      drawRows(
        document,
        [
          { title: t(words.item), width: 26 },
          { title: t(words.answer), width: 24 },
          { title: t(words.should), width: 20 },
          { title: t(words.source), width: 34 },
          { title: t(words.note), width: 18 },
        ],
        ItemList.map((item, place): RowCell[] => {
          const key = `${group} ${place}`;
          placeNames.set(`${sheet.TemplateId} ${key}`, item.Name);
          const answer = answers.get(key);
          const text = answerText(item, answer, t);
          return [
            `${item.Name}${item.Required ? ' *' : ''}`,
            judgeAnswer(item, answer) === false ? { text, bad: true } : text,
            shouldBe(item, t),
            (readings.get(key) ?? [])
              .map((reading) => sourceText(item, answer, reading, { t, local }))
              .filter((line, i, all) => line !== '' && all.indexOf(line) === i)
              .join('\n'),
            answer?.Note ?? '',
          ];
        }),
      );
    }
  }

  if (order.PhotoList.length > 0) {
    document.heading(t(words.photos), 12, 160);
    await drawPictures(
      document,
      order.PhotoList.map(({ PhotoId, TemplateId, Group, Item, UserName, Epoch }) => ({
        content: photos.get(PhotoId) ?? null,
        words: `${TemplateId === null ? t(words.ofVisit) : (placeNames.get(`${TemplateId} ${Group} ${Item}`) ?? '')}\n${UserName} · ${local(Epoch)}`,
      })),
    );
  }
  if (curves.length > 0) {
    document.heading(t(words.curves), 12, 130);
    for (const { title, curve } of curves) {
      document.need(118);
      document.text(title, { strong: true, gap: 6 });
      if (curve.length === 0) {
        document.text(t(words.nothing));
        continue;
      }
      const box = { x: page.margin, y: document.y, width: contentWidth, height: 92 };
      drawAnalog(document, box, { ...day, timeZone, marksAlarms: false }, [curve], []);
      document.y += 102;
    }
  }
  if (!isPreview) {
    document.heading(t(words.signatures), 12, 110);
    const signed = new Map(order.SignatureList.map((signature) => [signature.Role, signature]));
    drawSignatures(
      document,
      visitRoleNames.map((role) => {
        const signature = signed.get(role);
        return {
          role: t(visitRoles[role]),
          name: signature?.Name ?? '',
          path: signature?.Path ?? null,
          words: signature
            ? `${local(signature.Epoch)} · ${signature.UserName}${signature.Matches ? '' : ` · ${t(words.changed)}`}\n${t(words.hash)}${signature.Hash.slice(0, 32)}\n${signature.Hash.slice(32)}`
            : '',
        };
      }),
      language,
    );
  }
  document.end(`${title} · ${t(words.made)} ${local(madeAt)} ${timeZone}`);
  return bytesOf(document);
}

type T = (entry: Bilingual) => string;

/** A number with a real minus. */
const minus = (text: string): string => text.replace(/^-/, '−');

function answerText(item: TemplateItem, answer: Answer | undefined, t: T): string {
  if (!isAnswered(item.Content, item.LineList.length, answer)) return '';
  const unit = item.Unit === '' ? '' : ` ${item.Unit}`;
  switch (item.Content) {
    case 'yesNo':
      return t(answer!.Text === 'yes' ? words.yes : words.no);
    case 'reference':
      return t(answer!.Text === 'ok' ? words.asReference : words.deviates);
    case 'numerical':
      return `${minus(answer!.Text)}${unit}`;
    case 'list':
      return item.LineList.map((row, i) => `${row}: ${minus(answer?.LineList[i] ?? '')}${unit}`).join('\n');
    case 'checklist':
      return item.LineList.map((row) => `${row}: ${t(answer!.LineList.includes(row) ? words.yes : words.no)}`).join(
        '\n',
      );
    default:
      return answer!.Text;
  }
}

function shouldBe(item: TemplateItem, t: T): string {
  const unit = item.Unit === '' ? '' : ` ${item.Unit}`;
  const limits =
    item.Low == null && item.High == null
      ? ''
      : `${minus(String(item.Low ?? '…'))} – ${minus(String(item.High ?? '…'))}${unit}`;
  switch (item.Content) {
    case 'reference':
      return item.Reference;
    case 'yesNo':
      return t(words.yes);
    case 'option':
      return item.OptionList.filter(({ Ok }) => Ok)
        .map(({ Text }) => Text)
        .join(' / ');
    default:
      return limits;
  }
}

/** Where an answer comes from: a point with time, age and quality, or a hand, then with what was read beside it. */
function sourceText(
  item: TemplateItem,
  answer: Answer | undefined,
  reading: SheetReading,
  { t, local }: { t: T; local: (epochMs: number) => string },
): string {
  if (item.Content === 'checklist') return t(words.check);
  const given = item.Content === 'list' ? (answer?.LineList[reading.Line] ?? '') : (answer?.Text ?? '');
  const from = [reading.DeviceName, reading.PointName].filter((part) => part !== '').join(' · ');
  const facts = [
    reading.Epoch === null ? '' : local(reading.Epoch),
    reading.AgeSeconds === null || reading.AgeSeconds < 60
      ? ''
      : filled(t(words.old), Math.round(reading.AgeSeconds / 60)),
    reading.Hours === null ? '' : `${t(sourceStatistics[reading.Statistic])} ${filled(t(words.hours), reading.Hours)}`,
    reading.KnownPercent === null ? '' : filled(t(words.known), reading.KnownPercent),
    reading.Quality === 'uncertain' ? t(words.uncertain) : '',
  ].filter((part) => part !== '');
  const read =
    reading.Value === null
      ? ''
      : `${t(words.readWas)} ${minus(reading.Text || String(reading.Value))} ${reading.Unit}`.trimEnd();
  const why = reading.Reason === null ? '' : t(notFilledReasons[reading.Reason]);
  const isOwn = reading.Text !== '' && given === reading.Text;
  return [isOwn || given === '' ? '' : t(words.byHand), from, isOwn ? '' : read, ...facts, why]
    .filter((part) => part !== '')
    .join(', ');
}
