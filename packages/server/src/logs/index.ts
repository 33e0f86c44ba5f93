export { inOneWrite, type OneWrite, type Operation, type SubjectKind } from './inOneWrite.ts';
