/**
 * The header of a client that clears a field by sending it empty. Without it an optional field that is empty or null was not set:
 * other clients send every field that they know, and most of them empty.
 */
export const clearing = { header: 'empty-fields', value: 'clear' } as const;
