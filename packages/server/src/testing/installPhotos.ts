import type { Db } from '../platform/db/database.ts';

const photoOf = (company: number, place: number): string =>
  `photo${String(company).padStart(9, '0')}${String(place).padStart(10, '0')}`;

/** Pictures that a company keeps, as many as an installation needs. @returns their paths */
export async function sixPhotos(db: Db, companyId: number, userId: number): Promise<string[]> {
  const ids = [1, 2, 3, 4, 5, 6].map((place) => photoOf(companyId, place));
  for (const id of ids)
    await db
      .insertInto('uploaded_file')
      .values({
        ...{ id, company_id: companyId, user_id: userId, name: 'pipe.png' },
        ...{ content_type: 'image/png', size_bytes: 100, uploaded_at: new Date() },
      })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  return ids;
}
