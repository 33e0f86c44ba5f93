import { createContext, useCallback, useState } from 'react';

/** What keeps a form from being sent while something that will stand in one of its fields is on its way. */
export interface FormHold {
  readonly held: boolean;
  /** Told by a field while a picture of it is uploaded. @returns to be called when it has come */
  hold(): () => void;
}

/** Of the form that a field stands in; null: nothing is sent with it. */
export const FormHoldContext = createContext<FormHold['hold'] | null>(null);

export function useFormHold(): FormHold {
  const [holds, setHolds] = useState(0);
  const hold = useCallback(() => {
    setHolds((count) => count + 1);
    return () => setHolds((count) => count - 1);
  }, []);
  return { held: holds > 0, hold };
}
