/** Before asking for the rest once more; after the last one the save has failed. A train through a tunnel takes half a minute. */
const pausesMs = [500, 1000, 2000, 4000, 8000, 16_000] as const;

const isAbort = (cause: unknown): boolean => cause instanceof DOMException && cause.name === 'AbortError';

/**
 * Reads an answer to its end. Where the connection breaks off and the server can go on from any byte of the same file, the
 * rest is asked for, as often as something more arrives.
 *
 * @param askRest asks the same again with these headers
 * @throws what ended the last attempt
 */
export async function wholeFile(
  first: Response,
  askRest: (headers: Record<string, string>) => Promise<Response>,
): Promise<Blob> {
  const tag = first.headers.get('etag');
  const canGoOn = tag !== null && first.headers.get('accept-ranges') === 'bytes';
  if (!canGoOn || !first.body) return first.blob();
  let pieces: BlobPart[] = [];
  let bytes = 0;
  let failures = 0;
  let response = first;
  for (;;) {
    try {
      const reader = response.body!.getReader();
      for (let read = await reader.read(); !read.done; read = await reader.read()) {
        pieces.push(read.value as Uint8Array<ArrayBuffer>);
        bytes += read.value.byteLength;
        failures = 0;
      }
      return new Blob(pieces, { type: first.headers.get('content-type') ?? '' });
    } catch (cause) {
      if (isAbort(cause)) throw cause;
      response = await restAfter(cause);
    }
  }

  async function restAfter(cause: unknown): Promise<Response> {
    for (let last = cause; ; ) {
      const pause = pausesMs[failures++];
      if (pause === undefined) throw last;
      await new Promise((resolve) => setTimeout(resolve, pause));
      try {
        const rest = await askRest({ range: `bytes=${bytes}-`, 'if-range': tag! });
        if (rest.status === 206) return rest;
        if (!rest.ok) throw last;
        // Another file than the one that was begun.
        pieces = [];
        bytes = 0;
        return rest;
      } catch (error) {
        if (isAbort(error)) throw error;
        last = error;
      }
    }
  }
}
