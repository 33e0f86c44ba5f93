import { afterEach, beforeEach } from 'vitest';
import { setAccessToken } from '../lib/accessToken.ts';
import { switchLanguage } from '../lib/language.ts';
import { unmountAll } from './render.tsx';

/** Call at the top of a test file: each of its tests is signed in and reads English, and what it showed is gone before the next. */
export function pagesInEnglish(): void {
  beforeEach(() => {
    setAccessToken({ token: 't', expiresAt: Date.now() + 900_000 });
    switchLanguage('en');
  });
  afterEach(async () => {
    await unmountAll();
    document.body.innerHTML = '';
  });
}
