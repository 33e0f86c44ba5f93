/** Documents that are kept with something. Not part of `ui/index.ts`: most screens keep none. */
export { KeptDocuments } from './KeptDocuments.tsx';
