import { InputNumber, type InputNumberProps } from 'antd';
import { useRef } from 'react';

/** What the kit reads as a number: signs around the digits are left out. */
const isNumber = (typed: string): boolean => {
  const read = typed.replaceAll('。', '.').replace(/[^\w.-]+/g, '');
  return read !== '' && !Number.isNaN(Number(read));
};

/**
 * A number of a form. What was typed and is no number is handed on as it stands, so that the form says so beside the field, and stays
 * in sight: a field that goes back to the number before without a word looks like a number that was taken.
 */
export function NumberField({ onInput, onKeyDown, onBlur, ...field }: InputNumberProps<number>) {
  const typed = useRef('');
  const handOn = () => {
    if (typed.current.trim() !== '' && !isNumber(typed.current)) field.onChange?.(typed.current as never);
  };
  return (
    <InputNumber<number>
      {...field}
      onInput={(words) => {
        typed.current = words;
        onInput?.(words);
      }}
      onKeyDown={(event) => {
        if (event.key === 'Enter') handOn();
        onKeyDown?.(event);
      }}
      onBlur={(event) => {
        handOn();
        typed.current = '';
        onBlur?.(event);
      }}
    />
  );
}
