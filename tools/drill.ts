/** `npm run drill -- <name>`: runs drill/<name>.ts, which breaks something on purpose and proves what was promised. */
import { runNamed } from './runNamed.ts';

runNamed('drill', process.argv.slice(2));
