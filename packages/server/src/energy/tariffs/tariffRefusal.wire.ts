import {
  dayKindWords,
  energyErrors,
  type Language,
  type TariffFault,
  type TariffSeason,
  tariffFault,
  timeClasses,
  timeClassWords,
} from '@watchpost/contract';
import { Refusal } from '../../platform/http/refusal.ts';

/** What is wrong with a tariff, said to the caller. */
export function tariffRefusal(fault: TariffFault, language: Language): Refusal {
  switch (fault.kind) {
    case 'tooFewClasses':
      return new Refusal(energyErrors.tooFewClasses);
    case 'periods':
      return new Refusal(energyErrors.periodsWrong, { season: fault.season + 1 });
    case 'priceMissing':
      return new Refusal(energyErrors.priceMissing, { timeClass: timeClassWords[fault.timeClass][language] });
    case 'notCovered':
    case 'coveredTwice': {
      const words = {
        month: fault.month,
        dayKind: dayKindWords[fault.dayKind as keyof typeof dayKindWords][language],
      };
      return new Refusal(fault.kind === 'notCovered' ? energyErrors.seasonMissing : energyErrors.seasonTwice, words);
    }
  }
}

/**
 * Prices by class in 1e-8 ¥/kWh, of a tariff that prices every quarter of every day once.
 *
 * @param prices ¥/kWh by class; null or missing: the class is not used
 * @throws Refusal with what is wrong
 */
export function pricesE8(
  { PriceList, SeasonList }: { PriceList: readonly (number | null | undefined)[]; SeasonList: readonly TariffSeason[] },
  language: Language,
): (number | null)[] {
  const prices = Array.from({ length: timeClasses.length }, (_, i) => {
    const price = PriceList[i] ?? null;
    return price === null ? null : Math.round(price * 1e8);
  });
  const fault = tariffFault(SeasonList, new Set(prices.flatMap((price, i) => (price === null ? [] : [i + 1]))));
  if (fault) throw tariffRefusal(fault, language);
  return prices;
}
