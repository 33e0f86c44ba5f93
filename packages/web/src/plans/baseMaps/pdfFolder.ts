/** Where what a PDF takes for granted stands (character maps, fonts, decoders); by version, because it is kept for a year. */
export const pdfFolder = '/assets/pdfjs-6.5.438/';
