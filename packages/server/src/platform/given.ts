export type Given<Values> = { [Each in keyof Values]?: Exclude<Values[Each], undefined> };

/** Without what is undefined: what a call did not mention stays as it is. */
export const given = <Values extends object>(values: Values): Given<Values> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Given<Values>;
