/**
 * Waits for statements of one transaction that were sent one behind the other, on a connection that does not wait between them.
 * All of them are waited for, also after one has failed: none may still be on its way when the transaction is rolled back, for
 * it would then be committed by itself.
 *
 * @throws the first error that came back; PostgreSQL refuses what is behind it only because of it
 */
export async function sentTogether<Answers extends readonly unknown[]>(
  ...statements: { [K in keyof Answers]: Promise<Answers[K]> }
): Promise<Answers> {
  const answers = Promise.all(statements);
  // Awaited below; without this a failure before that would count as unhandled.
  answers.catch(() => {});
  await Promise.allSettled(statements);
  return answers as unknown as Promise<Answers>;
}
