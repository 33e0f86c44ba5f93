import {
  type Bilingual,
  contractParties,
  contractPartyNames,
  contractStates,
  type Language,
  type MaintenanceContractRow,
  maintenanceCycles,
  signatureProofs,
  type TemplateGroups,
} from '@watchpost/contract';
import { drawFacts, drawRows, ReportDocument } from '../../dataDownload/index.ts';
import { localOfEpoch } from '../../platform/zonedTime.ts';
import { bytesOf, drawSignatures } from '../../work/index.ts';

// biome-ignore format: a table is read by columns
const words = {
  title: { zh: '维保合同', en: 'Maintenance contract' },
  number: { zh: '合同编号', en: 'Number' },
  partyA: { zh: '甲方企业', en: 'Party A' },
  team: { zh: '维保单位', en: 'Maintenance unit' },
  takenOver: { zh: '现由该单位接替执行', en: 'Taken over by' },
  signing: { zh: '签约日期', en: 'Signing date' },
  term: { zh: '合同期限', en: 'Term' },
  cycle: { zh: '维保周期', en: 'Cycle' },
  every: { zh: '每 {n} {unit}', en: 'Every {n} × {unit}' },
  first: { zh: '首次维保日期', en: 'First maintenance' },
  amount: { zh: '合同金额（元）', en: 'Amount (¥)' },
  targets: { zh: '服务时限（响应 / 到场 / 解决，分钟）', en: 'Targets (response / arrival / resolution, minutes)' },
  state: { zh: '状态', en: 'State' },
  note: { zh: '备注', en: 'Note' },
  projects: { zh: '维保项目', en: 'Projects' },
  project: { zh: '项目', en: 'Project' },
  more: { zh: '另有 {n} 个您无权查看的项目', en: '{n} more projects that you may not see' },
  templates: { zh: '维保内容', en: 'What is maintained' },
  template: { zh: '模板', en: 'Template' },
  items: { zh: '检查项', en: 'Items' },
  hash: { zh: '签署内容（SHA-256）', en: 'What is signed (SHA-256)' },
  signatures: { zh: '签署', en: 'Signatures' },
  unsigned: { zh: '未签署', en: 'Not signed' },
  kind: {
    zh: '本合同以双方约定的电子签名签署：签名绑定上列指纹，由平台密钥（Ed25519）封存；内容或签名的任何改动可用 verify.mjs 查出。并非 CA 证书签名。',
    en: 'Signed by electronic signature by agreement of the parties: each signature is bound to the hash above and sealed with the key of the platform (Ed25519). Any change of content or signature is found by verify.mjs. It is no signature with a CA certificate.',
  },
  made: { zh: '生成于', en: 'Made' },
} as const satisfies Record<string, Bilingual>;

export interface ContractPaper {
  readonly contract: MaintenanceContractRow;
  /** Of all projects, also those that the reader may not see. */
  readonly projectCount: number;
  readonly templates: readonly { readonly name: string; readonly groups: TemplateGroups }[];
  readonly timeZone: string;
  readonly madeAt: number;
}

/** A contract as A4 pages, in the reader's language. @returns a PDF */
export function contractPaper(
  { contract, projectCount, templates, timeZone, madeAt }: ContractPaper,
  language: Language,
): Promise<Buffer> {
  const t = (entry: Bilingual): string => entry[language];
  const local = (epochMs: number): string => localOfEpoch(epochMs, timeZone).slice(0, 16);
  const title = `${t(words.title)} · ${contract.ContractName}`;
  const document = new ReportDocument({ language, title, madeAt: new Date(madeAt) });
  document.text(title, { size: 16, strong: true, gap: 8 });
  drawFacts(document, [
    [t(words.number), contract.ContractNumber],
    [t(words.partyA), contract.PartyA],
    [t(words.team), contract.SignedTeamName ?? contract.TeamName],
    ...(contract.SignedTeamName === null ? [] : [[t(words.takenOver), contract.TeamName] as [string, string]]),
    [t(words.signing), contract.SigningDate ?? ''],
    [t(words.term), `${contract.StartDate} – ${contract.EndDate}`],
    [
      t(words.cycle),
      t(words.every)
        .replace('{n}', String(contract.CycleCount))
        .replace('{unit}', t(maintenanceCycles[contract.Cycle])),
    ],
    [t(words.first), contract.FirstDate],
    [t(words.amount), contract.Amount === null ? '' : contract.Amount.toFixed(2)],
    [
      t(words.targets),
      contract.TargetList.map(
        ({ Level, ResponseMinutes, ArrivalMinutes, ResolutionMinutes, CalendarName, CalendarHours }) =>
          [
            `${Level}: ${ResponseMinutes} / ${ArrivalMinutes} / ${ResolutionMinutes}`,
            CalendarName ?? [],
            CalendarHours ?? [],
          ]
            .flat()
            .join(' · '),
      ).join('; '),
    ],
    [t(words.state), t(contractStates[contract.State])],
    [t(words.note), contract.Note],
  ]);
  document.heading(t(words.projects));
  drawRows(
    document,
    [{ title: t(words.project), width: 1 }],
    contract.ProjectList.map(({ ProjectName }) => [ProjectName]),
  );
  const hidden = projectCount - contract.ProjectList.length;
  if (hidden > 0) document.text(t(words.more).replace('{n}', String(hidden)));
  document.heading(t(words.templates));
  drawRows(
    document,
    [
      { title: t(words.template), width: 1 },
      { title: t(words.items), width: 3 },
    ],
    templates.map(({ name, groups }) => [
      name,
      groups
        .map(
          ({ GroupName, ItemList }) =>
            `${GroupName}: ${ItemList.map(({ Name }) => Name).join(language === 'zh' ? '、' : ', ')}`,
        )
        .join('\n'),
    ]),
  );
  document.heading(t(words.signatures), 12, 130);
  document.text(`${t(words.hash)}: ${contract.Hash}`, { size: 8, gap: 6 });
  const signed = new Map(contract.SignatureList.map((signature) => [signature.Party, signature]));
  drawSignatures(
    document,
    contractPartyNames.map((party) => {
      const signature = signed.get(party);
      return {
        role: t(contractParties[party]),
        name: signature?.Name ?? t(words.unsigned),
        path: null,
        words: signature
          ? [local(signature.Epoch), t(signatureProofs[signature.Proof]), signature.Mobile ?? []].flat().join(' · ')
          : '',
      };
    }),
    language,
  );
  document.text(t(words.kind), { size: 7.5 });
  document.end(`${title} · ${t(words.made)} ${local(madeAt)} ${timeZone}`);
  return bytesOf(document);
}
