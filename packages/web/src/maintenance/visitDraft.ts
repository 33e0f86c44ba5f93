import type { Answer, MaintenanceOrderDetail } from '@watchpost/contract';

/** Answers by template, and there by their place. */
export type TypedAnswers = ReadonlyMap<number, ReadonlyMap<string, Answer>>;
interface KeptAnswer {
  readonly TemplateId: number;
  readonly Answer: Answer;
  /** What the server had at this place when it was typed. */
  readonly Before: string;
}

export const placeOfAnswer = ({ Group, Item }: Pick<Answer, 'Group' | 'Item'>): string => `${Group} ${Item}`;

/**
 * The answers of a visit that are typed and not saved yet, kept by this browser: a cold room has no network, and a dialog is closed
 * quickly. They are their person's. An answer that somebody else gave meanwhile is not overwritten by them.
 */
export function visitDraft(
  userId: number,
  { OrderId, SheetList }: Pick<MaintenanceOrderDetail, 'OrderId' | 'SheetList'>,
) {
  const place = `visit-${OrderId}-${userId}`;
  const onServer = new Map(
    SheetList.map(({ TemplateId, AnswerList }) => [
      TemplateId,
      new Map(AnswerList.map((answer) => [placeOfAnswer(answer), JSON.stringify(answer)])),
    ]),
  );
  const beforeOf = (templateId: number, answer: Answer): string =>
    onServer.get(templateId)?.get(placeOfAnswer(answer)) ?? '';
  const readKept = (): readonly KeptAnswer[] => {
    try {
      return JSON.parse(localStorage.getItem(place) ?? '[]') as KeptAnswer[];
    } catch {
      return [];
    }
  };
  return {
    read(): TypedAnswers {
      const typed = new Map<number, Map<string, Answer>>();
      for (const { TemplateId, Answer, Before } of readKept()) {
        if (Before !== beforeOf(TemplateId, Answer)) continue;
        const sheet = typed.get(TemplateId) ?? new Map<string, Answer>();
        typed.set(TemplateId, sheet.set(placeOfAnswer(Answer), Answer));
      }
      return typed;
    },
    keep(typed: TypedAnswers): void {
      const kept = [...typed].flatMap(([TemplateId, answers]) =>
        [...answers.values()].map((Answer) => ({ TemplateId, Answer, Before: beforeOf(TemplateId, Answer) })),
      );
      try {
        if (kept.length === 0) localStorage.removeItem(place);
        else localStorage.setItem(place, JSON.stringify(kept));
      } catch {
        // Without room they are there as long as the dialog is.
      }
    },
  };
}
