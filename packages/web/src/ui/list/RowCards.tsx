import { Checkbox } from 'antd';
import type { ReactNode } from 'react';
import { useText } from '../../lib/defineText.ts';
import type { RowsProps } from './RowTable.tsx';
import { text } from './text.ts';

/** The rows on a phone, one card each; what a card says can be given, else it is the columns with their titles. */
export function RowCards<Row extends object>({
  rows,
  columns,
  keyOf,
  nameOf,
  classOf,
  onOpen,
  opens,
  actionsOf,
  selection,
  label,
  cardOf,
}: RowsProps<Row> & { label: string; cardOf?: ((row: Row) => ReactNode) | undefined }) {
  const t = useText(text);
  const heading = columns.shown.find(({ onCard }) => onCard === 'heading') ?? columns.shown[0];
  const linesOf = (row: Row) => (
    <>
      <span className="list-card-heading">{heading?.render(row)}</span>
      {columns.shown
        .filter((column) => column !== heading && column.onCard !== 'no')
        .map((column) => {
          const shown = column.render(row);
          // On a card a title without a value says nothing.
          if (shown === null || shown === undefined || shown === '') return null;
          return (
            <span key={column.key} className="list-card-line">
              <span className="list-card-label">{column.title}</span>
              <span>{shown}</span>
            </span>
          );
        })}
    </>
  );
  return (
    <ul className="list-cards" aria-label={label}>
      {rows.map((row) => {
        const key = keyOf(row);
        const actions = actionsOf?.(row);
        return (
          <li key={key} className={['list-card', classOf?.(row) ?? ''].filter(Boolean).join(' ')}>
            {onOpen && opens(row) ? (
              <button type="button" className="list-card-body" onClick={() => onOpen(row)}>
                {cardOf ? cardOf(row) : linesOf(row)}
              </button>
            ) : (
              <div className="list-card-body">{cardOf ? cardOf(row) : linesOf(row)}</div>
            )}
            {selection || actions ? (
              <span className="list-card-foot">
                {selection ? (
                  <Checkbox
                    aria-label={t.selectRow(nameOf(row))}
                    disabled={!selection.may(row)}
                    checked={selection.keys.includes(key)}
                    onChange={(event) =>
                      selection.select(
                        event.target.checked
                          ? [...selection.keys, key]
                          : selection.keys.filter((selected) => selected !== key),
                      )
                    }
                  />
                ) : null}
                {actions}
              </span>
            ) : null}
          </li>
        );
      })}
    </ul>
  );
}
