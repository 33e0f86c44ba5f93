import { expect, type Locator, type Page } from '@playwright/test';

/**
 * The last message to a phone number: no service carries any away, so they lie in the test inbox.
 *
 * @param reader a page in the session of a user who may read the inbox; is led there
 * @param holding what the message is about
 */
export async function messageTo(reader: Page, mobile: string, holding: string | RegExp): Promise<Locator> {
  await reader.goto('/installation/inbox');
  const message = reader.getByRole('row').filter({ hasText: mobile }).filter({ hasText: holding }).first();
  await expect(message).toBeVisible();
  return message;
}

/** The code that was last sent to a phone number, for any purpose. */
export async function codeSentTo(reader: Page, mobile: string): Promise<string> {
  const message = await messageTo(reader, mobile, /is your code|验证码/);
  const code = /(?:验证码 |: )(\d{6})/.exec((await message.textContent()) ?? '')?.[1];
  if (code === undefined) throw new Error(`No code in: ${await message.textContent()}`);
  return code;
}
