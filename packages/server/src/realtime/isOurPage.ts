import type { IncomingMessage } from 'node:http';

/**
 * Whether a browser asks for a page of ours: at the name that it was asked for by, or where people open the installation. What is
 * no browser names no page.
 *
 * @param isFromProxy whether the request comes from a trusted proxy: nobody else says by which name it was asked
 */
export function isOurPage(
  { headers }: Pick<IncomingMessage, 'headers'>,
  { publicUrl, isFromProxy }: { publicUrl: string | null; isFromProxy: boolean },
): boolean {
  const { origin, host } = headers;
  if (origin === undefined) return true;
  if (!URL.canParse(origin)) return false;
  const page = new URL(origin).host;
  const forwarded = isFromProxy ? headers['x-forwarded-host'] : undefined;
  const asked = [host, typeof forwarded === 'string' ? forwarded.split(',')[0]?.trim() : undefined];
  return asked.includes(page) || (publicUrl !== null && new URL(publicUrl).host === page);
}
