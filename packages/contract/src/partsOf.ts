import { z } from 'zod';

type PartsOf<Shape extends z.ZodRawShape> = {
  [Name in keyof Shape]: z.ZodOptional<z.ZodType<z.output<Shape[Name]>, z.input<Shape[Name]>>>;
};

/** Without what it becomes when it is left out. */
function withoutUsual(field: z.core.$ZodType): z.core.$ZodType {
  if (field instanceof z.ZodDefault) return withoutUsual(field.unwrap());
  // `.optional().transform((value) => value ?? null)`
  if (field instanceof z.ZodPipe && field.in instanceof z.ZodOptional && field.out instanceof z.ZodTransform)
    return field.in;
  return field;
}

/**
 * The fields of something for a call that changes it: only what is to change is sent, and neither a default nor a null takes the
 * place of what is left out. The rules about several fields are those of the whole, which the server asks of what comes of it.
 *
 * @example z.object({ PointId: id, ...partsOf(pointShape) })
 */
export const partsOf = <Shape extends z.ZodRawShape>(shape: Shape): PartsOf<Shape> =>
  Object.fromEntries(
    Object.entries(shape).map(([name, field]) => {
      const part = (withoutUsual(field) as z.ZodType).optional();
      const { description } = field as z.ZodType;
      return [name, description === undefined ? part : part.describe(description)];
    }),
  ) as unknown as PartsOf<Shape>;
