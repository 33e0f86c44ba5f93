import {
  type Bilingual,
  complianceProfiles,
  dispositionWords,
  findingCauseWords,
  findingStateWords,
  type Language,
  sealReasonWords,
} from '@watchpost/contract';
import { inLanguage } from '../../platform/inLanguage.ts';
import { localOfEpoch } from '../../platform/zonedTime.ts';
import type { FindingRow } from '../compliance.store.ts';
import type { PointNames, ProjectFacts, RootRow } from '../proof/proof.store.ts';
import type { DayFigures } from './FigureSum.ts';
import type { PackFacts } from './packFacts.ts';

const words = {
  title: { zh: '温度记录合规包', en: 'Compliance pack of temperature records' },
  company: { zh: '企业', en: 'Company' },
  project: { zh: '项目', en: 'Project' },
  period: { zh: '期间', en: 'Period' },
  zone: { zh: '时区', en: 'Time zone' },
  made: { zh: '生成时间', en: 'Made at' },
  points: { zh: '点位', en: 'Points' },
  profile: { zh: '适用标准', en: 'Profile' },
  limits: { zh: '限值', en: 'Limits' },
  curves: { zh: '曲线', en: 'Curves' },
  curveHint: {
    zh: '每小时最低至最高；虚线为限值；中断处没有有效数据。',
    en: 'Lowest to highest of each hour; dashed: limits; where the curve breaks there is no good sample.',
  },
  file: { zh: '文件（SHA-256）', en: 'File (SHA-256)' },
  point: { zh: '点位', en: 'Point' },
  days: { zh: '封存天数', en: 'Days sealed' },
  samples: { zh: '样本', en: 'Samples' },
  bad: { zh: '无效', en: 'Bad' },
  min: { zh: '最低', en: 'Lowest' },
  mean: { zh: '平均', en: 'Mean' },
  max: { zh: '最高', en: 'Highest' },
  mkt: { zh: '平均动力学温度', en: 'MKT' },
  excursions: { zh: '超限', en: 'Excursions' },
  gaps: { zh: '数据缺口', en: 'Gaps' },
  from: { zh: '开始', en: 'From' },
  minutes: { zh: '分钟', en: 'Minutes' },
  extreme: { zh: '极值', en: 'Extreme' },
  cause: { zh: '原因', en: 'Cause' },
  action: { zh: '措施', en: 'Action' },
  goods: { zh: '货物', en: 'Goods' },
  explained: { zh: '填写人', en: 'By' },
  confirmed: { zh: '确认人', en: 'Confirmed by' },
  state: { zh: '状态', en: 'State' },
  judged: { zh: '报警规则的判断', en: 'Judged by alarm rules' },
  judgedHint: {
    zh: '每一分钟要么由报警规则判断，要么在下面说明原因。',
    en: 'Each minute was judged by the rules, or stands below with its reason.',
  },
  daysJudged: { zh: '核对天数', en: 'Days compared' },
  noData: { zh: '无数据（分钟）', en: 'No data (min)' },
  badData: { zh: '数据无效（分钟）', en: 'Bad data (min)' },
  suppressed: { zh: '报警抑制（分钟）', en: 'Suppressed (min)' },
  certificates: { zh: '校准证书', en: 'Calibration certificates' },
  number: { zh: '编号', en: 'Number' },
  laboratory: { zh: '机构', en: 'Laboratory' },
  doneOn: { zh: '校准日期', en: 'Done on' },
  validUntil: { zh: '有效期至', en: 'Valid until' },
  error: { zh: '最大误差', en: 'Largest error' },
  revisions: { zh: '重新封存', en: 'Sealed again' },
  day: { zh: '日期', en: 'Day' },
  revision: { zh: '版本', en: 'Revision' },
  reason: { zh: '理由', en: 'Reason' },
  seal: { zh: '封存', en: 'Seal' },
  lastRoot: { zh: '最后的日根', en: 'Last root' },
  rootHash: { zh: '签名内容（SHA-256）', en: 'Signed hash (SHA-256)' },
  key: { zh: '公钥（Ed25519）', en: 'Public key (Ed25519)' },
  none: { zh: '无', en: 'None' },
  open: { zh: '尚待完成', en: 'Still open' },
  scan: { zh: '扫码核验，无需账号', en: 'Scan to verify; no account needed' },
  document: { zh: '文件编号', en: 'Document' },
  notes: {
    zh: '数据、封存值、日根与核对程序在同一 ZIP 文件中；用 Node 运行 verify.mjs 即可核对，无需联网。',
    en: 'Samples, seals, roots and the program that checks them lie in the same ZIP file. Run verify.mjs with Node; it needs no network.',
  },
} as const satisfies Record<string, Bilingual>;

/** So many characters of a hash tell files apart, and fit into a table. */
const shownOfHash = 16;

/** What a printed page calls the picture of its code. */
export const qrAddress = 'qr.png';
/** As many curves as a printed page takes pictures beside its code. The figures of further points stand in the tables. */
const maxCurves = 49;
const curveAddress = (pointId: number): string => `curve-${pointId}.png`;
/** The point of a curve's picture; null: it is another one. */
export function pointOfCurve(address: string): number | null {
  const [, id] = /^curve-(\d+)\.png$/.exec(address) ?? [];
  return id === undefined ? null : Number(id);
}

const escaped = (text: string): string =>
  text.replace(/[&<>"]/g, (character) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[character]!);
const fixed = (value: number | null, decimals: number, unit = ''): string =>
  value === null ? '–' : `${value.toFixed(decimals).replace('-', '−')}${unit === '' ? '' : ` ${unit}`}`;
const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  `<table><thead><tr>${head.map((text) => `<th>${escaped(text)}</th>`).join('')}</tr></thead><tbody>${rows
    .map((row) => `<tr>${row.map((text) => `<td>${escaped(text)}</td>`).join('')}</tr>`)
    .join('')}</tbody></table>`;

export interface PackContent {
  readonly project: ProjectFacts;
  readonly from: string;
  readonly until: string;
  readonly madeAt: number;
  readonly facts: PackFacts;
  readonly figures: ReadonlyMap<number, DayFigures>;
  readonly roots: readonly RootRow[];
  readonly publicKey: string;
  /** Its id, and what its code holds; null: the installation has no public address. */
  readonly document: { readonly id: string; readonly address: string | null };
}

/** A pack as pages to be printed. */
export function packPage(
  { project, from, until, madeAt, facts, figures, roots, publicKey, document }: PackContent,
  language: Language,
): string {
  const t = (entry: Bilingual): string => entry[language];
  const when = (at: Date | number): string => localOfEpoch(Number(at), project.time_zone).slice(0, 16);
  const nameOf = ({ device_name, device_name_en, point_name, point_name_en }: PointNames): string =>
    `${inLanguage(device_name, device_name_en, language)} ${inLanguage(point_name, point_name_en, language)}`.trim();
  const tableOr = (head: readonly Bilingual[], rows: readonly (readonly string[])[]): string =>
    rows.length === 0 ? `<p>${t(words.none)}</p>` : table(head.map(t), rows);
  const newest = new Map(facts.records.map((row) => [`${row.point_id} ${row.day}`, row]));
  const minutes = ({ from_at, to_at }: FindingRow): string =>
    String(Math.round((to_at.getTime() - from_at.getTime()) / 60_000));
  const excursions = facts.findings.filter(({ kind }) => kind === 'excursion');
  const gaps = facts.findings.filter(({ kind }) => kind === 'gap');
  const last = roots.at(-1);
  const limits = (low: number | null, high: number | null): string =>
    [low === null ? null : `≥ ${low}`, high === null ? null : `≤ ${high}`]
      .filter(Boolean)
      .join(', ')
      .replaceAll('-', '−');
  const profilesOf = (id: number): string =>
    [
      ...new Set(
        facts.assigned
          .filter(({ point_id }) => point_id === id)
          .map((row) =>
            row.own === null ? t(complianceProfiles[row.profile]) : `${row.own.name} v${row.own.version}`,
          ),
      ),
    ].join('; ');
  const limitsOf = (id: number): string =>
    [
      ...new Set(
        facts.assigned
          .filter(({ point_id }) => point_id === id)
          .map(({ low_limit, high_limit }) => limits(low_limit, high_limit)),
      ),
    ].join('; ');
  return [
    `<h1>${t(words.title)}</h1>`,
    ...(document.address === null
      ? []
      : [`<p><img src="${qrAddress}" width="90"></p>`, `<p>${t(words.scan)}: ${escaped(document.address)}</p>`]),
    table([words.company, words.project, words.period, words.zone, words.made].map(t), [
      [
        project.company_name,
        inLanguage(project.name, project.name_en, language),
        `${from} – ${until}`,
        project.time_zone,
        when(madeAt),
      ],
    ]),
    ...(facts.missing.length === 0
      ? []
      : [
          `<h2>${t(words.open)}</h2>`,
          `<ul>${facts.missing
            .slice(0, 30)
            .map((sentence) => `<li>${escaped(t(sentence))}</li>`)
            .join('')}</ul>`,
        ]),
    `<h2>${t(words.points)}</h2>`,
    table(
      [
        ...[words.point, words.profile, words.limits, words.days, words.samples, words.bad],
        ...[words.min, words.mean, words.max, words.mkt],
      ].map(t),
      facts.pointIds.map((id) => {
        const names = facts.names.get(id)!;
        const figure = figures.get(id)!;
        const days = [...newest.values()].filter(({ point_id }) => point_id === id);
        return [
          nameOf(names),
          profilesOf(id),
          limitsOf(id),
          String(days.length),
          String(days.reduce((sum, { samples }) => sum + samples, 0)),
          String(days.reduce((sum, { bad }) => sum + bad, 0)),
          fixed(figure.min, names.decimals, names.unit),
          fixed(figure.mean, names.decimals, names.unit),
          fixed(figure.max, names.decimals, names.unit),
          fixed(figure.mkt, names.decimals, figure.mkt === null ? '' : names.unit),
        ];
      }),
    ),
    `<h2>${t(words.curves)}</h2>`,
    `<p>${t(words.curveHint)}</p>`,
    ...facts.pointIds.slice(0, maxCurves).flatMap((id) => {
      const names = facts.names.get(id)!;
      const label = [nameOf(names), names.unit, limitsOf(id)].filter(Boolean).join(' · ');
      return [`<p>${escaped(label)}</p>`, `<p><img src="${curveAddress(id)}" width="500"></p>`];
    }),
    `<h2>${t(words.excursions)}</h2>`,
    tableOr(
      [
        words.point,
        words.from,
        words.minutes,
        words.extreme,
        words.cause,
        words.action,
        words.goods,
        words.explained,
        words.confirmed,
        words.state,
      ],
      excursions.map((row) => [
        nameOf(row),
        when(row.from_at),
        minutes(row),
        fixed(row.extreme, row.decimals, row.unit),
        row.cause === null ? '–' : t(findingCauseWords[row.cause]),
        row.explanation ?? '–',
        row.disposition === null ? '–' : t(dispositionWords[row.disposition]),
        row.explained_name ?? '–',
        row.confirmed_name ?? '–',
        t(findingStateWords[row.state]),
      ]),
    ),
    `<h2>${t(words.gaps)}</h2>`,
    tableOr(
      [
        words.point,
        words.from,
        words.minutes,
        words.cause,
        words.action,
        words.explained,
        words.confirmed,
        words.state,
      ],
      gaps.map((row) => [
        nameOf(row),
        when(row.from_at),
        minutes(row),
        row.cause === null ? '–' : t(findingCauseWords[row.cause]),
        row.explanation ?? '–',
        row.explained_name ?? '–',
        row.confirmed_name ?? '–',
        t(findingStateWords[row.state]),
      ]),
    ),
    `<h2>${t(words.judged)}</h2>`,
    ...(facts.judged.length === 0 ? [] : [`<p>${t(words.judgedHint)}</p>`]),
    tableOr(
      [words.point, words.daysJudged, words.noData, words.badData, words.suppressed],
      facts.judged.map((row) => [
        nameOf(facts.names.get(row.point_id)!),
        String(row.days),
        ...[row.gap_seconds, row.bad_seconds, row.suppressed_seconds].map((seconds) => String(Math.ceil(seconds / 60))),
      ]),
    ),
    `<h2>${t(words.certificates)}</h2>`,
    tableOr(
      [words.point, words.number, words.laboratory, words.doneOn, words.validUntil, words.error, words.file],
      facts.certificates.map((row) => [
        nameOf(row),
        row.number,
        row.laboratory,
        row.done_on,
        row.valid_until,
        `${row.max_error} ${row.unit}`,
        row.file === null ? '–' : row.file.sha256.slice(0, shownOfHash),
      ]),
    ),
    `<h2>${t(words.revisions)}</h2>`,
    tableOr(
      [words.point, words.day, words.revision, words.reason],
      facts.records
        .filter(({ revision }) => revision > 1)
        .map((row) => [
          nameOf(facts.names.get(row.point_id)!),
          row.day,
          String(row.revision),
          t(sealReasonWords[row.reason]),
        ]),
    ),
    `<h2>${t(words.seal)}</h2>`,
    table(
      [t(words.lastRoot), t(words.rootHash)],
      [[last ? `${last.number} (${last.day ?? '–'})` : '–', last ? last.hash.toString('hex') : '–']],
    ),
    `<p>${t(words.key)}: ${escaped(publicKey.replace(/-----[^-]+-----|\s/g, ''))}</p>`,
    `<p>${t(words.document)}: ${document.id}</p>`,
    `<p>${t(words.notes)}</p>`,
  ].join('\n');
}
