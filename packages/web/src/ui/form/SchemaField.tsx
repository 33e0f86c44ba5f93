import { Form, Input } from 'antd';
import { cloneElement, isValidElement, type ReactElement, type ReactNode, useContext } from 'react';
import { NumberField } from './NumberField.tsx';
import { pathOf, type SchemaFieldProps, SchemaFormContext } from './SchemaFormState.ts';

/**
 * One field with its label and, beside it, what is wrong with it: checked as it is left, and again with each change after that.
 * A text field's `maxLength` cuts nothing off: what is too long stays, is counted in red, and the schema says so. Nor does a
 * number field change what was typed to fit its bounds, or go back to the number before.
 */
export function SchemaField({ name, required, children, ...item }: SchemaFieldProps) {
  const form = useContext(SchemaFormContext);
  if (!form) throw new Error('a field belongs inside SchemaForm or FormDialog');
  const path = pathOf(name);
  return (
    <Form.Item
      {...item}
      name={[...path]}
      required={required ?? form.isRequired(path)}
      validateTrigger="onBlur"
      rules={[
        {
          validator: async () => {
            const words = form.check(path);
            if (words !== null) throw new Error(words);
          },
        },
      ]}
    >
      {typeof children === 'function' ? children : counting(children)}
    </Form.Item>
  );
}

interface TextField {
  readonly maxLength?: number;
  readonly showCount?: boolean;
}

const textFields: readonly unknown[] = [Input, Input.Password, Input.TextArea];

const isTextField = (node: ReactNode): node is ReactElement<TextField> =>
  isValidElement<TextField>(node) && textFields.includes(node.type);

/**
 * What a browser is told to take at most it takes silently: the end of a pasted address or password is gone, and nobody knows. A
 * number field would turn −50 into its least number, 0.01: what was typed stays, and the schema says what is wrong with it.
 */
function counting(node: ReactNode): ReactNode {
  if (isValidElement(node) && node.type === NumberField)
    return cloneElement(node, { min: undefined, max: undefined, precision: undefined } as object);
  if (!isTextField(node) || node.props.maxLength === undefined) return node;
  const { maxLength: max, showCount } = node.props;
  const count = {
    max,
    show: ({ count: length }: { count: number }) => (showCount || length > max ? `${length} / ${max}` : ''),
  };
  return cloneElement(node as ReactElement<object>, { maxLength: undefined, showCount: undefined, count } as object);
}
