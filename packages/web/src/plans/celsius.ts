/** Below this a number of kelvin is a difference, such as superheat: nothing on a floor plan is at −123 °C. */
const coldestKelvin = 150;

const zeroCelsius = 273.15;

/**
 * A function from the numbers of a temperature to °C.
 *
 * @param unit as points bear it
 * @param value measured in it; of kelvin it tells a temperature from a difference
 * @returns null: it is no temperature
 */
export function toCelsius(unit: string, value: number): ((value: number) => number) | null {
  switch (unit.trim()) {
    case '°C':
    case '℃':
      return (celsius) => celsius;
    case '°F':
    case '℉':
      return (fahrenheit) => (fahrenheit - 32) / 1.8;
    case 'K':
      return value < coldestKelvin ? null : (kelvin) => kelvin - zeroCelsius;
    default:
      return null;
  }
}
