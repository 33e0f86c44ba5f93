/** A buffer comes in many messages: work on it begins when nothing has come of its company for so long, */
const quietMs = 700;
/** or after so long at the latest. */
const longestWaitMs = 10_000;
const retryMs = 5_000;

export interface CompanyTurnsDeps {
  /** Does what waits of a company; between two parts of it others have their turn. */
  readonly work: (companyId: number) => AsyncGenerator<void, void>;
  /** The companies of which something waits. */
  readonly waiting: () => Iterable<number>;
  readonly failed: (error: unknown, companyId: number) => void;
  readonly signal: AbortSignal;
}

/** Times are monotonic, ms. */
interface Company {
  /** Since when something waits that no task has taken up; null: nothing does. */
  since: number | null;
  dueAt: number;
  task: AsyncGenerator<void, void> | null;
  begunAt: number;
  restsUntil: number;
}

const aCompany = (): Company => ({
  ...{ since: null, dueAt: Number.POSITIVE_INFINITY, task: null },
  ...{ begunAt: Number.NEGATIVE_INFINITY, restsUntil: Number.NEGATIVE_INFINITY },
});

/**
 * When work on the late samples of which company is done: each by its own clock, and those under way in turns, part by part. A company
 * that uploads a year neither puts off when another begins nor keeps it waiting until the year is done.
 */
export function createCompanyTurns({ work, waiting, failed, signal }: CompanyTurnsDeps) {
  const companies = new Map<number, Company>();
  let running: Promise<void> | null = null;
  let timer: NodeJS.Timeout | null = null;

  function companyOf(companyId: number): Company {
    const company = companies.get(companyId) ?? aCompany();
    companies.set(companyId, company);
    return company;
  }

  function dueIn(companyId: number, ms: number): void {
    const company = companyOf(companyId);
    const now = performance.now();
    company.since ??= now;
    company.dueAt = Math.max(company.restsUntil, Math.min(now + ms, company.since + Math.max(longestWaitMs, ms)));
  }

  function schedule(): void {
    if (timer) clearTimeout(timer);
    timer = null;
    if (signal.aborted || running) return;
    const dueAt = Math.min(...[...companies.values()].map((company) => company.dueAt));
    if (dueAt < Number.POSITIVE_INFINITY) timer = setTimeout(run, Math.max(0, dueAt - performance.now())).unref();
  }

  function run(): Promise<void> {
    running ??= takeTurns().finally(() => {
      running = null;
      schedule();
    });
    return running;
  }

  async function takeTurns(): Promise<void> {
    for (let isIdle = false; !isIdle && !signal.aborted; ) {
      isIdle = true;
      for (const [companyId, company] of companies) {
        if (signal.aborted) return;
        if (company.task === null && company.dueAt > performance.now()) continue;
        isIdle = false;
        if (company.task === null) {
          Object.assign(company, { since: null, dueAt: Number.POSITIVE_INFINITY, begunAt: performance.now() });
          company.task = work(companyId);
        }
        let after = quietMs;
        try {
          if (!(await company.task.next()).done) continue;
        } catch (error) {
          if (signal.aborted) return;
          failed(error, companyId);
          after = retryMs;
        }
        company.task = null;
        // As long as its work took: of a year that still comes in, much would be done many times.
        company.restsUntil = 2 * performance.now() - company.begunAt;
        if (company.since !== null) company.dueAt = Math.max(company.dueAt, company.restsUntil);
        for (const id of waiting()) if (companyOf(id).since === null && companyOf(id).task === null) dueIn(id, after);
      }
    }
  }

  return {
    /** Something late has come of these companies. */
    heard(companyIds: Iterable<number>): void {
      for (const companyId of companyIds) dueIn(companyId, quietMs);
      schedule();
    },

    /** Does what waits at once. Resolves when that has been tried. */
    now(): Promise<void> {
      for (const companyId of waiting()) companyOf(companyId).dueAt = 0;
      return run();
    },

    /** Resolves when nothing is under way. */
    async stop(): Promise<void> {
      if (timer) clearTimeout(timer);
      await running;
    },
  };
}
