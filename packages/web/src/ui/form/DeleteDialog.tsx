import type { AllCalls, CallInput, CallName } from '@watchpost/contract';
import type { ReactNode } from 'react';
import { useText } from '../../lib/defineText.ts';
import { useSave } from '../useSave.ts';
import { ConfirmDialog } from './ConfirmDialog.tsx';
import { text } from './text.ts';

/** More than a person reads through before clicking. */
const maxNames = 10;

/**
 * Asks before rows of a list are deleted, names them, and deletes them.
 *
 * @param asks calls whose answers the deletion makes old
 * @param names of the rows; left out where the title says the name
 * @param onDone clears the selection
 * @param children what else goes with them
 */
export function DeleteDialog<Name extends CallName>({
  call,
  input,
  title,
  said,
  asks,
  names = [],
  ok,
  disabled,
  onClose,
  onDone,
  children,
}: {
  call: Name;
  input: CallInput<AllCalls[Name]>;
  title: string;
  said: string;
  asks: readonly CallName[];
  names?: readonly string[];
  ok?: string;
  disabled?: boolean;
  onClose: () => void;
  onDone?: (() => void) | undefined;
  children?: ReactNode;
}) {
  const t = useText(text);
  const save = useSave(asks, () => {
    onDone?.();
    onClose();
  });
  const more = names.length - maxNames;
  return (
    <ConfirmDialog
      title={title}
      {...(ok === undefined ? {} : { ok })}
      disabled={disabled ?? false}
      act={() => save(call, input, said)}
      onClose={onClose}
    >
      {names.length > 0 ? (
        <p>
          {names.slice(0, maxNames).join(' · ')} {more > 0 ? t.andMore(more) : null}
        </p>
      ) : null}
      {children}
    </ConfirmDialog>
  );
}
