import { InputNumber, type InputNumberProps } from 'antd';
import { useState } from 'react';
import { readNumber } from './readNumber.ts';

const isWrong = (typed: string): boolean => typed.trim() !== '' && readNumber(typed) === null;

/**
 * A number on a screen. What was typed and is no number is handed on as it stands, so that a schema says so beside the field, and stays
 * in sight: a field that goes back to the number before without a word looks like a number that was taken.
 */
export function NumberField({ onKeyDown, onBlur, onChange, ...field }: InputNumberProps<number>) {
  const [wrong, setWrong] = useState(false);
  const handOn = (typed: string) => {
    setWrong(true);
    onChange?.(typed as never);
  };
  return (
    <InputNumber<number>
      {...field}
      status={wrong ? 'error' : (field.status ?? '')}
      onChange={(value) => {
        setWrong(false);
        onChange?.(value);
      }}
      // The kit would leave out what it does not know: −18 and 1,5 would be 18 and 15.
      parser={(typed = '') => (readNumber(typed) ?? typed) as never}
      // The kit would put the number before in its place.
      changeOnBlur={false}
      onKeyDown={(event) => {
        const { value } = event.currentTarget;
        if (event.key === 'Enter' && isWrong(value)) {
          event.stopPropagation();
          handOn(value);
        }
        onKeyDown?.(event);
      }}
      onBlur={(event) => {
        const { value } = event.currentTarget;
        if (isWrong(value)) handOn(value);
        onBlur?.(event);
      }}
    />
  );
}
