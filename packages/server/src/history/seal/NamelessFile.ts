import { closeSync, ftruncateSync, mkdirSync, openSync, readSync, unlinkSync, write } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';

const writeAt = promisify(write);

/** A file to add to. It has no name: it is gone when it is closed, and with the process. */
export class NamelessFile {
  readonly #fd: number;
  #length = 0;

  /**
   * @param folder made when it is missing
   * @throws when the file cannot be made
   */
  constructor(folder: string) {
    mkdirSync(folder, { recursive: true });
    const file = path.join(folder, `${process.pid}-${performance.now()}`);
    this.#fd = openSync(file, 'wx+', 0o600);
    unlinkSync(file);
  }

  /** Bytes. */
  get length(): number {
    return this.#length;
  }

  /** Adds to the end; one call at a time. What cannot be written whole leaves the length as it was. @throws when it cannot be written */
  async append(bytes: Uint8Array): Promise<void> {
    for (let done = 0; done < bytes.length; ) {
      const { bytesWritten } = await writeAt(this.#fd, bytes, done, bytes.length - done, this.#length + done);
      done += bytesWritten;
    }
    this.#length += bytes.length;
  }

  /** Forgets what was added since it was so long. */
  shortenTo(length: number): void {
    this.#length = length;
    ftruncateSync(this.#fd, length);
  }

  /** @throws when there are fewer bytes */
  read(position: number, length: number): Uint8Array {
    const bytes = new Uint8Array(length);
    if (readSync(this.#fd, bytes, 0, length, position) !== length)
      throw new Error('A part of the history that is not sealed yet was cut short');
    return bytes;
  }

  /** Nothing is added or read afterwards. */
  close(): void {
    closeSync(this.#fd);
  }
}
