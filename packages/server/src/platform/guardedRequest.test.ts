import { expect, test } from 'vitest';
import { guardedRequest } from './guardedRequest.ts';

test('a name that nobody answers for takes no longer than the request may', async () => {
  const neverAnswers = () => new Promise<string>(() => {});
  const url = new URL('http://silent.example/');
  const asked = guardedRequest(neverAnswers, url, { method: 'GET', timeoutMs: 50, maxBytes: 10 });
  await expect(asked).rejects.toMatchObject({ name: 'TimeoutError' });
});

test('a host that must not be dialled is said to be one, and not that it took too long', async () => {
  const refuses = async () => {
    throw new Error('refused');
  };
  const url = new URL('http://private.example/');
  const asked = guardedRequest(refuses, url, { method: 'GET', timeoutMs: 5_000, maxBytes: 10 });
  await expect(asked).rejects.toThrow('refused');
});
