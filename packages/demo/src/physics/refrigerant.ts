/**
 * Saturation curve of an R448A-like refrigerant as one Clausius–Clapeyron line: 6.07 bar absolute at 0 °C, and within 2 %
 * between −40 and +50 °C, which is closer than a plant's transmitters.
 */

const pressureAtZero = 6.07;
const latentOverGas = 2370;
const zeroCelsius = 273.15;
const atmosphere = 1.013;

/** Gauge pressure in bar at a saturation temperature in °C. */
export const saturationPressure = (temperature: number): number =>
  pressureAtZero * Math.exp(latentOverGas * (1 / zeroCelsius - 1 / (temperature + zeroCelsius))) - atmosphere;

/** Saturation temperature in °C at a gauge pressure in bar. */
export const saturationTemperature = (pressure: number): number =>
  1 / (1 / zeroCelsius - Math.log(Math.max(pressure + atmosphere, 0.05) / pressureAtZero) / latentOverGas) -
  zeroCelsius;
