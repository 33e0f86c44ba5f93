import { z } from 'zod';

/** Lengths are bounded generously here: a wrong password is a wrong login, not bad input. */
export const typedPassword = z.string().min(1).max(128);

export const CodeSent = z.object({
  /** To whom, with the middle hidden: `139****0001`. */
  Target: z.string(),
  Channel: z.enum(['sms', 'mail']),
  ResendSeconds: z.number().int().describe('how long to wait before asking again'),
  ExpiresSeconds: z.number().int().describe('how long the code is good'),
  /** No service is connected: the message lies in the test inbox of the installation. */
  InTestInbox: z.boolean(),
});

export type CodeSent = z.infer<typeof CodeSent>;
