/** What went wrong between a page and the calls of `fakeApi`, for the message of a test that fails. */
export const callProblems: string[] = [];
