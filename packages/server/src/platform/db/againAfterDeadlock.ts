/** The winner of a deadlock has ended by the second try; one more for a third transaction. */
const maxTries = 3;

/** Runs a transaction, and again from its beginning when PostgreSQL ended it to resolve a deadlock. */
export async function againAfterDeadlock<Result>(transaction: () => Promise<Result>): Promise<Result> {
  for (let tried = 1; ; tried += 1) {
    try {
      return await transaction();
    } catch (error) {
      if ((error as { code?: string }).code !== '40P01' || tried === maxTries) throw error;
    }
  }
}
