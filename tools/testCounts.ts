/** How many tests passed, failed and were left out. */
export interface Counts {
  passed: number;
  failed: number;
  skipped: number;
}

/** Counts Vitest's JSON report. A file that did not load has no failed test of its own; it counts as one. */
export function countVitest(report: unknown): Counts {
  const { testResults } = report as {
    testResults: { status: string; assertionResults: { status: string }[] }[];
  };
  const counts: Counts = { passed: 0, failed: 0, skipped: 0 };
  for (const file of testResults) {
    const failedBefore = counts.failed;
    for (const { status } of file.assertionResults) {
      if (status === 'passed') counts.passed++;
      else if (status === 'failed') counts.failed++;
      else counts.skipped++;
    }
    if (file.status === 'failed' && counts.failed === failedBefore) counts.failed++;
  }
  return counts;
}

/** The test files of Vitest's JSON report that took longest, in seconds; files run beside each other. */
export function longestFiles(report: unknown, count: number): { file: string; seconds: number }[] {
  const { testResults } = report as { testResults: { name: string; startTime: number; endTime: number }[] };
  return testResults
    .map(({ name, startTime, endTime }) => ({ file: name, seconds: (endTime - startTime) / 1000 }))
    .sort((one, other) => other.seconds - one.seconds)
    .slice(0, count);
}

/** Counts Playwright's JSON report. A journey that passed only at a second try is a failure here. */
export function countPlaywright(report: unknown): Counts {
  const { stats, errors } = report as {
    stats: { expected: number; unexpected: number; flaky: number; skipped: number };
    errors: unknown[];
  };
  const failed = stats.unexpected + stats.flaky;
  return {
    passed: stats.expected,
    // An error outside every journey, such as a product that did not start.
    failed: failed === 0 && errors.length > 0 ? 1 : failed,
    skipped: stats.skipped,
  };
}

/**
 * Judges one kind of tests by its exit code and its counts: a runner that crashed, or found nothing to run, is a failure
 * that no count would show.
 */
export function verdict(
  name: string,
  code: number | null,
  counts: Counts | null,
): { counts: Counts; trouble: string | null } {
  if (counts === null) {
    return {
      counts: { passed: 0, failed: 1, skipped: 0 },
      trouble: `${name}: the runner ended with code ${code} and wrote no report`,
    };
  }
  if (counts.failed > 0) return { counts, trouble: null };
  if (counts.passed + counts.skipped === 0) {
    return { counts: { ...counts, failed: 1 }, trouble: `${name}: nothing ran` };
  }
  if (code !== 0) {
    return {
      counts: { ...counts, failed: 1 },
      trouble: `${name}: no test failed, but the runner ended with code ${code} (see above)`,
    };
  }
  return { counts, trouble: null };
}

export function addCounts(total: Counts, more: Counts): void {
  total.passed += more.passed;
  total.failed += more.failed;
  total.skipped += more.skipped;
}

/** The last line of `npm test`. */
export function summaryLine({ passed, failed, skipped }: Counts): string {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}
