import type { Key, ReactNode } from 'react';

interface FigureCard {
  readonly key: Key;
  readonly heading: ReactNode;
  readonly facts: readonly { readonly name: string; readonly value: ReactNode }[];
  /** Below the facts, over the whole width. */
  readonly foot?: ReactNode;
}

/** The rows of a table of figures on a phone: one card each, with its figures side by side. */
export const FigureCards = ({ cards, label }: { cards: readonly FigureCard[]; label: string }) => (
  <ul className="figure-cards" aria-label={label}>
    {cards.map(({ key, heading, facts, foot }) => (
      <li key={key}>
        <div className="figure-card-heading">{heading}</div>
        <dl className="tabular">
          {facts.map(({ name, value }) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
        {foot}
      </li>
    ))}
  </ul>
);
