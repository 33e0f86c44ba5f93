/** How often it sounds: noticed across a plant room, bearable through a night. */
const repeatMs = 8_000;

/** Two soft notes, falling: 880 Hz and 660 Hz, 0.18 s each, at a fifth of full volume. */
const notes = [
  { hertz: 880, atSeconds: 0 },
  { hertz: 660, atSeconds: 0.22 },
] as const;
const noteSeconds = 0.18;
const volume = 0.2;

let context: AudioContext | null = null;

/** True while the browser keeps us silent until the user clicks somewhere. */
export const soundBlocked = (): boolean => context !== null && context.state === 'suspended';

/** Asks the browser to let us sound; works inside a click or key press. Returns whether it did. */
export async function allowSound(): Promise<boolean> {
  context ??= new AudioContext();
  await context.resume();
  return context.state === 'running';
}

function play(audio: AudioContext): void {
  for (const { hertz, atSeconds } of notes) {
    const start = audio.currentTime + atSeconds;
    const oscillator = audio.createOscillator();
    const gain = audio.createGain();
    oscillator.frequency.value = hertz;
    // Faded in and out, or each note would click.
    gain.gain.setValueAtTime(0, start);
    gain.gain.linearRampToValueAtTime(volume, start + 0.02);
    gain.gain.linearRampToValueAtTime(0, start + noteSeconds);
    oscillator.connect(gain).connect(audio.destination);
    oscillator.start(start);
    oscillator.stop(start + noteSeconds);
  }
}

/**
 * Says whether the browser blocks us, now and when that changes, until the returned function is called.
 *
 * @param onBlocked told whether it does
 */
export function watchSound(onBlocked: (blocked: boolean) => void): () => void {
  if (typeof AudioContext === 'undefined') return () => {};
  context ??= new AudioContext();
  const audio = context;
  const say = () => onBlocked(audio.state === 'suspended');
  say();
  audio.addEventListener('statechange', say);
  return () => audio.removeEventListener('statechange', say);
}

/**
 * Sounds until the returned function is called. Stays silent, without an error, while the browser blocks it.
 *
 * @param onBlocked told whether the browser blocks us, at each attempt
 */
export function startAlarmTone(onBlocked: (blocked: boolean) => void): () => void {
  if (typeof AudioContext === 'undefined') return () => {};
  context ??= new AudioContext();
  const audio = context;
  const attempt = () => {
    if (audio.state === 'running') play(audio);
    onBlocked(audio.state === 'suspended');
  };
  attempt();
  const timer = setInterval(attempt, repeatMs);
  audio.addEventListener('statechange', attempt);
  return () => {
    clearInterval(timer);
    audio.removeEventListener('statechange', attempt);
  };
}
