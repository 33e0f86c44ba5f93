import { demoCompanies } from '@watchpost/demo';
import type { Scenario } from './Scenario.ts';

/**
 * The site's power is cut: compressors and fans stand still, and its gateways go away together. MQTT gateways have a small
 * battery and send afterwards what they measured meanwhile; vehicles have power of their own and go on.
 */
export const powerCut: Scenario = {
  name: 'powerCut',
  needs: ['project'],
  start(field, { project }) {
    const known = demoCompanies.flatMap((company) => company.projects.map(({ code }) => code));
    if (!known.includes(project!)) throw new Error(`There is no project ${project}; there are ${known.join(', ')}`);
    field.advance();
    const fault = field.plant.inject({ kind: 'powerCut', projectCode: project! });
    const onSite = field.gateways.filter(({ gateway }) => {
      const inVehicle = gateway.protocol === 'MQTT' && gateway.cardNumber !== null;
      return gateway.projectCode === project && !inVehicle;
    });
    const releases = onSite.map((gateway) => gateway.cutLink(gateway.gateway.protocol === 'MQTT'));
    return () => {
      field.advance();
      fault.clear();
      for (const release of releases.reverse()) release();
    };
  },
};
