import { beforeEach, expect, it, vi } from 'vitest';
import { pagesInEnglish } from '../../testing/pagesInEnglish.ts';
import { act, byRole, click, until } from '../../testing/render.tsx';
import { said, showPage } from '../../testing/showPage.tsx';
import { LabelCamera } from './LabelCamera.tsx';
import { loadReader } from './readLabel.ts';

vi.mock('./readLabel.ts', () => ({ loadReader: vi.fn(), readLabel: () => null }));
pagesInEnglish();

const openCamera = vi.fn();
beforeEach(() => {
  vi.mocked(loadReader).mockReset().mockRejectedValue(new TypeError('Failed to fetch'));
  openCamera.mockReset();
  vi.stubGlobal('isSecureContext', true);
  Object.defineProperty(navigator, 'mediaDevices', { value: { getUserMedia: openCamera }, configurable: true });
});

it('fetches the scanner as soon as the page is there, while there is a network', async () => {
  await showPage(<LabelCamera onLabel={() => {}} />);
  expect(loadReader).toHaveBeenCalledOnce();
});

it('says of a photo that the scanner could not be loaded, not that it shows no label', async () => {
  await showPage(<LabelCamera onLabel={() => {}} />);
  const input = document.querySelector<HTMLInputElement>('input[type=file]')!;
  Object.defineProperty(input, 'files', { value: [new File(['x'], 'label.png')] });
  await act(async () => input.dispatchEvent(new Event('change', { bubbles: true })));
  await until(() => said().includes('The scanner could not be loaded.'));
});

it('opens no camera without the scanner, and says why', async () => {
  await showPage(<LabelCamera onLabel={() => {}} />);
  await click(byRole(document.body, 'button', 'Scan with the camera'));
  await until(() => said().includes('The scanner could not be loaded.'));
  expect(openCamera).not.toHaveBeenCalled();
});

it('stops a camera that opens after scanning was stopped', async () => {
  vi.mocked(loadReader).mockResolvedValue(() => null);
  const stop = vi.fn();
  let open: (stream: object) => void = () => {};
  openCamera.mockReturnValue(new Promise((resolve) => (open = resolve)));
  await showPage(<LabelCamera onLabel={() => {}} />);
  await click(byRole(document.body, 'button', 'Scan with the camera'));
  await until(() => openCamera.mock.calls.length === 1);
  await click(byRole(document.body, 'button', 'Stop scanning'));
  await act(async () => open({ getTracks: () => [{ stop }] }));
  expect(stop).toHaveBeenCalled();
});
