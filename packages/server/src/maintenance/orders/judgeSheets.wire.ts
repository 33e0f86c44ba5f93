import { createHash } from 'node:crypto';
import { isAnswered, judgeAnswer } from '@watchpost/contract';
import type { SheetRow } from './order.store.ts';

/** What is signed of a visit: SHA-256 of its sheets with the answers as JSON, hexadecimal. */
export const hashOfSheets = (sheets: readonly SheetRow[]): string =>
  createHash('sha256')
    .update(
      JSON.stringify(
        sheets.map(({ template_id, template_name, n, groups, answers, readings }) => [
          ...[template_id, template_name, n, sorted(groups), sorted(answers), sorted(readings)],
        ]),
      ),
    )
    .digest('hex');

/** With names in one order, whichever the database keeps them in. */
const sorted = (value: unknown): unknown =>
  Array.isArray(value)
    ? value.map(sorted)
    : value !== null && typeof value === 'object'
      ? Object.fromEntries(
          Object.entries(value)
            .sort(([a], [b]) => (a < b ? -1 : 1))
            .map(([name, part]) => [name, sorted(part)]),
        )
      : value;

/** Required items without an answer, and answers that are not as they should be. */
export function countItems(sheets: readonly SheetRow[]): { open: number; bad: number } {
  let open = 0;
  let bad = 0;
  for (const { groups, answers } of sheets) {
    const byPlace = new Map(answers.map((answer) => [`${answer.Group} ${answer.Item}`, answer]));
    for (const [group, { ItemList }] of groups.entries())
      for (const [place, item] of ItemList.entries()) {
        const answer = byPlace.get(`${group} ${place}`);
        if (item.Required && !isAnswered(item.Content, item.LineList.length, answer)) open += 1;
        if (judgeAnswer(item, answer) === false) bad += 1;
      }
  }
  return { open, bad };
}

/** Items whose picture is asked for and missing. @param pictured places that have one, as attachments name them */
export function photosMissing(sheets: readonly SheetRow[], pictured: ReadonlySet<string>): number {
  let missing = 0;
  for (const { template_id, groups, answers } of sheets) {
    const byPlace = new Map(answers.map((answer) => [`${answer.Group} ${answer.Item}`, answer]));
    for (const [group, { ItemList }] of groups.entries())
      for (const [place, item] of ItemList.entries()) {
        const isAsked =
          item.Photo === 'required' ||
          (item.Photo === 'whenBad' && judgeAnswer(item, byPlace.get(`${group} ${place}`)) === false);
        if (isAsked && !pictured.has(`${template_id} ${group} ${place}`)) missing += 1;
      }
  }
  return missing;
}
