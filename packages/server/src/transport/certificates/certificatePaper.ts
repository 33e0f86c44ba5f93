import {
  type Bilingual,
  certificateReasons,
  handoverConditions,
  handoverKinds,
  type Language,
  textOfStatement,
  type WaybillStatement,
} from '@watchpost/contract';
import { hashOfStatement } from '../../compliance/index.ts';
import {
  contentWidth,
  drawFacts,
  drawRows,
  ink,
  page,
  ReportDocument,
  type RowCell,
} from '../../dataDownload/index.ts';
import { drawQr } from '../../platform/printing/drawQr.ts';
import { localOfEpoch } from '../../platform/zonedTime.ts';
import { bytesOf, drawSignatures } from '../../work/index.ts';
import type { CertificatePictures } from './certificateFacts.wire.ts';
import { thinCurve } from './thinCurve.ts';

// biome-ignore format: a table is read by columns
const words = {
  title: { zh: '运单温度证书', en: 'Temperature certificate' },
  rejected: { zh: '收货方拒收', en: 'Rejected by the consignee' },
  signed: { zh: '已签收', en: 'Signed for' },
  waybill: { zh: '运单号', en: 'Waybill' },
  revision: { zh: '版本', en: 'Revision' },
  provisional: { zh: '暂定：标签 {tags} 的存储尚未读取', en: 'Provisional: the memory of {tags} has not been read yet' },
  issuer: { zh: '签发企业', en: 'Issued by' },
  project: { zh: '项目', en: 'Project' },
  shipper: { zh: '发货方', en: 'Shipper' },
  consignee: { zh: '收货方', en: 'Consignee' },
  route: { zh: '路线', en: 'Route' },
  goods: { zh: '货物', en: 'Goods' },
  vehicle: { zh: '车辆', en: 'Vehicle' },
  range: { zh: '温区', en: 'Temperature range' },
  noRange: { zh: '未设定', en: 'None set' },
  departed: { zh: '发车', en: 'Departed' },
  arrived: { zh: '到达', en: 'Arrived' },
  ended: { zh: '签收或拒收', en: 'Signed or rejected' },
  distance: { zh: '里程', en: 'Distance' },
  zone: { zh: '时区', en: 'Time zone' },
  issued: { zh: '签发时间', en: 'Issued' },
  figures: { zh: '各标签的温度', en: 'Temperatures by tag' },
  tag: { zh: '标签', en: 'Tag' },
  place: { zh: '位置', en: 'Place' },
  from: { zh: '开始', en: 'From' },
  to: { zh: '结束', en: 'To' },
  known: { zh: '数据覆盖', en: 'Coverage' },
  min: { zh: '最低', en: 'Lowest' },
  mean: { zh: '平均', en: 'Mean' },
  max: { zh: '最高', en: 'Highest' },
  kinetic: { zh: '平均动力学温度', en: 'MKT' },
  worst: {
    zh: '{serial} 最差 24 小时的平均动力学温度：{kinetic}，自 {from} 起',
    en: '{serial}: highest MKT over 24 h {kinetic}, from {from}',
  },
  exceeded: { zh: '超限', en: 'Limit exceeded' },
  duration: { zh: '时长', en: 'Duration' },
  minutes: { zh: '{n} 分钟', en: '{n} min' },
  excursions: { zh: '超限时段', en: 'Excursions' },
  extreme: { zh: '极值', en: 'Extreme' },
  degreeHours: { zh: '°C·h', en: '°C·h' },
  at: { zh: '地点', en: 'Where' },
  custody: { zh: '保管人', en: 'In custody of' },
  onTheWay: { zh: '行驶中', en: 'On the way' },
  stopNumber: { zh: '停留 {n}', en: 'Stop {n}' },
  doorOpen: { zh: '开门 {n} 分钟', en: 'door open {n} min' },
  gaps: { zh: '数据缺失', en: 'Without readings' },
  holes: { zh: '缺少的序号', en: 'Missing by number' },
  instruments: { zh: '测量仪器', en: 'Instruments' },
  certificate: { zh: '校准证书', en: 'Calibration certificate' },
  noCertificate: { zh: '无有效证书', en: 'No certificate was valid' },
  validUntil: { zh: '有效期至', en: 'Valid until' },
  error: { zh: '最大误差', en: 'Largest error' },
  offset: { zh: '偏移', en: 'Offset' },
  clock: { zh: '时钟校正', en: 'Clock correction' },
  samples: { zh: '样本', en: 'Samples' },
  track: { zh: '行驶轨迹', en: 'Track' },
  stops: { zh: '停留', en: 'Stops' },
  plan: { zh: '计划站点', en: 'Planned stops' },
  planned: { zh: '计划到达', en: 'Planned' },
  reached: { zh: '到达', en: 'Arrived' },
  left: { zh: '离开', en: 'Left' },
  notReached: { zh: '未到达', en: 'Not reached' },
  handovers: { zh: '交接', en: 'Handovers' },
  time: { zh: '时间', en: 'Time' },
  kind: { zh: '类型', en: 'Kind' },
  handed: { zh: '移交人 → 接收人', en: 'From → to' },
  condition: { zh: '货物状况', en: 'Condition' },
  readings: { zh: '当时温度', en: 'Temperatures then' },
  signatures: { zh: '签名', en: 'Signatures' },
  none: { zh: '无', en: 'None' },
  seal: { zh: '核验', en: 'Verification' },
  scan: { zh: '扫码核验，无需账号', en: 'Scan to verify; no account needed' },
  number: { zh: '文件编号', en: 'Document' },
  hash: { zh: '签名内容（SHA-256）', en: 'Signed statement (SHA-256)' },
  noCode: { zh: '签发方未设置公网地址；请在其系统的 /verify/{id} 核验', en: 'The issuer has set no public address: verify at /verify/{id} of its installation' },
  note: { zh: '本证书的数值来自标签的原始样本，以签发方密钥（Ed25519）签名。更新的版本由上述地址告知。平均动力学温度按 ΔH 83.144 kJ/mol 计算，不能单独抵消超限。', en: 'The figures come from the samples of the tags and are signed with the key of the issuer (Ed25519). The address above says whether there is a newer revision. MKT with ΔH 83.144 kJ/mol; by itself it clears no excursion.' },
} as const satisfies Record<string, Bilingual>;

export interface CertificatePaper {
  readonly statement: WaybillStatement;
  /** The statement as it is signed. */
  readonly text: string;
  /** What the code holds; null: the installation has no public address. */
  readonly address: string | null;
  readonly pictures: CertificatePictures;
  /** Strokes, in the order of the handovers. */
  readonly signatures: readonly (string | null)[];
}

const lineColours = ['#1764b5', '#b3541e', '#2e7d4f', '#6a4bb0', '#a3195b', '#5a6b00'] as const;
const limitColour = '#c9252d';
const qrSide = 78;

/** The person who last took over the goods before a moment; without a handover the shipper. */
export const custodianAt = (
  {
    handovers,
    shipper,
  }: { readonly handovers: readonly { readonly at: number; readonly to: string }[]; readonly shipper: string },
  at: number,
): string => handovers.findLast((each) => each.at <= at)?.to ?? shipper;

/** Index of the stop that overlaps a stretch; −1: the vehicle drove. */
export const stopDuring = ({ stops }: WaybillStatement, { from, to }: { from: number; to: number }): number =>
  stops.findIndex((stop) => stop.from < to && stop.to > from);

/** A certificate as A4 pages. @returns a PDF */
export function certificatePaper(paper: CertificatePaper, language: Language): Promise<Buffer> {
  const { statement, text, address, pictures, signatures } = paper;
  const { timeZone } = statement;
  const t = (entry: Bilingual, values: Readonly<Record<string, string | number>> = {}): string =>
    Object.entries(values).reduce((sum, [name, value]) => sum.replace(`{${name}}`, String(value)), entry[language]);
  /** A text of the company. */
  const say = (text: string): string => textOfStatement(statement, text, language);
  const when = (epoch: number | null): string => (epoch === null ? '' : localOfEpoch(epoch, timeZone).slice(0, 16));
  const degrees = (value: number | null): string => (value === null ? '–' : `${value.toFixed(1).replace('-', '−')} °C`);
  const minutes = (ms: number): string => t(words.minutes, { n: Math.round(ms / 60_000) });
  const { range } = statement;
  const isOutside = (value: number | null): boolean =>
    value !== null &&
    range !== null &&
    ((range.high !== null && value > range.high) || (range.low !== null && value < range.low));
  const marked = (value: number | null): RowCell =>
    isOutside(value) ? { text: degrees(value), bad: true } : degrees(value);
  const title = `${t(words.title)} ${statement.number}`;
  const document = new ReportDocument({ language, title, madeAt: new Date(statement.issuedAt) });
  const { pdf } = document;
  const column = (entry: Bilingual, width: number, align: 'left' | 'right' = 'left') => ({
    title: t(entry),
    width,
    align,
  });
  const rowsOr = (columns: ReturnType<typeof column>[], rows: readonly (readonly RowCell[])[]): void => {
    if (rows.length === 0) document.text(t(words.none), { colour: ink.weak });
    else drawRows(document, columns, rows);
  };

  if (address !== null) drawQr(pdf, address, page.width - page.margin - qrSide, page.margin, qrSide);
  const headWidth = contentWidth - qrSide - 16;
  document.text(title, { size: 16, strong: true, gap: 4, width: headWidth });
  document.text(`${t(words.revision)} ${statement.revision} · ${t(certificateReasons[statement.reason])}`, {
    width: headWidth,
    colour: ink.weak,
  });
  document.text(t(statement.isSigned ? words.signed : words.rejected), { size: 11, strong: true, width: headWidth });
  if (statement.unread.length > 0)
    document.text(t(words.provisional, { tags: statement.unread.join(', ') }), { strong: true, width: headWidth });
  if (address !== null) {
    document.y = Math.max(document.y, page.margin + qrSide + 16);
    pdf.font('text').fontSize(7).fillColor(ink.weak);
    const width = 160;
    pdf.text(t(words.scan), page.width - page.margin - width, page.margin + qrSide + 4, { width, align: 'right' });
  }
  const rangeWords =
    range === null
      ? t(words.noRange)
      : `${t(range.name)} (${range.low === null ? '' : `≥ ${degrees(range.low)}`}${range.low !== null && range.high !== null ? ', ' : ''}${range.high === null ? '' : `≤ ${degrees(range.high)}`})`;
  drawFacts(document, [
    [t(words.waybill), statement.number],
    [t(words.issuer), say(statement.company)],
    [t(words.project), t(statement.project)],
    [t(words.shipper), say(statement.shipper)],
    [t(words.consignee), say(statement.consignee)],
    [t(words.route), [statement.origin, statement.destination].filter(Boolean).map(say).join(' → ')],
    [t(words.goods), [statement.goods, statement.quantity].filter(Boolean).map(say).join(', ')],
    [t(words.vehicle), [statement.vehicle && t(statement.vehicle), statement.plate].filter(Boolean).join(', ')],
    [t(words.range), rangeWords],
    [t(words.departed), when(statement.departedAt)],
    [t(words.arrived), when(statement.arrivedAt)],
    [t(words.ended), when(statement.endedAt)],
    [t(words.distance), statement.distanceMetres === null ? '' : `${(statement.distanceMetres / 1000).toFixed(1)} km`],
    [t(words.zone), timeZone],
    [t(words.issued), when(statement.issuedAt)],
  ]);

  document.heading(t(words.figures));
  rowsOr(
    [
      column(words.tag, 3),
      column(words.place, 2),
      column(words.from, 3),
      column(words.to, 3),
      column(words.known, 2, 'right'),
      column(words.min, 2, 'right'),
      column(words.mean, 2, 'right'),
      column(words.max, 2, 'right'),
      column(words.kinetic, 2, 'right'),
      column(words.exceeded, 2, 'right'),
    ],
    statement.tags.map((tag) => [
      tag.name === tag.serial ? tag.serial : `${say(tag.name)} ${tag.serial}`,
      say(tag.place),
      when(tag.from),
      when(tag.to),
      `${Math.min(100, (100 * tag.knownMs) / Math.max(1, tag.to - tag.from)).toFixed(1)} %`,
      marked(tag.lowest),
      marked(tag.mean),
      marked(tag.highest),
      marked(tag.kinetic),
      tag.beyondMs === null ? '–' : tag.beyondMs > 0 ? { text: minutes(tag.beyondMs), bad: true } : minutes(0),
    ]),
  );
  for (const { serial, worstDay } of statement.tags)
    if (worstDay)
      document.text(t(words.worst, { serial, kinetic: degrees(worstDay.kinetic), from: when(worstDay.from) }), {
        size: 8,
        colour: ink.weak,
      });
  drawCurves(document, statement, pictures);

  const excursions = statement.tags.flatMap((tag) => tag.excursions.map((each) => ({ ...each, serial: tag.serial })));
  document.heading(t(words.excursions));
  rowsOr(
    [
      column(words.tag, 2),
      column(words.from, 3),
      column(words.to, 3),
      column(words.duration, 2, 'right'),
      column(words.extreme, 2, 'right'),
      column(words.degreeHours, 2, 'right'),
      column(words.at, 3),
      column(words.custody, 2),
    ],
    excursions.map((each) => {
      const stop = stopDuring(statement, each);
      const open = stop === -1 ? null : statement.stops[stop]!.doorOpenMs;
      return [
        each.serial,
        when(each.from),
        when(each.to),
        minutes(each.to - each.from),
        { text: degrees(each.extreme), bad: true },
        each.degreeHours.toFixed(2),
        stop === -1
          ? t(words.onTheWay)
          : [
              t(words.stopNumber, { n: stop + 1 }),
              ...(open ? [t(words.doorOpen, { n: Math.round(open / 60_000) })] : []),
            ].join(', '),
        say(custodianAt(statement, each.from)),
      ];
    }),
  );

  document.heading(t(words.gaps));
  rowsOr(
    [column(words.tag, 2), column(words.from, 3), column(words.to, 3), column(words.duration, 2, 'right')],
    statement.tags.flatMap(({ serial, gaps }) =>
      gaps.map(({ from, to }) => [serial, when(from), when(to), minutes(to - from)]),
    ),
  );
  if (statement.tags.some(({ memory }) => memory !== null)) {
    document.heading(t(words.holes));
    rowsOr(
      [column(words.tag, 2), column(words.holes, 6), column(words.clock, 2, 'right')],
      statement.tags.flatMap(({ serial, memory }) =>
        memory === null
          ? []
          : [
              [
                serial,
                memory.holes.length === 0
                  ? t(words.none)
                  : memory.holes.map(([from, to]) => (from === to ? String(from) : `${from}–${to}`)).join(', '),
                `${(memory.clockMs / 1000).toFixed(1)} s`,
              ],
            ],
      ),
    );
  }

  document.heading(t(words.instruments));
  rowsOr(
    [
      column(words.tag, 2),
      column(words.certificate, 4),
      column(words.validUntil, 2),
      column(words.error, 2, 'right'),
      column(words.offset, 2, 'right'),
      column(words.samples, 2, 'right'),
    ],
    statement.tags.map(({ serial, calibration, offsets, samples }) => [
      serial,
      calibration
        ? `${calibration.number}, ${say(calibration.laboratory)}`
        : { text: t(words.noCertificate), bad: true },
      calibration?.validUntil ?? '–',
      calibration ? `±${calibration.maxError} °C` : '–',
      offsets.length === 0 ? '0 °C' : offsets.map(({ celsius }) => `${celsius} °C`).join(', '),
      String(samples),
    ]),
  );

  if (pictures.path.length > 1) drawTrack(document, t(words.track), statement, pictures);
  if (statement.stops.length > 0) {
    document.heading(t(words.stops));
    rowsOr(
      [
        column({ zh: '', en: '' }, 1),
        column(words.from, 3),
        column(words.to, 3),
        column(words.at, 4),
        column(words.doorOpen, 3, 'right'),
        column(words.max, 2, 'right'),
      ].map((each, i) => (i === 4 ? { ...each, title: t({ zh: '开门', en: 'Door open' }) } : each)),
      statement.stops.map((stop, i) => [
        String(i + 1),
        when(stop.from),
        when(stop.to),
        stop.fence ?? `${stop.latitude.toFixed(4)}, ${stop.longitude.toFixed(4)}`,
        stop.doorOpenMs === null ? '–' : minutes(stop.doorOpenMs),
        marked(stop.highest),
      ]),
    );
  }

  if (statement.plan) {
    document.heading(t(words.plan));
    drawRows(
      document,
      [column(words.at, 4), column(words.planned, 3), column(words.reached, 3), column(words.left, 3)],
      statement.plan.map(({ name, planned, arrived, left }) => [
        say(name),
        when(planned) || '–',
        arrived === null
          ? { text: t(words.notReached), bad: true }
          : planned !== null && arrived > planned
            ? { text: when(arrived), bad: true }
            : when(arrived),
        when(left) || '–',
      ]),
    );
  }

  document.heading(t(words.handovers));
  rowsOr(
    [
      column(words.time, 3),
      column(words.kind, 2),
      column(words.handed, 3),
      column(words.at, 3),
      column(words.condition, 3),
      column(words.readings, 3),
    ],
    statement.handovers.map((each) => [
      when(each.at),
      t(handoverKinds[each.kind]),
      `${say(each.from)} → ${say(each.to)}`,
      [say(each.place), each.latitude === null ? '' : `${each.latitude.toFixed(4)}, ${each.longitude!.toFixed(4)}`]
        .filter(Boolean)
        .join(', ') || '–',
      each.condition === 'good'
        ? t(handoverConditions.good)
        : { text: `${t(handoverConditions[each.condition])}: ${say(each.note)}`, bad: true },
      each.readings.map(({ serial, celsius }) => `${serial} ${degrees(celsius)}`).join(', ') || '–',
    ]),
  );
  const signed = statement.handovers.flatMap((each, i) => {
    const path = signatures[i] ?? null;
    return path === null ? [] : [{ role: t(handoverKinds[each.kind]), name: say(each.to), path, words: when(each.at) }];
  });
  if (signed.length > 0) {
    document.heading(t(words.signatures), 11, 130);
    drawSignatures(document, signed, language);
  }

  document.heading(t(words.seal));
  drawFacts(document, [
    [t(words.number), statement.id],
    [t(words.hash), hashOfStatement(text)],
    [t(words.scan), address ?? t(words.noCode, { id: statement.id })],
  ]);
  document.text(t(words.note), { size: 7.5, colour: ink.weak });
  document.end(`${title} · ${t(words.revision)} ${statement.revision}`);
  return bytesOf(document);
}

/** The temperatures of all tags over each other, with the limits of the range. */
function drawCurves(
  document: ReportDocument,
  { range, tags }: WaybillStatement,
  { curves }: CertificatePictures,
): void {
  const shown = curves.filter(({ times }) => times.length > 1);
  if (shown.length === 0) return;
  const { pdf } = document;
  const height = 130;
  const label = 30;
  document.need(height + 24);
  const top = document.y + 4;
  const [x, width] = [page.margin + label, contentWidth - label];
  const from = Math.min(...tags.map((tag) => tag.from));
  const to = Math.max(...tags.map((tag) => tag.to));
  let low = range?.low ?? Number.POSITIVE_INFINITY;
  let high = range?.high ?? Number.NEGATIVE_INFINITY;
  for (const { values } of shown)
    for (const value of values)
      if (!Number.isNaN(value)) {
        low = Math.min(low, value);
        high = Math.max(high, value);
      }
  if (!Number.isFinite(low) || !Number.isFinite(high)) return;
  const pad = Math.max(0.5, (high - low) * 0.08);
  const yOf = (value: number) => top + height - ((value - (low - pad)) / (high - low + 2 * pad)) * height;
  const xOf = (time: number) => x + ((time - from) / Math.max(1, to - from)) * width;
  pdf.rect(x, top, width, height).lineWidth(0.5).strokeColor(ink.line).stroke();
  pdf.save().rect(x, top, width, height).clip();
  for (const limit of [range?.low, range?.high])
    if (limit != null)
      pdf
        .lineWidth(0.7)
        .dash(3, { space: 2 })
        .strokeColor(limitColour)
        .moveTo(x, yOf(limit))
        .lineTo(x + width, yOf(limit))
        .stroke()
        .undash();
  for (const [index, { times, values }] of shown.entries()) {
    pdf.lineWidth(0.8).strokeColor(lineColours[index % lineColours.length]!);
    // Two intervals a printed point are more than paper shows.
    for (const line of thinCurve(times, values, (to - from) / (2 * width)))
      for (const [i, { time, value }] of line.entries()) {
        if (i === 0) pdf.moveTo(xOf(time), yOf(value));
        // A value between two silences is a dot.
        if (i > 0 || line.length === 1) pdf.lineTo(xOf(time) + (i === 0 ? 0.8 : 0), yOf(value));
      }
    pdf.stroke();
  }
  pdf.restore();
  pdf.font('text').fontSize(7).fillColor(ink.weak);
  document.line(high.toFixed(1), page.margin, yOf(high) - 4, label - 4, { align: 'right' });
  document.line(low.toFixed(1), page.margin, yOf(low) - 4, label - 4, { align: 'right' });
  let legend = x;
  for (const [index, { serial }] of shown.entries()) {
    pdf.fillColor(lineColours[index % lineColours.length]!);
    document.line(`— ${serial}`, legend, top + height + 4, 120);
    legend += 110;
  }
  document.y = top + height + 20;
}

/** The track of the vehicle with its stops, north up, without a map. */
function drawTrack(
  document: ReportDocument,
  title: string,
  { stops }: WaybillStatement,
  { path }: CertificatePictures,
): void {
  const { pdf } = document;
  const height = 150;
  document.heading(title, 11, height);
  const top = document.y;
  const places = [...path, ...stops];
  const shrink = Math.cos(((path[0]!.latitude ?? 0) * Math.PI) / 180);
  const xs = places.map(({ longitude }) => longitude * shrink);
  const ys = places.map(({ latitude }) => latitude);
  const [left, right, south, north] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  const scale = Math.min(
    (contentWidth - 24) / Math.max(right - left, 1e-4),
    (height - 24) / Math.max(north - south, 1e-4),
  );
  const at = ({ latitude, longitude }: { latitude: number; longitude: number }): [number, number] => [
    page.margin + contentWidth / 2 + (longitude * shrink - (left + right) / 2) * scale,
    top + height / 2 - (latitude - (south + north) / 2) * scale,
  ];
  pdf.rect(page.margin, top, contentWidth, height).lineWidth(0.5).strokeColor(ink.line).stroke();
  pdf.lineWidth(1.2).strokeColor(ink.accent);
  for (const [i, place] of path.entries()) {
    if (i === 0) pdf.moveTo(...at(place));
    else pdf.lineTo(...at(place));
  }
  pdf.stroke();
  for (const [i, stop] of stops.entries()) {
    const [x, y] = at(stop);
    pdf.circle(x, y, 6).fill(ink.accent);
    pdf.font('strong').fontSize(7).fillColor('#ffffff');
    pdf.text(String(i + 1), x - 6, y - 4.5, { width: 12, align: 'center', lineBreak: false });
  }
  document.y = top + height + 8;
}
