import { Form } from 'antd';
import { useContext } from 'react';
import { pathOf, type SchemaFieldProps, SchemaFormContext } from './SchemaFormState.ts';

/** One field with its label and, beside it, what is wrong with it: checked as it is left, and again with each change after that. */
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
      {children}
    </Form.Item>
  );
}
