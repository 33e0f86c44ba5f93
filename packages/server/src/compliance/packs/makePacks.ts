import { createHash } from 'node:crypto';
import { dayMs, harmlessProblems, hourMs, qualityOf } from '@watchpost/contract';
import { system } from '../../access/index.ts';
import { serverItself } from '../../history/index.ts';
import { inLanguage } from '../../platform/inLanguage.ts';
import { qrPicture } from '../../platform/printing/drawQr.ts';
import { printHtml } from '../../platform/printing/printHtml.ts';
import { dayAfter, startOfDay } from '../../platform/zonedTime.ts';
import type { PackDeps, SealDeps } from '../deps.ts';
import { recordsStatement } from '../documents/recordsStatement.ts';
import { documentAddress, newDocumentId, sealDocument } from '../documents/sealDocument.ts';
import { projectFacts } from '../proof/proof.store.ts';
import { verifySeals } from '../proof/verifySeals.ts';
import { proofFacts, writeProof } from '../proof/writeProof.ts';
import { publicKeys } from '../seal/seal.store.ts';
import { curvePicture, type HourOfCurve } from './curvePicture.ts';
import { type DayFigures, FigureSum } from './FigureSum.ts';
import { daysCsv, type FiguresOfDay, figuresWorkbook } from './figuresWorkbook.ts';
import { findPacks, insertPart, keepPack, keepPackFailure, type PackRow, waitingPacks } from './pack.store.ts';
import { type PackFacts, packFacts } from './packFacts.ts';
import { packPage, pointOfCurve, qrAddress } from './packPage.ts';

/** A row of the database each; what a pack takes in memory while it is written or read. */
const partBytes = 1024 * 1024;
const weekMs = 7 * dayMs;
/** Days between two dates under a curve. */
const daysBetweenDates = 5;

export const scopeOf = ({ project_id, device_ids, from_day, until_day }: PackRow) => ({
  projectId: project_id,
  deviceIds: device_ids,
  fromDay: from_day,
  untilDay: until_day,
});

/** Figures of each point over the range, and of each of its sealed days by point, in their order, from the samples. */
async function figuresOf(
  { history, historyShare }: Pick<SealDeps, 'history' | 'historyShare'>,
  { pointIds, names, records }: PackFacts,
  stopping: AbortSignal,
): Promise<{
  points: Map<number, DayFigures>;
  days: Map<number, FiguresOfDay[]>;
  hours: Map<number, HourOfCurve[]>;
}> {
  const points = new Map<number, DayFigures>();
  const daysOf = new Map<number, FiguresOfDay[]>();
  const hoursOf = new Map<number, HourOfCurve[]>();
  for (const pointId of pointIds) {
    const { unit } = names.get(pointId)!;
    const figuresOfDays: FiguresOfDay[] = [];
    daysOf.set(pointId, figuresOfDays);
    const hours: { at: number; min: number; max: number }[] = [];
    hoursOf.set(pointId, hours);
    const isCelsius = unit === '°C' || unit === '℃';
    const whole = new FigureSum(isCelsius);
    const days = new Map(records.filter(({ point_id }) => point_id === pointId).map((row) => [row.day, row]));
    const ordered = [...days.values()].sort((a, b) => a.from_at.getTime() - b.from_at.getTime());
    while (ordered.length > 0) {
      stopping.throwIfAborted();
      const start = ordered[0]!.from_at.getTime();
      const beyond = ordered.findIndex(({ to_at }) => to_at.getTime() > start + weekMs);
      const some = ordered.splice(0, beyond === -1 ? ordered.length : Math.max(1, beyond));
      const end = some.at(-1)!.to_at.getTime();
      const [raw] = await historyShare.long.run(serverItself, stopping, () =>
        history.raw([pointId], start, end, stopping),
      );
      let i = 0;
      for (const { day, from_at, to_at, samples } of some) {
        const sum = new FigureSum(isCelsius);
        while (i < raw!.length && raw!.measuredAt[i]! < from_at.getTime()) i++;
        for (; i < raw!.length && raw!.measuredAt[i]! < to_at.getTime(); i++) {
          sum.add(raw!.values[i]!, raw!.quality[i]!);
          whole.add(raw!.values[i]!, raw!.quality[i]!);
          const value = raw!.values[i]!;
          if (qualityOf(raw!.quality[i]!) === 'bad' || Number.isNaN(value)) continue;
          const at = Math.floor(raw!.measuredAt[i]! / hourMs) * hourMs;
          const hour = hours.at(-1);
          if (hour?.at === at) {
            hour.min = Math.min(hour.min, value);
            hour.max = Math.max(hour.max, value);
          } else hours.push({ at, min: value, max: value });
        }
        figuresOfDays.push({ day, samples, ...sum.figures() });
      }
    }
    points.set(pointId, whole.figures());
  }
  return { points, days: daysOf, hours: hoursOf };
}

/** The limits that counted last. */
function limitsOf({ assigned }: PackFacts, pointId: number): { low: number | null; high: number | null } {
  const last = assigned.findLast(({ point_id }) => point_id === pointId);
  return { low: last?.low_limit ?? null, high: last?.high_limit ?? null };
}

/** The days of a range, with a date at every fifth. */
function axisOf({ from, until }: { from: string; until: string }, timeZone: string) {
  const days: { at: number; label: string | null }[] = [];
  for (let day = from; day <= until; day = dayAfter(day, 1))
    days.push({
      at: startOfDay(day, timeZone).getTime(),
      label: days.length % daysBetweenDates === 0 ? day.slice(5) : null,
    });
  return { from: days[0]!.at, to: startOfDay(until, timeZone, 1).getTime(), days };
}

/** Makes one pack: PDF, figures, samples, seals and the program that checks them. @throws when what was sealed does not match */
async function makePack(deps: PackDeps, pack: PackRow, stopping: AbortSignal): Promise<void> {
  const { db, clock, secretKey } = deps;
  const documentId = newDocumentId();
  const address = documentAddress(deps.publicUrl, documentId);
  const { id, project_id: projectId, time_zone: timeZone, language } = pack;
  const range = { from: pack.from_day, until: pack.until_day };
  const facts = await packFacts(db, scopeOf(pack), timeZone);
  if (facts.pointIds.length === 0) throw new Error('Nothing is sealed in this period');
  const { problems } = await verifySeals(deps, system, { projectId, timeZone, ...range }, serverItself, stopping);
  const mine = new Set(facts.pointIds);
  const wrong = problems.filter(
    ({ problem, pointId }) =>
      problem !== 'notSealed' && !harmlessProblems.has(problem) && (pointId === null || mine.has(pointId)),
  );
  if (wrong.length > 0)
    throw new Error(`${wrong.length} × ${wrong[0]!.problem} (${wrong[0]!.day ?? ''}): what was sealed does not match`);
  const figures = await figuresOf(deps, facts, stopping);
  const project = await projectFacts(system, db, projectId);
  const proof = await proofFacts(deps, project, range, facts.pointIds);
  const madeAt = clock.now();
  const page = packPage(
    {
      ...{ project, madeAt, facts, roots: proof.roots },
      ...range,
      figures: figures.points,
      publicKey: (await publicKeys(system, db)).at(-1)!.public_key,
      document: { id: documentId, address },
    },
    language,
  );
  const title = `${inLanguage(project.name, project.name_en, language)} ${range.from} – ${range.until}`;
  const axis = axisOf(range, timeZone);
  const findPicture = async (name: string) => {
    if (name === qrAddress) return address === null ? null : qrPicture(address);
    const pointId = pointOfCurve(name);
    if (pointId === null) return null;
    const hours = figures.hours.get(pointId) ?? [];
    return curvePicture({ ...axis, hours, limits: limitsOf(facts, pointId) });
  };
  const pdf = await printHtml(page, title, findPicture, stopping);
  const stream = await writeProof(
    deps,
    proof,
    {
      userId: serverItself,
      language,
      files: [
        { name: 'report.pdf', content: pdf },
        { name: 'days.csv', content: daysCsv(facts, figures.days) },
        { name: 'days.xlsx', content: await figuresWorkbook(facts, figures.days, timeZone, language) },
      ],
    },
    stopping,
  );
  await db.transaction().execute(async (transaction) => {
    const hash = createHash('sha256');
    let [part, sizeBytes] = [0, 0];
    let held: Buffer[] = [];
    let heldBytes = 0;
    const keep = async (): Promise<void> => {
      if (heldBytes === 0) return;
      await insertPart(system, transaction, id, part, Buffer.concat(held));
      part += 1;
      held = [];
      heldBytes = 0;
    };
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      hash.update(chunk);
      sizeBytes += chunk.length;
      held.push(chunk);
      heldBytes += chunk.length;
      if (heldBytes >= partBytes) await keep();
    }
    await keep();
    const made = {
      pointIds: facts.pointIds,
      facts: facts.hash,
      sha256: hash.digest(),
      sizeBytes,
      at: new Date(madeAt),
    };
    if (!(await keepPack(system, transaction, id, made))) throw new Error('The pack is gone, or somebody else made it');
    const files = [
      { name: 'pack.zip', sha256: made.sha256, sizeBytes, content: null },
      { name: 'report.pdf', sha256: createHash('sha256').update(pdf).digest(), sizeBytes: pdf.length, content: null },
    ];
    await sealDocument(transaction, secretKey, {
      ...{ id: documentId, kind: 'pack', projectId, subjectId: id, revision: pack.revision, at: made.at, files },
      statement: recordsStatement({
        ...{ id: documentId, kind: 'pack', revision: pack.revision, issuedAt: madeAt, project, language, files },
        ...range,
        records: facts.records,
      }),
    });
  });
}

/** Makes every pack that waits. One that was cut off is made again; file and state are one transaction. */
export async function makePacks(deps: PackDeps, stopping: AbortSignal): Promise<void> {
  const { db, events, log } = deps;
  for (const id of await waitingPacks(system, db)) {
    stopping.throwIfAborted();
    const [pack] = await findPacks(system, db, [id]);
    if (pack?.status !== 0) continue;
    try {
      await makePack(deps, pack, stopping);
    } catch (error) {
      if (stopping.aborted) throw error;
      log.error({ err: error, packId: id }, 'A compliance pack could not be made');
      await keepPackFailure(system, db, id, error instanceof Error ? error.message : String(error));
    }
    events.emit('listsChanged', { companyId: pack.company_id, kinds: ['compliance'] });
  }
}
