import type { ReactNode } from 'react';

/** One column of a list. */
export interface ListColumn<Row> {
  /** Short and the same for ever: people's choices of columns are kept by it. */
  readonly key: string;
  /** In the user's language. */
  readonly title: string;
  render(row: Row): ReactNode;
  /** Pixels; without one the column takes what is left. */
  readonly width?: number;
  /** Numbers stand right. */
  readonly align?: 'left' | 'right' | 'center';
  /** Cut off with an ellipsis instead of wrapping. */
  readonly ellipsis?: boolean;
  /** The order it stands for, one of the definition's `sorts`. */
  readonly sort?: string;
  /** Cannot be hidden. */
  readonly always?: boolean;
  /** Not shown until somebody chooses it. */
  readonly usuallyHidden?: boolean;
  /** On a card of the phone: the heading (the first column unless another says so), left out, or a line of its own. */
  readonly onCard?: 'heading' | 'no' | 'line';
}

/** What can be done with one row. */
export interface RowAction {
  readonly key: string;
  readonly label: string;
  /** For screen readers, with the row's name in it; "label: name" unless given. Of inline actions only. */
  readonly fullLabel?: string;
  /** Being done now. */
  readonly busy?: boolean;
  run(): void;
  readonly danger?: boolean;
  readonly disabled?: boolean;
  /** Stands in the row itself; the others in a menu. */
  readonly inline?: boolean;
}
