/** A signature as a hand makes it: two words of waves. @param k makes each another one */
export function demoStrokes(k: number): string {
  const word = (from: number, to: number): string =>
    Array.from({ length: 22 }, (_, i) => {
      const x = Math.round(from + ((to - from) * i) / 21);
      const y = Math.round(105 + 42 * Math.sin(i * (0.9 + (k % 5) * 0.13)) * Math.cos(i * 0.21 + k));
      return `${i === 0 ? 'M' : 'L'}${x} ${y}`;
    }).join(' ');
  return `${word(60, 250)} ${word(300, 520)}`;
}
