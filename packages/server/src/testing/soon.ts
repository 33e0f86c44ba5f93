/** For `expect.poll`: how long to look for what must come, on a machine that is busy with other tests. */
export const soon = { timeout: 20_000, interval: 10 };
