import type { WeatherName } from './weatherWords.ts';

type Part = 'sun' | 'cloud' | 'lowCloud' | 'drops' | 'manyDrops' | 'flakes' | 'mist' | 'flash';

const parts: Readonly<Record<WeatherName, readonly Part[]>> = {
  clear: ['sun'],
  partlyCloudy: ['sun', 'lowCloud'],
  overcast: ['cloud'],
  fog: ['mist'],
  drizzle: ['cloud', 'drops'],
  freezingRain: ['cloud', 'drops', 'flakes'],
  lightRain: ['cloud', 'drops'],
  rain: ['cloud', 'manyDrops'],
  heavyRain: ['cloud', 'manyDrops'],
  snow: ['cloud', 'flakes'],
  heavySnow: ['cloud', 'flakes'],
  showers: ['sun', 'lowCloud', 'drops'],
  snowShowers: ['sun', 'lowCloud', 'flakes'],
  thunderstorm: ['cloud', 'flash'],
  hail: ['cloud', 'flash', 'drops'],
};

const cloud = 'M9 20a5 5 0 0 1 .6-9.96 7 7 0 0 1 13.3 1.5A4.3 4.3 0 0 1 23 20Z';
const shapes: Readonly<Record<Part, string>> = {
  sun: 'M16 9.5a6 6 0 1 1 0 12 6 6 0 0 1 0-12ZM16 3v3M16 25v3M3.5 15.5h3M25.5 15.5h3M7.2 6.7l2.1 2.1M22.7 22.2l2.1 2.1M7.2 24.3l2.1-2.1M22.7 8.8l2.1-2.1',
  cloud,
  lowCloud: 'M9 24a4 4 0 0 1 .5-8 6 6 0 0 1 11.4 1.3A3.4 3.4 0 0 1 21 24Z',
  drops: 'M12 23.5l-1.2 3.5M19 23.5l-1.2 3.5',
  manyDrops: 'M10 23l-1.6 4.5M15.5 23l-1.6 4.5M21 23l-1.6 4.5',
  flakes: 'M11 23.5v4M9.3 24.5l3.4 2M12.7 24.5l-3.4 2M20 23.5v4M18.3 24.5l3.4 2M21.7 24.5l-3.4 2',
  mist: 'M6 11h20M9 16h14M6 21h20',
  flash: 'M17 20.5l-3.5 4.5h4L14 29.5',
};

/** A drawing in the line of the product's icons; the word stands beside it. */
export function WeatherSign({ name }: { name: WeatherName }) {
  return (
    <svg className="weather-sign" viewBox="0 0 32 32" width="32" height="32" aria-hidden="true">
      {parts[name].map((part) => (
        <path key={part} d={shapes[part]} className={part === 'lowCloud' ? 'weather-sign-over' : undefined} />
      ))}
    </svg>
  );
}
