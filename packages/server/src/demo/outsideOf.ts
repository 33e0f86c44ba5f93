import { hourMs } from '@watchpost/contract';
import { type DemoProject, demoCompanies, outdoorsAt } from '@watchpost/demo';

const projects: readonly DemoProject[] = demoCompanies.flatMap((company) => company.projects);

/** The temperature outside a project by hours, °C, each computed once. */
export function outsideOfProject({ latitude, longitude }: Pick<DemoProject, 'latitude' | 'longitude'>) {
  const known = new Map<number, number>();
  return (at: number): number => {
    const hour = Math.floor(at / hourMs);
    const found = known.get(hour);
    if (found !== undefined) return found;
    const { temperature } = outdoorsAt(latitude, longitude, hour * hourMs);
    known.set(hour, temperature);
    return temperature;
  };
}

/** The temperature outside the project of a device. */
export const outsideOf = (deviceCode: string): ((at: number) => number) =>
  outsideOfProject(projects.find(({ devices }) => devices.some(({ code }) => code === deviceCode))!);
