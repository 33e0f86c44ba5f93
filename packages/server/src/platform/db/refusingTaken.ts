/**
 * Does what may run into a constraint of the database because somebody else was faster, and says so in words. Only a check
 * before it can say it of two things at once; only the constraint can say it of two people.
 *
 * @param refusals by the name of the constraint: unique (taken meanwhile) or foreign key (gone, or in use meanwhile)
 */
export async function refusingTaken<Result>(
  refusals: Readonly<Record<string, () => Error>>,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    const { code, constraint } = error as { code?: string; constraint?: string };
    const isTaken = (code === '23505' || code === '23503') && constraint && Object.hasOwn(refusals, constraint);
    throw isTaken ? refusals[constraint]!() : error;
  }
}
