/** Whoever made us lose has ended by then; one more for a third. */
const maxTries = 3;

/** Does a transaction, again from its beginning when PostgreSQL ended this one of two that waited for each other. */
export async function againAfterDeadlock<Result>(transaction: () => Promise<Result>): Promise<Result> {
  for (let tried = 1; ; tried += 1) {
    try {
      return await transaction();
    } catch (error) {
      if ((error as { code?: string }).code !== '40P01' || tried === maxTries) throw error;
    }
  }
}
