import { say, WriteForm, writingErrors } from '@watchpost/contract';
import { z } from 'zod';
import { limitWords } from './valueWords.ts';

interface Limited {
  readonly Unit: string;
  readonly Decimals: number;
  readonly Lowest: number | null;
  readonly Highest: number | null;
}

/** Says what cannot be written while it is typed, in the server's words; the server looks again. */
export function writableValue({ Unit, Decimals, Lowest, Highest }: Limited) {
  const beyond = ({ zh, en }: { zh: string; en: string }, limit: number) => {
    const words = limitWords({ Unit, Decimals, UnitMap: [] }, limit);
    return { error: say({ zh: zh.replace('{limit}', words), en: en.replace('{limit}', words) }) };
  };
  let value = z.number();
  if (Lowest !== null) value = value.min(Lowest, beyond(writingErrors.belowMinimum, Lowest));
  if (Highest !== null) value = value.max(Highest, beyond(writingErrors.aboveMaximum, Highest));
  return WriteForm.shape.Value.pipe(value);
}
