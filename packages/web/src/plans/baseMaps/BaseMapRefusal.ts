import type { Text } from '../../lib/defineText.ts';
import type { baseMapText } from './text.ts';

/** A file that cannot become a base map; says why in the reader's language. */
export class BaseMapRefusal extends Error {
  override readonly name = 'BaseMapRefusal';
  readonly inWords: (t: Text<typeof baseMapText>) => string;

  constructor(inWords: (t: Text<typeof baseMapText>) => string) {
    super('The file cannot become a base map');
    this.inWords = inWords;
  }
}
