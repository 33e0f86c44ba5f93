import {
  type Bilingual,
  commonErrors,
  type ScheduleOutcome,
  scheduleContentTypes,
  schedulingErrors,
  writingErrors,
} from '@watchpost/contract';
import { grantsOfUser, mayInCompany, system } from '../access/index.ts';
import { AnswerTooLong, guardedRequest } from '../platform/guardedRequest.ts';
import { inBothLanguages, Refusal } from '../platform/http/refusal.ts';
import { at } from '../platform/jsonPointer.ts';
import { OutboundRefused } from '../platform/outboundGuard.ts';
import { writeAs } from '../writing/index.ts';
import type { SchedulingDeps } from './deps.ts';
import { beginRun, type DueJob, endRun, suspendJob } from './run.store.ts';
import type { RunWrite } from './schedule.store.ts';

const maxAnswerBytes = 1024 * 1024;
const keptAnswer = 4_000;

interface Ending {
  readonly outcome: ScheduleOutcome;
  readonly said: Bilingual | null;
  readonly response?: string;
  /** What took its value. */
  readonly writes?: readonly RunWrite[];
}

const ownerGone: Bilingual = {
  zh: '任务的所有者已无计划任务权限',
  en: 'The owner of the task no longer holds the right to scheduled tasks',
};
const crashed: Bilingual = {
  zh: '服务器在执行中停止：可能已执行，系统不会自动重做',
  en: 'The server stopped while it ran: it may have been carried out. It is not repeated',
};
const projectDeleted: Bilingual = { zh: '任务的项目已被删除', en: 'The project of the task was deleted' };
const broken: Bilingual = { zh: '服务器出错', en: 'The server had an error' };

/** Carries out a run that was ordered, once: found begun, it is ended as unknown and not repeated. */
export async function carryOut(deps: SchedulingDeps, runId: number): Promise<void> {
  const { db, clock, events, log } = deps;
  const job = await beginRun(system, db, runId, new Date(clock.now()));
  if (job === null) return;
  const end = ({ outcome, said, response = '', writes = [] }: Ending) =>
    endRun(system, db, runId, { outcome, said, response: response || null, writes, at: new Date(clock.now()) });
  if (job === 'begun') return end({ outcome: 'unknown', said: crashed });
  const ending = await run(deps, job).catch((error): Ending => {
    log.error({ err: error, runId }, 'A scheduled task broke off');
    return { outcome: 'failed', said: broken };
  });
  await end(ending);
  if (ending.outcome === 'refusedRights') await suspendJob(system, db, job, ending.said ?? ownerGone);
  events.emit('listsChanged', { companyId: job.company_id, kinds: ['schedule'] });
}

async function run(deps: SchedulingDeps, job: DueJob): Promise<Ending> {
  // Between the order and its turn.
  if (job.is_of_deleted_projects) return { outcome: 'refused', said: projectDeleted };
  const grants = job.owner_id === null ? null : await grantsOfUser(system, deps.db, job.owner_id, job.company_id);
  if (!grants || !mayInCompany({ grants }, ['scheduleEdit'])) return { outcome: 'refusedRights', said: ownerGone };
  return job.mode === 'write' ? write(deps, job, job.owner_id!) : callAddress(deps, job);
}

/** Refusals that say that the owner may not: the task is switched off, and never runs as somebody else. */
const ofRights = new Set<object>([
  writingErrors.readOnlyForYou,
  writingErrors.noLongerYours,
  commonErrors.notYourCompany,
]);

/** Point by point, in their order; stops at the first that does not take its value. */
async function write({ writing, log }: SchedulingDeps, job: DueJob, userId: number): Promise<Ending> {
  const reason = `计划任务 / Scheduled task: ${job.name}`.slice(0, 200);
  const writes: RunWrite[] = [];
  for (const { pointId, value } of job.writes) {
    try {
      const { success, said, oldValue } = await writeAs(
        writing,
        { userId, companyId: job.company_id },
        { pointId, value },
        reason,
      );
      if (success !== true) return { outcome: success === null ? 'unknown' : 'failed', said, writes };
      writes.push({ pointId, value, before: oldValue });
    } catch (error) {
      if (!(error instanceof Refusal)) {
        log.error({ err: error, job: job.id }, 'A scheduled task broke off');
        return { outcome: 'failed', said: broken, writes };
      }
      return { outcome: ofRights.has(error.entry) ? 'refusedRights' : 'refused', said: inBothLanguages(error), writes };
    }
  }
  return { outcome: 'done', said: null, writes };
}

async function callAddress({ guard, writing }: SchedulingDeps, job: DueJob): Promise<Ending> {
  // Another server may have taken over, and said of this run that its end is unknown.
  if (!writing.deps.owner.holds()) return { outcome: 'unknown', said: null };
  const url = new URL(job.url!);
  const isGet = job.method === 'GET';
  if (isGet && job.params !== '') url.search = [url.search.slice(1), job.params].filter(Boolean).join('&');
  try {
    const { status, body } = await guardedRequest(guard, url, {
      method: job.method,
      ...(isGet ? {} : { body: job.params, headers: headersOf(job) }),
      timeoutMs: job.timeout_seconds * 1000,
      maxBytes: maxAnswerBytes,
    });
    const text = body.toString('utf8').replaceAll('\0', '');
    const response = `${status} ${text}`.slice(0, keptAnswer);
    if (!job.resp_codes.includes(status))
      return { outcome: 'failed', said: { zh: `状态码 ${status}`, en: `Status ${status}` }, response };
    const said = job.parse_mode === 'none' ? null : whyNotEqual(text, job.parse_pointer ?? '', job.parse_value);
    return { outcome: said === null ? 'done' : 'failed', said, response };
  } catch (error) {
    if (error instanceof OutboundRefused) return { outcome: 'refused', said: schedulingErrors.urlRefused };
    if (error instanceof AnswerTooLong)
      return { outcome: 'failed', said: { zh: '应答超过 1 MB', en: 'The answer is longer than 1 MB' } };
    const name = error instanceof Error ? error.name : '';
    if (name === 'TimeoutError' || name === 'AbortError')
      return {
        outcome: 'timedOut',
        said: { zh: `${job.timeout_seconds} 秒内没有应答`, en: `No answer within ${job.timeout_seconds} s` },
      };
    return { outcome: 'failed', said: { zh: '无法连接', en: 'Could not be reached' } };
  }
}

const headersOf = ({ content_type, params }: DueJob): Record<string, string> => ({
  'content-type': scheduleContentTypes[content_type],
  'content-length': String(Buffer.byteLength(params)),
});

function whyNotEqual(text: string, pointer: string, expected: string): Bilingual | null {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return { zh: '应答不是 JSON', en: 'The answer is not JSON' };
  }
  const found = at(json, pointer);
  if (found !== undefined && String(found) === expected) return null;
  const shown = found === undefined ? '–' : JSON.stringify(found).slice(0, 100);
  return { zh: `${pointer} 为 ${shown}`, en: `${pointer} is ${shown}` };
}
