import type { IncomingMessage } from 'node:http';

/**
 * Whether a browser asks for a page of ours: at the name that it was asked for by, or where people open the installation. What is
 * no browser names no page.
 */
export function isOurPage({ headers }: Pick<IncomingMessage, 'headers'>, publicUrl: string | null): boolean {
  const { origin, host } = headers;
  if (origin === undefined) return true;
  if (!URL.canParse(origin)) return false;
  const page = new URL(origin).host;
  const forwarded = headers['x-forwarded-host'];
  const asked = [host, typeof forwarded === 'string' ? forwarded.split(',')[0]?.trim() : undefined];
  return asked.includes(page) || (publicUrl !== null && new URL(publicUrl).host === page);
}
