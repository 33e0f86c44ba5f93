import { afterAll, vi } from 'vitest';
import { unmountAll } from './render.tsx';

afterAll(unmountAll);

// A broker that never answers: what a page shows comes from its calls. A test about live messages brings its own.
vi.mock('../lib/openChannel.ts', () => ({ openChannel: () => ({ on: () => {}, end: () => {}, subscribe: () => {} }) }));

// Runs before each test file: what the file before it left in their window goes.
document.body.replaceChildren();
// biome-ignore lint/suspicious/noDocumentCookie: the window of the tests has no Cookie Store API
for (const cookie of document.cookie.split('; ')) document.cookie = `${cookie.split('=')[0]}=; path=/; max-age=0`;
localStorage.clear();
sessionStorage.clear();
history.replaceState(null, '', '/');

// What the document's style sheets would make of an element is worked out anew at each question, a fifth of all time; nothing
// here has a size or a colour. An element's own style is told.
window.getComputedStyle = (element) => (element as HTMLElement).style;

// jsdom decodes and draws no pictures: every file is one of 2 × 1 pixels, unless its name says that it is broken.
const shrunk = new Blob(['small'], { type: 'image/jpeg' });
window.createImageBitmap = (async (file: File) => {
  if (file.name.startsWith('broken')) throw new DOMException('The source image could not be decoded.');
  return { width: 2, height: 1, close: () => {} };
}) as unknown as typeof window.createImageBitmap;
HTMLCanvasElement.prototype.getContext = () => null;
HTMLCanvasElement.prototype.toBlob = (answer) => answer(shrunk);
