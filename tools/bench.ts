/** `npm run bench -- <name>`: runs bench/<name>.ts, which prints its figures and asserts nothing. */
import { runNamed } from './runNamed.ts';

runNamed('bench', process.argv.slice(2));
