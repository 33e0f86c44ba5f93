export const strippedFolder: string;
export function strippedFile(source: string): string;
