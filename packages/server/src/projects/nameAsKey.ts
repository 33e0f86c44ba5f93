/** How names are compared: without regard to case, width and surrounding blanks. */
export const nameAsKey = (name: string): string => name.normalize('NFKC').trim().toLowerCase();
