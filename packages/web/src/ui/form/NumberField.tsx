import { InputNumber, type InputNumberProps } from 'antd';

/** What the kit reads as a number: signs around the digits are left out. */
const isNumber = (typed: string): boolean => {
  const read = typed.replaceAll('。', '.').replace(/[^\w.-]+/g, '');
  return read !== '' && !Number.isNaN(Number(read));
};
const isWrong = (typed: string): boolean => typed.trim() !== '' && !isNumber(typed);

/**
 * A number of a form. What was typed and is no number is handed on as it stands, so that the form says so beside the field, and stays
 * in sight: a field that goes back to the number before without a word looks like a number that was taken.
 */
export function NumberField({ onKeyDown, onBlur, ...field }: InputNumberProps<number>) {
  const handOn = (typed: string) => field.onChange?.(typed as never);
  return (
    <InputNumber<number>
      {...field}
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
