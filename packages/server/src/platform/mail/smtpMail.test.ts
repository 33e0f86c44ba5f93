import type { AddressInfo } from 'node:net';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createSmtpMail, type MailSender } from './smtpMail.ts';

let server: SMTPServer;
let mail: MailSender;
let received: { to: string[]; email: Email }[];
/** What the server says to the next messages, one after another; then it takes them. */
let refusals: number[];

beforeEach(async () => {
  received = [];
  refusals = [];
  server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    onAuth: (auth, _session, done) =>
      auth.username === 'watch' && auth.password === 'pass' ? done(null, { user: 'watch' }) : done(new Error('no')),
    onData: (stream, session, done) => {
      const parts: Buffer[] = [];
      stream.on('data', (part: Buffer) => parts.push(part));
      stream.on('end', async () => {
        const refusal = refusals.shift();
        if (refusal) return done(Object.assign(new Error('not now'), { responseCode: refusal }));
        const email = await PostalMime.parse(Buffer.concat(parts));
        received.push({ to: session.envelope.rcptTo.map(({ address }) => address), email });
        done();
      });
    },
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  mail = createSmtpMail({ url: urlWith('watch:pass'), from: 'Watchpost 哨站 <watch@example.com>' });
});
afterEach(async () => {
  mail.close();
  await new Promise<void>((resolve) => server.close(resolve));
});

const urlWith = (login: string) => `smtp://${login}@127.0.0.1:${(server.server.address() as AddressInfo).port}`;
const message = { key: 'code-7', to: 'lin@example.com', subject: '验证码：修改邮箱', text: '验证码 123456。\n' };

test('a mail arrives as it was written, in any language, and carries its key', async () => {
  await mail.send(message);
  expect(received).toHaveLength(1);
  const { to, email } = received[0]!;
  expect(to).toEqual(['lin@example.com']);
  expect(email.from).toMatchObject({ name: 'Watchpost 哨站', address: 'watch@example.com' });
  expect(email).toMatchObject({ subject: '验证码：修改邮箱', messageId: '<code-7@example.com>' });
  expect(email.text?.trim()).toBe('验证码 123456。');
});

test('a server that is busy is asked once more, with the same Message-ID', async () => {
  refusals = [451];
  await mail.send(message);
  expect(received.map(({ email }) => email.messageId)).toEqual(['<code-7@example.com>']);
});

test('a mail that is refused for good is not sent again, and the caller is told', async () => {
  refusals = [550, 550];
  await expect(mail.send(message)).rejects.toThrow('not now');
  expect(refusals).toEqual([550]);
});

test('a wrong password at the mail server is told', async () => {
  const locked = createSmtpMail({ url: urlWith('watch:wrong'), from: 'watch@example.com' });
  await expect(locked.send(message)).rejects.toThrow(/auth|Invalid login/i);
  locked.close();
});

test('a recipient cannot name further recipients', async () => {
  await mail.send({ ...message, to: 'lin@example.com, eve@example.com' }).catch(() => {});
  expect(received.flatMap(({ to }) => to)).not.toContain('eve@example.com');
});
